import { describe, expect, test } from "vitest";
import {
  designInvalid,
  gradientAngle,
  gradientCount,
  gradientFreeColor,
  gradientOpaque,
  gradientPositions,
  gradientType,
} from "../../src/messages/option-rules.ts";
import { MAX_DESIGN_NAMES, MAX_DESIGN_TEXT } from "../../src/options/design-text.ts";
import { isOnPaper } from "../../src/options/frames.ts";
import type { Gradient } from "../../src/options/option-types.ts";
import { overLook, parseOptions, unpackDesign } from "../../src/options/parse.ts";
import { presetNames, presets } from "../../src/options/presets.ts";
import { readBatch } from "../../src/options/read.ts";
import { designNames, freeTable } from "../../src/options/table.ts";
import { contrast } from "../../src/render/colors.ts";
import { firstColor, paintsOf } from "../../src/render/paints.ts";
import { processorTime } from "../processor-time.ts";
import { ruleText } from "../rule-text.ts";

const parse = (input: object) => parseOptions({ data: "x", ...input });
const issueOf = (input: object) => parse(input).issues.map(({ message }) => message);

test.each(presetNames)("the preset %s sets valid look options", (preset) => {
  expect(Object.keys(presets[preset]).every((name) => (designNames as readonly string[]).includes(name))).toBe(true);
  const { options, issues } = parse({ preset });
  expect(issues).toEqual([]);
  expect(options).toMatchObject(presets[preset]);
});

test("options win over the design, which wins over the preset", () => {
  const design = { dotStyle: "dots", color: "111111" };
  expect(parse({ preset: "forest", design, color: "222222" }).options).toMatchObject({
    dotStyle: "dots",
    color: "222222",
    bg: presets.forest.bg,
    pupilColor: presets.forest.pupilColor,
  });
});

test("a design is an object or its JSON text, and undefined and null values count as missing", () => {
  const design = { color: "1a5fb4", gradient: null };
  expect(parse({ design, dotStyle: undefined }).options.color).toBe("1a5fb4");
  expect(parse({ design: JSON.stringify(design) }).options.color).toBe("1a5fb4");
  expect(parse({ preset: "gold", color: undefined }).options.color).toBe(presets.gold.color);
});

test("the preset of a design sets the defaults of its other options", () => {
  const design = { preset: "gold", frame: "ticket", bg: "ffffff" };
  const expected = { ...presets.gold, preset: "gold", frame: "ticket", bg: "ffffff" };
  expect(parse({ design })).toMatchObject({ options: expected, issues: [] });
  expect(parse({ design: JSON.stringify(design), bg: "fffff0" }).options.bg).toBe("fffff0");
  expect(parse({ design, preset: "forest" }).options).toMatchObject({ preset: "forest", dotStyle: "classy-rounded" });
  expect(parse({ design: { preset: null } }).issues).toEqual([]);
  expect(parse(unpackDesign({ design })).options).toMatchObject(expected);
  expect(issueOf({ design: { preset: "sea" } })[0]).toMatch(
    /^design has an invalid preset, which must be one of ocean,/,
  );
});

const [GREEN, BLUE] = ["linear,0,00ff00,008800", "radial,0000ff,000088"];
const gradients = { gradient: GREEN, bgGradient: BLUE, eyeGradient: GREEN };

