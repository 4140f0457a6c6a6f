import { expect, test } from "vitest";
import { parseOptions } from "../../src/options/parse.ts";
import { presetNames, presets } from "../../src/options/presets.ts";
import { designNames, freeColors } from "../../src/options/table.ts";

const parse = (words: object) => parseOptions({ data: "x", ...words });
const issueOf = (words: object) => parse(words).issues.map(({ message }) => message);

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
    eyeColor: presets.forest.eyeColor,
  });
});

test("a design is an object or its JSON text, and undefined and null values count as missing", () => {
  const design = { color: "1a5fb4", gradient: null };
  expect(parse({ design, dotStyle: undefined }).options.color).toBe("1a5fb4");
  expect(parse({ design: JSON.stringify(design) }).options.color).toBe("1a5fb4");
  expect(parse({ preset: "gold", color: undefined }).options.color).toBe(presets.gold.color);
});

test("a logo in a design raises the error correction", () => {
  expect(parse({ design: { logoData: "aGk=" } }).options).toMatchObject({ ec: "H", logoData: "aGk=" });
});

test("each interface reads colours in designs in its own way", () => {
  const words = { data: "x", design: { color: "#1a5fb4", eyeColor: "#123" } };
  expect(parseOptions(words).issues).toHaveLength(1);
  const { options, issues } = parseOptions(words, freeColors);
  expect(issues).toEqual([]);
  expect(options).toMatchObject({ color: "1a5fb4", eyeColor: "112233" });
});

test.each([
  ["[]", "design must be a JSON object of look options, such as"],
  ["{", "design must be a JSON object of look options, such as"],
  [{ colour: "1a5fb4" }, 'design must contain only look options, not "colour"'],
  [{ data: "y" }, 'design must contain only look options, not "data"'],
  [{ eyeStyle: "huge" }, "design has an invalid eyeStyle, which must be one of square,"],
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
