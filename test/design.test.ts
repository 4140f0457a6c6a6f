import { describe, expect, expectTypeOf, test } from "vitest";
import {
  type Design,
  design,
  draw,
  encode,
  QrError,
  type SvgOptions,
  toCanvas,
  toDataUrl,
  toMatrix,
  toPng,
  toSvg,
  toSvgDataUrl,
  toTerminal,
} from "../src/index.ts";
import { freeColorText, gradientAngle, integerRange, numberRange, oneOf } from "../src/messages/option-rules.ts";
import { checkOptions } from "../src/options/parse.ts";
import { presetNames, presets } from "../src/options/presets.ts";
import { designTable, freeTable, pngTable, svgTable, symbolTable } from "../src/options/table.ts";
import { unknownIn } from "../src/options/unknown-names.ts";
import { drawPicture } from "../src/render/formats.ts";
import { createCanvas } from "./canvas.ts";
import { readPng } from "./decoders/png-reader.ts";
import { ruleText } from "./rule-text.ts";

const text = "https://example.com/?a=b c&d=é";
const logo = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1H0z"/></svg>`;

/** A set of options that uses every part of a design, and two that need no code for designs. */
const looks = [
  { eyeStyle: "leaf", pupilStyle: "circle", eyeColor: "#1a5fb4", pupilColor: "#813d9c", size: 300 },
  { dotStyle: "diamond", dotSize: 0.9, color: "123456", bg: "#ffe", margin: 2 },
  { gradient: "linear, 45, #1a5fb4, #813d9c", eyeGradient: "radial,#a51d2d,#63452c", size: 333 },
  { bgGradient: "linear,0,#fff,#f9f06b", dotStyle: "vertical-line", title: "A <b>" },
  { gradient: "radial,#1a5fb4,#a51d2d", bg: "transparent", dotStyle: "rounded" },
  {
    gradient: { type: "linear", angle: 45, stops: ["#1a5fb4", { color: "#813d9c", position: 80 }] },
    bgGradient: { type: "radial", stops: ["#fff", "#f9f06b"] },
  },
  { preset: "sunset", size: 400, dotStyle: "dots" },
  { dotStyle: "rounded", color: "#123" },
  { preset: "slate", bg: "#ffe" },
] as const;

/** Returns the picture that the service draws. */
function served(input: object, format: "png" | "svg"): unknown {
  return drawPicture(checkOptions({ ...input, data: text, format }, freeTable)).body;
}

function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe.each(looks)("%j", (look) => {
  test("all functions draw the picture of the service", async () => {
    const brand = design(look);
    const [svg, png] = [served(look, "svg"), served(look, "png") as Uint8Array];
    expect(toSvg(text, brand)).toBe(svg);
    expect(toPng(text, brand)).toEqual(png);
    expect(await (await fetch(toDataUrl(text, { ...brand, format: "svg" }))).text()).toBe(svg);
    expect(toDataUrl(text, brand)).toBe(`data:image/png;base64,${Buffer.from(png).toString("base64")}`);
    for (const options of [look, brand]) {
      expect(await draw(text, { ...options, format: "svg" })).toBe(svg);
      expect(await draw(text, options)).toEqual(png);
    }
  });

  test("toCanvas draws the pixels of the PNG", () => {
    const canvas = createCanvas();
    toCanvas(canvas, text, design(look));
    const { width, height, data } = readPng(toPng(text, design(look)));
    expect([canvas.width, canvas.height]).toEqual([width, height]);
    expect(Buffer.compare(Buffer.from(canvas.pixels), Buffer.from(data))).toBe(0);
  });

  test("toSvg and draw add a logo", async () => {
    const svg = toSvg(text, design({ ...look, logo }));
    expect(svg).toMatch(/<image [^>]*href="data:image\/svg\+xml;base64,[^"]+"\/><\/svg>$/);
    expect(svg.replace(/<image.*?\/>/, "")).not.toBe(toSvg(text, design({ ...look, ec: "H" })));
    const drawn = await draw(text, { ...look, logo, format: "svg" });
    expect(drawn).toBe(svg);
  });
});