describe("a colour from a more specific source removes the gradient that would hide it", () => {
  test.each([
    ["color", "gradient"],
    ["bg", "bgGradient"],
    ["eyeColor", "eyeGradient"],
  ] as const)("%s and %s", (color, gradient) => {
    const { [gradient]: _, ...others } = gradients;
    const expected = { ...others, [color]: "ff0000" };
    const { options } = parse({ design: gradients, [color]: "ff0000" });
    expect(options).toMatchObject(expected);
    expect(options[gradient]).toBeUndefined();
    // The order of names does not matter, and the gradient wins within one source.
    expect(parse({ ...gradients, [color]: "ff0000" }).options).toMatchObject(gradients);
    expect(parse({ design: { [color]: "ff0000" }, ...gradients }).options).toMatchObject(gradients);
  });

  test("in requests and designs, over designs and presets", () => {
    for (const input of [{ preset: "ocean" }, { design: { preset: "ocean" } }, { preset: "ocean", design: {} }]) {
      expect(parse(input).options.gradient).toBe(presets.ocean.gradient);
      const { options } = parse({ ...input, color: "ff0000" });
      expect(options).toMatchObject({ color: "ff0000", bg: presets.ocean.bg, preset: "ocean" });
      expect(options.gradient).toBeUndefined();
    }
    expect(parse({ preset: "ocean", design: { color: "ff0000" } }).options.gradient).toBeUndefined();
    expect(parse({ design: { preset: "ocean", color: "ff0000" } }).options.gradient).toBeUndefined();
    expect(parse({ preset: "paper", bg: "ffff00" }).options.bgGradient).toBeUndefined();
    expect(parse({ preset: "paper", bg: "transparent" }).options.bgGradient).toBeUndefined();
    expect(parse({ preset: "ocean", pupilColor: "ff0000" }).options.gradient).toBe(presets.ocean.gradient);
  });

  test("in the items of a batch, over shared options and designs", () => {
    const items = [{ color: "ff0000" }, { bg: "ff0000" }, {}];
    for (const options of [gradients, { design: gradients }, { design: gradients, size: 64 }]) {
      const [first, second, third] = readBatch({ options, items }, unpackDesign).map(
        (item) => parse(item ?? {}).options,
      );
      expect(first).toMatchObject({ ...gradients, color: "ff0000", gradient: undefined });
      expect(second).toMatchObject({ ...gradients, bg: "ff0000", bgGradient: undefined });
      expect(third).toMatchObject(gradients);
    }
  });
});

test("none removes the gradient of a preset or a design, and so does null in a design", () => {
  const none = { gradient: undefined, bgGradient: undefined, eyeGradient: undefined };
  const removed = { gradient: "none", bgGradient: "none", eyeGradient: "none" };
  for (const rows of [undefined, freeTable]) {
    const read = (input: object) => parseOptions({ data: "x", ...input }, rows);
    expect(read(removed)).toEqual(read({}));
    expect(read({ design: gradients, ...removed })).toMatchObject({ issues: [], options: none });
    expect(read({ preset: "ocean", gradient: "none" })).toMatchObject({
      issues: [],
      options: { ...presets.ocean, gradient: undefined },
    });
    for (const gradient of ["none", null]) {
      for (const input of [{ preset: "ocean", design: { gradient } }, { design: { preset: "ocean", gradient } }]) {
        const expected = { issues: [], options: { ...presets.ocean, gradient: undefined } };
        expect(read(input)).toMatchObject(expected);
        expect(read(unpackDesign(input))).toMatchObject(expected);
      }
      const { options } = read({ design: { preset: "ocean", gradient }, gradient: GREEN });
      expect(options.gradient).toBe(GREEN);
    }
  }
});

test("a preset and a design in words win over the look of a link", () => {
  const look = { color: "ff0000", bg: "ffff00", dotStyle: "dots", ...gradients };
  const over = (input: object) => parse(overLook(look, { ...input }));
  expect(over({})).toEqual(parse(look));
  expect(over({ preset: "gold", size: 64 }).options).toMatchObject({
    ...{ ...presets.gold, preset: "gold", size: 64 },
    ...{ gradient: undefined, bgGradient: undefined, eyeGradient: undefined },
  });
  expect(over({ preset: "swiss" }).options).toMatchObject({ ...presets.swiss, dotStyle: "dots" });
  expect(over({ preset: "ocean", color: "0000ff" }).options).toMatchObject({
    ...presets.ocean,
    color: "0000ff",
    gradient: undefined,
  });
  const design = { preset: "gold", gradient: BLUE };
  expect(over({ design }).options).toMatchObject({ ...presets.gold, gradient: BLUE });
  expect(over({ design: JSON.stringify(design), dotStyle: "star" }).options).toMatchObject({
    gradient: BLUE,
    dotStyle: "star",
  });
  for (const wrong of [
    { preset: "sea" },
    { design: "[" },
    { design: { colour: "000000" } },
    { design: { color: "red" } },
  ]) {
    expect(over(wrong).issues.map(({ message }) => message)).toEqual(issueOf(wrong));
  }
  expect(overLook(undefined, { size: 64 })).toMatchObject({ size: 64 });
});