test("a design keeps other options, survives spreading, and can be extended", () => {
  const brand = design({ eyeStyle: "circle", size: 300, ec: "Q" });
  expect(brand).toMatchObject({ eyeStyle: "circle", size: 300, ec: "Q" });
  expect(toSvg(text, { ...brand, size: 500 })).toBe(served({ eyeStyle: "circle", size: 500, ec: "Q" }, "svg"));
  const extended = design({ ...brand, gradient: "radial,#000,#00f" });
  expect(toSvg(text, extended)).toBe(
    served({ eyeStyle: "circle", size: 300, ec: "Q", gradient: "radial,000000,0000ff" }, "svg"),
  );
  expect(Object.getOwnPropertySymbols(brand)).toEqual([Symbol.for("isoqr.design")]);
});

test.each(presetNames)("a preset is a design: %s", (preset) => {
  expect(toSvg(text, design({ preset }))).toBe(served({ preset }, "svg"));
  expect(toSvg(text, design({ preset, color: undefined }))).toBe(served({ preset }, "svg"));
});

test.each([
  [{ eyeStyle: "round" }, ruleText(oneOf, "eyeStyle", { text: "square, rounded," })],
  [{ preset: "sea" }, ruleText(oneOf, "preset", { text: "ocean," })],
  [{ dotSize: 2 }, ruleText(numberRange, "dotSize", { min: 0.5, max: 1 })],
  [{ eyeColor: "red" }, ruleText(freeColorText, "eyeColor")],
  [{ gradient: "linear,400,#000,#fff" }, ruleText(gradientAngle, "gradient", { min: 0, max: 359 })],
  [{ size: 10 }, ruleText(integerRange, "size", { min: 32, max: 16_384 })],
])("rejects %j in design, and in options that a design is spread into", (wrong, message) => {
  const error = errorOf(() => design(wrong as object));
  expect(error).toBeInstanceOf(QrError);
  expect(error).toMatchObject({ code: "INVALID_OPTION", message: expect.stringContaining(message) });
  const brand = design({ pupilStyle: "leaf" });
  const spread = { ...brand, ...(wrong as object) };
  for (const drawIt of [() => toSvg(text, spread), () => toPng(text, spread)]) {
    expect(errorOf(drawIt)).toMatchObject({ message: expect.stringContaining(message) });
  }
});

test("rejects data, and logos in PNGs, as without a design", () => {
  const brand = design({ eyeStyle: "leaf" });
  for (const drawIt of [toSvg, toPng, toDataUrl]) {
    expect(errorOf(() => drawIt("", brand))).toMatchObject({ code: "DATA_MISSING" });
    expect(errorOf(() => drawIt("x".repeat(2954), brand))).toMatchObject({ code: "DATA_TOO_LONG" });
  }
  expect(errorOf(() => toPng(text, design({ eyeStyle: "leaf", logo })))).toMatchObject({ code: "NOT_SUPPORTED" });
  expect(errorOf(() => toSvg(text, design({ eyeStyle: "leaf", logo: "x" })))).toMatchObject({ code: "LOGO_INVALID" });
  const canvas = createCanvas();
  expect(errorOf(() => toCanvas(canvas, "", brand))).toMatchObject({ code: "DATA_MISSING" });
  expect(errorOf(() => toCanvas({ ...canvas, getContext: () => null }, text, brand))).toMatchObject({
    field: "canvas",
  });
  expect([canvas.width, canvas.height]).toEqual([300, 150]);
});

/** Functions with any options: TypeScript cannot call a union of overloaded functions. */
const drawers = (functions: readonly ((data: string, options?: object) => unknown)[]) => functions;

describe("without design", () => {
  const plain = [...Object.keys(pngTable), ...Object.keys(svgTable)];
  const names = Object.keys(designTable).filter((name) => !plain.includes(name));

  test.each(names)("the synchronous functions reject %s", (name) => {
    const options = { size: 300, [name]: "anything" };
    for (const drawIt of drawers([
      toSvg,
      toPng,
      toDataUrl,
      (data: string, input?: object) => toCanvas(createCanvas(), data, input),
    ])) {
      expect(errorOf(() => drawIt(text, options))).toMatchObject({
        code: "NOT_SUPPORTED",
        message: `${name} needs design()`,
      });
    }
  });

  test("undefined look options and all other options are plain", () => {
    const unset = Object.fromEntries(names.map((name) => [name, undefined]));
    expect(toSvg(text, unset)).toBe(toSvg(text));
    expect(toPng(text, unset)).toEqual(toPng(text));
    for (const name of plain) {
      const fault = unknownIn({ [name]: "x" }, svgTable);
      if (Object.hasOwn(svgTable, name)) expect(fault, name).toBeUndefined();
      else expect(fault, name).toMatchObject({ code: "NOT_SUPPORTED", values: { name: "toPng()" } });
    }
    for (const dotStyle of pngTable.dotStyle.of) expect(unknownIn({ dotStyle }, pngTable)).toBeUndefined();
  });

  test("an unknown dotStyle is rejected with the styles that the function draws", async () => {
    const options = { dotStyle: "round" } as object;
    expect(errorOf(() => toSvg(text, options))).toMatchObject({
      message: expect.stringMatching(/^dotStyle must be one of square, .*extra-rounded$/),
    });
    await expect(draw(text, options)).rejects.toThrow(/^dotStyle must be one of square, .*plus$/);
  });

  test("the types reject look options", () => {
    // @ts-expect-error: it needs design().
    expect(() => toSvg(text, { eyeStyle: "leaf" })).toThrow(QrError);
    // @ts-expect-error: it needs design().
    expect(() => toPng(text, { dotStyle: "star" })).toThrow(QrError);
    // @ts-expect-error: the name is wrong.
    expect(() => design({ eyeStile: "leaf" })).toThrow(QrError);
    expectTypeOf<Design>().not.toExtend<SvgOptions>();
    expectTypeOf(design).returns.toEqualTypeOf<Design>();
  });
});