test("a logo in a design raises the error correction", () => {
  expect(parse({ design: { logoData: "aGk=" } }).options).toMatchObject({ ec: "H", logoData: "aGk=" });
});

test("colours in designs may have # in all interfaces", () => {
  const design = { color: "#1a5fb4", eyeColor: "#123", bg: "Transparent", gradient: "linear, 45, #1A5FB4, 813d9c" };
  for (const rows of [undefined, freeTable]) {
    const { options, issues } = parseOptions({ data: "x", design }, rows);
    expect(issues).toEqual([]);
    expect(options).toMatchObject({
      color: "1a5fb4",
      eyeColor: "112233",
      bg: "transparent",
      gradient: "linear,45,1a5fb4,813d9c",
    });
  }
  expect(issueOf({ color: "#1a5fb4" })[0]).toMatch(/^color must be six hex digits/);
  expect(issueOf({ design: { color: "red" } })[0]).toMatch(/^design has an invalid color, which must be a colour such/);
});

test.each([
  ["[]", "design must be a JSON object of look options, such as"],
  ["{", "design must be a JSON object of look options, such as"],
  [{ colour: "1a5fb4" }, 'design must contain only look options, not "colour"'],
  [{ data: "y" }, 'design must contain only look options, not "data"'],
  [{ eyeStyle: "huge" }, ruleText(designInvalid, "design", { option: "eyeStyle", rule: "must be one of square," })],
  [JSON.parse('{"__proto__":{"color":"000000"}}'), 'design must contain only look options, not "__proto__"'],
  [{ "{data}": 1 }, 'design must contain only look options, not "{data}"'],
])("rejects the design %j", (design, message) => {
  const messages = issueOf({ design });
  expect(messages).toHaveLength(1);
  expect(messages[0]?.startsWith(message)).toBe(true);
  expect(({} as Record<string, unknown>).color).toBeUndefined();
});

test("rejects an unknown preset", () => {
  expect(issueOf({ preset: "constructor" })[0]).toMatch(/^preset must be one of ocean, /);
});

test.each(["[", '{"a":'])("rejects %j, repeated, within a few milliseconds", async (part) => {
  const rejectAll = () => {
    for (const design of [`{"a":${part.repeat(10_000)}`, part.repeat(500_000)]) {
      expect(issueOf({ design })[0]).toMatch(/^design must be a JSON object of look options, such as/);
    }
  };
  expect(await processorTime(rejectAll)).toBeLessThan(250);
});

test("limits the length and the names of a design", () => {
  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1]));
  const message = /^design must be a JSON object of look options/;
  for (const design of [named(MAX_DESIGN_NAMES + 1), JSON.stringify(named(MAX_DESIGN_NAMES + 1))]) {
    expect(issueOf({ design })[0]).toMatch(message);
  }
  expect(issueOf({ design: JSON.stringify(named(MAX_DESIGN_NAMES)) })[0]).toMatch(/^design must contain only look/);
  expect(issueOf({ design: `{"color":"1a5fb4"}${" ".repeat(MAX_DESIGN_TEXT)}` })[0]).toMatch(message);
  const logoData = "A".repeat(2_800_000);
  expect(parse({ design: JSON.stringify({ logoData }) }).options.logoData).toBe(logoData);
});

test("brackets and quotes within the strings of a design are text", () => {
  const caption = 'a "[{" \\';
  expect(parse({ design: JSON.stringify({ caption, color: "1a5fb4" }) }).options).toMatchObject({
    caption,
    color: "1a5fb4",
  });
});

test.each([[{ toString: 1 }], [["gold"]], [7], [{}]])("rejects the preset %j", (preset: unknown) => {
  expect(issueOf({ preset })[0]).toMatch(/^preset must be one of ocean, /);
});

test("null as preset or design means none", () => {
  expect(parse({ preset: null, design: null })).toEqual(parse({}));
});