describe("unknown options", () => {
  test.each([
    ["cornersSquareOptions", "did you mean eyeStyle?"],
    ["cornersDotOptions", "did you mean pupilStyle?"],
    ["dotsOptions", "did you mean dotStyle?"],
    ["backgroundOptions", "did you mean bg?"],
    ["eyestyle", "did you mean eyeStyle?"],
    ["DOTSTYLE", "did you mean dotStyle?"],
    ["eyeStile", "did you mean eyeStyle?"],
    ["imageSettings", "did you mean logo?"],
    ["constructor", "check its name"],
  ])("design, its spreads and draw reject %s with one message: %s", async (name, advice) => {
    const wrong = { size: 300, [name]: "x" };
    const error = { code: "INVALID_OPTION", field: name, message: `${name} is unknown: ${advice}` };
    expect(errorOf(() => design(wrong))).toMatchObject(error);
    const spread = { ...design({ eyeStyle: "leaf" }), ...wrong };
    for (const drawIt of [toSvg, toPng, toDataUrl]) expect(errorOf(() => drawIt(text, spread))).toMatchObject(error);
    for (const options of [wrong, { design: wrong }, spread]) {
      await expect(draw(text, options)).rejects.toMatchObject(error);
    }
  });

  const everyName = Object.keys(designTable);
  const others = { data: undefined, logoData: undefined, logoMime: "image/png" };

  test.each([
    ["colour", "did you mean color?"],
    ["dark", "did you mean color?"],
    ["cornersSquareOptions", "did you mean eyeStyle?"],
    ["eclevel", "did you mean ec?"],
    ["errorCorrectionLevel", "did you mean ec?"],
    ["type", "did you mean format?"],
    ["image", "did you mean logo?"],
    ["boostLevel", "did you mean boost?"],
    ["sise", "did you mean size?"],
    ["eyestile", "did you mean eyeStyle?"],
    ["constructor", "check its name"],
  ])("all functions reject %s: %s", (name, advice) => {
    const wrong = { ...others, logoMime: undefined, margin: 2, [name]: "x" };
    for (const drawIt of drawers([toSvg, toPng, toDataUrl, encode, toMatrix, toTerminal])) {
      expect(errorOf(() => drawIt(text, wrong as object))).toMatchObject({
        code: "INVALID_OPTION",
        message: `${name} is unknown: ${advice}`,
      });
    }
  });

  test.each([
    [toPng, { title: "A" }, "title needs toSvg()"],
    [toPng, { logoSize: 0.2 }, "logoSize needs draw()"],
    [toPng, { logo: "data:," }, "logo needs draw()"],
    [toSvg, { ansi: false }, "ansi needs toTerminal()"],
    [toDataUrl, { ansi: false }, "ansi needs toTerminal()"],
  ])("functions for images reject options that only other functions have: %o, %o", (drawIt, options, message) => {
    expect(errorOf(() => drawIt(text, options as object))).toMatchObject({ code: "NOT_SUPPORTED", message });
  });

  test("a function that draws one format rejects the others", () => {
    const formatOf = (format: unknown) => ({ format }) as object;
    for (const word of ["png", "json", 1, null]) {
      const error = { code: "INVALID_OPTION", field: "format", message: expect.stringContaining("use toPng()") };
      expect(errorOf(() => toSvg(text, formatOf(word)))).toMatchObject(error);
      expect(errorOf(() => toSvg(text, { ...design(), ...formatOf(word) }))).toMatchObject(error);
    }
    const error = { code: "INVALID_OPTION", field: "format", message: expect.stringContaining("use toSvg()") };
    expect(errorOf(() => toPng(text, formatOf("svg")))).toMatchObject(error);
    expect(errorOf(() => toCanvas(createCanvas(), text, formatOf("svg")))).toMatchObject(error);
    expect(toSvg(text, formatOf("SVG"))).toBe(toSvg(text));
    expect(toPng(text, formatOf("png"))).toEqual(toPng(text));
    expect(toDataUrl(text, { format: "png", title: "A", logoSize: 0.2 })).toBe(toDataUrl(text));
  });

  test("options that are not an object are rejected, and null is no options", async () => {
    const canvas = createCanvas();
    const toItsCanvas = (data: string, options?: object) => toCanvas(canvas, data, options);
    const make = (_: string, options?: object) => design(options);
    const all = drawers([toSvg, toPng, toDataUrl, toSvgDataUrl, toItsCanvas, make, encode, toMatrix, toTerminal]);
    for (const drawIt of all) {
      for (const wrong of [300, "H", true, [], [300], () => {}]) {
        const error = { code: "INVALID_OPTION", field: "options" };
        expect(errorOf(() => drawIt(text, wrong as object))).toMatchObject(error);
        await expect(draw(text, wrong as object)).rejects.toMatchObject(error);
      }
      expect(drawIt(text, null as unknown as object)).toEqual(drawIt(text));
    }
    expect(await draw(text, null as unknown as object)).toEqual(await draw(text));
  });

  test("functions for symbols ignore the options of images, and every function unknown ones that are undefined", () => {
    const plain = { ...others, format: "svg", title: "A", logoSize: 0.2, logoMargin: 1, colour: undefined };
    const only = { ...others, colour: undefined, title: undefined };
    expect(toPng(text, only as object)).toEqual(toPng(text));
    expect(toSvg(text, only as object)).toBe(toSvg(text));
    const all = Object.fromEntries(everyName.map((name) => [name, name in symbolTable ? undefined : "x"]));
    expect(encode(text, { ...plain, ...all } as object)).toEqual(encode(text));
    expect(toMatrix(text, { ...plain, ...all } as object)).toEqual(toMatrix(text));
    const colors = { margin: undefined, color: undefined, bg: undefined };
    expect(toTerminal(text, { ...plain, ...all, ...colors, ansi: true })).toBe(toTerminal(text));
  });

  test("a design may have options of other functions", () => {
    const brand = design({ eyeStyle: "leaf" });
    expect(toSvg(text, { ...brand, ...others } as object)).toBe(toSvg(text, brand));
    expect(encode(text, brand)).toEqual(encode(text));
  });
});

describe("saved designs", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1H0z"/></svg>';
  const saved = {
    ...{ frame: "plain", gradient: null, eyeStyle: null, dotStyle: "dots", preset: null },
    ...{ logoData: Buffer.from(svg).toString("base64"), logoMime: "image/svg+xml" },
  };
  const same = { frame: "plain", dotStyle: "dots", logo: `data:image/svg+xml,${svg}` } as const;

  test("draw and design accept null, and a logo in base64", async () => {
    const expected = toSvg(text, design(same));
    expect(expected).toContain("<image");
    expect(toSvg(text, design(saved as object))).toBe(expected);
    expect(await draw(text, { ...(saved as object), format: "svg" })).toBe(expected);
  });

  test("draw accepts a design that other options override", async () => {
    const expected = await draw(text, { ...same, dotStyle: "star", format: "svg" });
    expect(await draw(text, { design: saved, dotStyle: "star", format: "svg" })).toBe(expected);
    expect(await draw(text, { design: null })).toEqual(await draw(text));
    expect(await draw(text, { design: { frame: "plain" } })).toEqual(await draw(text, { frame: "plain" }));
  });

  test("colours win over the gradients of presets and designs, and none and null remove them", async () => {
    const { gradient: _, ...solid } = presets.ocean;
    const red = { ...solid, color: "#ff0000" };
    const expected = toSvg(text, design(red));
    expect(toSvg(text, design({ preset: "ocean", color: "#ff0000" }))).toBe(expected);
    expect(toSvg(text, design({ ...design({ preset: "ocean" }), color: "#ff0000" }))).toBe(expected);
    expect(toSvg(text, { ...design({ preset: "ocean" }), color: "#ff0000" })).toBe(expected);
    expect(await draw(text, { preset: "ocean", color: "#ff0000", format: "svg" })).toBe(expected);
    const own = {
      ...solid,
      gradient: "radial,#000,#0000ff",
      bgGradient: "radial,#fff,#eee",
      eyeGradient: "radial,#000,#0f0",
    };
    const colors = { color: "ff0000", bg: "ffffff", eyeColor: "00ff00" };
    expect(await draw(text, { design: own, ...colors, format: "svg" })).toBe(
      toSvg(text, design({ ...solid, ...colors })),
    );
    for (const gradient of ["none", null] as string[]) {
      const none = toSvg(text, design(solid));
      expect(toSvg(text, design({ preset: "ocean", gradient }))).toBe(none);
      expect(toSvg(text, { ...design({ preset: "ocean", gradient }) })).toBe(none);
      expect(toPng(text, design({ preset: "ocean", gradient }))).toEqual(toPng(text, design(solid)));
      expect(await draw(text, { preset: "ocean", design: { gradient }, format: "svg" })).toBe(none);
      const plain = { gradient, eyeGradient: gradient, bgGradient: gradient };
      expect(toSvg(text, design(plain))).toBe(toSvg(text));
      expect(toPng(text, design({ ...plain, frame: "rounded" }))).toEqual(toPng(text, design({ frame: "rounded" })));
      expect(toSvg(text, design({ ...plain, frame: "rounded" }))).toBe(toSvg(text, design({ frame: "rounded" })));
    }
  });

  test.each(["{}", 1, []])("draw rejects the design %j", async (word) => {
    const error = await draw(text, { design: word as object }).catch((fault) => fault);
    expect(error).toMatchObject({ code: "INVALID_OPTION", field: "design" });
  });
});