describe("the design that the items of a batch share", () => {
  const batch = (options: object, items: object[]) =>
    readBatch({ options, items }, unpackDesign).map((item) => parse(item ?? {}));

  test("is read once, and loses against options, designs and presets as without a batch", () => {
    const options = { design: { color: "111111", dotStyle: "dots" }, color: "222222" };
    const items = [
      {},
      { dotStyle: "star" },
      { design: { bg: "ffff00" } },
      { design: null },
      { preset: "gold" },
      { dotStyle: undefined },
    ];
    expect(batch(options, items)).toEqual(items.map((item) => parse({ ...options, ...item })));
    expect(readBatch({ options, items: [{}] }, unpackDesign)[0]).toEqual({ color: "222222", dotStyle: "dots" });
  });

  test.each([["[]"], [{ color: "red", bg: "ffffff" }], [{ colour: "1a5fb4" }]])("the error for %j stays", (design) => {
    const [[first]] = batch({ design }, [{}]).map(({ issues }) => issues.map(({ message }) => message)) as [string[]];
    expect(first).toBe(issueOf({ design })[0]);
  });
});

const FREE = "write a colour such as #1a2b3c or #123";
const STRICT = "write six hex digits without a leading #, such as 1a2b3c";

test.each([
  ["conic,111111,222222", ruleText(gradientType, "gradient")],
  ["", ruleText(gradientType, "gradient")],
  [7, ruleText(gradientType, "gradient")],
  ["linear,111111,222222", ruleText(gradientAngle, "gradient", { min: 0, max: 359 })],
  ["linear,360,111111,222222", ruleText(gradientAngle, "gradient", { min: 0, max: 359 })],
  ["linear,45.5,111111,222222", ruleText(gradientAngle, "gradient", { min: 0, max: 359 })],
  ["radial,111111", ruleText(gradientCount, "gradient", { min: 2, max: 5 })],
  [`radial${",111111".repeat(6)}`, ruleText(gradientCount, "gradient", { min: 2, max: 5 })],
  ["radial,#1a5fb4,222222", `gradient has the invalid colour "#1a5fb4": ${STRICT}`],
  ["radial,111111,{data}@5", `gradient has the invalid colour "{data}": ${STRICT}`],
  ["radial,111111@101,222222", 'gradient must have ascending positions from 0 to 100 percent, not "@101"'],
  ["radial,111111@,222222", 'gradient must have ascending positions from 0 to 100 percent, not "@"'],
  ["radial,111111@80,222222@20", 'gradient must have ascending positions from 0 to 100 percent, not "@20"'],
  ["radial,111111@80,333333,222222@20", 'gradient must have ascending positions from 0 to 100 percent, not "@20"'],
])("names what is wrong with the gradient %s", (gradient, message) => {
  expect(issueOf({ gradient })[0]?.startsWith(message)).toBe(true);
  const text = typeof gradient === "string" ? gradient : "";
  const found = parseOptions({ data: "x", design: { gradient: text } }, freeTable).issues[0]?.message;
  if (text.includes("#")) expect(found).toBeUndefined();
  else if (text.includes("{")) expect(found).toContain(FREE);
  else
    expect(found).toContain(
      ruleText(designInvalid, "design", { option: "gradient", rule: message.slice("gradient ".length, 40) }),
    );
});

test("accepts equal and missing positions", () => {
  for (const gradient of ["radial,111111@80,222222@80", "linear,0,111111@80,333333,222222@100"]) {
    expect(parse({ gradient })).toMatchObject({ issues: [], options: { gradient } });
  }
  const free = parseOptions({ data: "x", gradient: "Linear, 45, #ABC @ 5, 1a5fb4" }, freeTable);
  expect(free).toMatchObject({ issues: [], options: { gradient: "linear,45,aabbcc@5,1a5fb4" } });
});

describe("a gradient as an object", () => {
  const read = (gradient: unknown) => parseOptions({ data: "x", gradient }, freeTable);
  const rule = (gradient: unknown) => read(gradient).issues[0]?.rule;

  test.each<[Gradient, string]>([
    [{ type: "linear", angle: 45, stops: ["#ABC", " 1a5fb4 "] }, "linear,45,aabbcc,1a5fb4"],
    [
      { type: "linear", angle: 0, stops: [{ color: "black", position: 0 }, { color: "#fff" }] },
      "linear,0,000000@0,ffffff",
    ],
    [
      { type: "radial", stops: ["#111", { color: "#222", position: 50 }, { color: "#333", position: undefined }] },
      "radial,111111,222222@50,333333",
    ],
  ])("%j is read like its text", (gradient, text) => {
    expect(read(gradient)).toEqual(read(text));
    expect(read(gradient)).toMatchObject({ issues: [], options: { gradient: text } });
  });

  const stops = ["#111", "#222"];
  test.each([
    [{}, gradientType],
    [[], gradientType],
    [{ type: "none" }, gradientType],
    [{ stops: ["none"] }, gradientType],
    [{ stops: ["radial", ...stops] }, gradientType],
    [{ none: 1 }, gradientType],
    [["radial", "#111", "#222"], gradientType],
    [{ type: "conic", stops }, gradientType],
    [{ type: ["radial"], stops }, gradientType],
    [{ type: "linear", stops }, gradientAngle],
    [{ type: "linear", angle: 360, stops }, gradientAngle],
    [{ type: "linear", angle: 0.5, stops }, gradientAngle],
    [{ type: "linear", angle: Number.NaN, stops }, gradientAngle],
    [{ type: "linear", angle: null, stops }, gradientAngle],
    [{ type: "radial", stops: [] }, gradientCount],
    [{ type: "radial", stops: ["#111"] }, gradientCount],
    [{ type: "radial", stops: Array(1e6).fill("#111") }, gradientCount],
    [{ type: "radial", stops: "#111,#222" }, gradientCount],
    [{ type: "linear", angle: 45, colorStops: stops }, gradientCount],
    [{ type: "radial", angle: 45, stops }, gradientFreeColor],
    [{ type: "radial", stops, opacity: 1 }, gradientFreeColor],
    [{ type: "radial", stops: ["#111,#222", "#333"] }, gradientFreeColor],
    [{ type: "radial", stops: [{ color: "#111,#222" }, "#333"] }, gradientFreeColor],
    [{ type: "radial", stops: [["#111"], "#333"] }, gradientFreeColor],
    [{ type: "radial", stops: [null, "#333"] }, gradientFreeColor],
    [{ type: "radial", stops: [Symbol("a"), 1n] }, gradientFreeColor],
    [{ type: "radial", stops: [{ color: "#111", offset: 0.5 }, "#333"] }, gradientFreeColor],
    [{ type: "radial", stops: [{ color: "#1118" }, "#333"] }, gradientOpaque],
    [{ type: "radial", stops: [{ color: "#111", position: 0.5 }, "#333"] }, gradientPositions],
    [{ type: "radial", stops: [{ color: "#111", position: null }, "#333"] }, gradientPositions],
    [
      { type: "radial", stops: ["#111", { color: "#222", position: 50 }, { color: "#333", position: 40 }] },
      gradientPositions,
    ],
  ])("%o breaks the rule that its text breaks", (gradient, expected) => {
    expect(rule(gradient)).toBe(expected);
  });

  test("of the type radial with an angle is rejected with the name of the angle", () => {
    const { issues } = read({ type: "radial", angle: 0, stops });
    expect(issues[0]).toMatchObject({ rule: gradientFreeColor, values: { text: '"angle"' } });
  });

  test("is not accepted over HTTP", () => {
    const { issues } = parse({ gradient: { type: "radial", stops: ["111111", "222222"] } });
    expect(issues[0]?.rule).toBe(gradientType);
  });
});

test.each(presetNames)("the caption is readable on the frame of the preset %s, which is not black", (preset) => {
  const { options } = parse({ preset, caption: "Scan me" });
  const { frame, background, caption } = paintsOf(options);
  expect(frame.value).not.toBe("000000");
  const behind = isOnPaper(options.frame) ? firstColor(background.value) : frame.value;
  expect(contrast(behind, caption.value)).toBeGreaterThan(4.5);
});
