import { describe, expect, expectTypeOf, test } from "vitest";
import {
  type CanvasLike,
  design,
  QrError,
  type SvgOptions,
  toCanvas,
  toDataUrl,
  toPath,
  toPng,
  toSvg,
  toSvgDataUrl,
  toTerminal,
} from "../src/index.ts";
import {
  fewPixels,
  freeColorOrTransparent,
  freeColorText,
  gradientOpaque,
  oneOf,
  opaqueColor,
  opaqueOrTransparent,
  trueOrFalse,
} from "../src/messages/option-rules.ts";
import { CANVAS, CANVAS_PIXELS } from "../src/render/canvas.ts";
import { createCanvas } from "./canvas.ts";
import { decoders, jsqr, zxing } from "./decoders/decoders.ts";
import { readPng } from "./decoders/png-reader.ts";
import { rasterize } from "./decoders/rasterize.ts";
import { black, type Color, screen, white } from "./decoders/terminal.ts";
import { ruleText } from "./rule-text.ts";

/** Tests the library's data URIs, terminal output, canvases and colours. */

const text = "https://example.com/?a=b c&d=é";

/** Returns the error that `action` throws. */
function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("toDataUrl", () => {
  const looks: readonly SvgOptions[] = [
    {},
    { dotStyle: "rounded", size: 512, color: "1a2b3c" },
    { dotStyle: "dots", bg: "transparent" },
    { title: `It's (a) "code" <b> & 100% \\ é 漢字 🙂` },
    { title: "é漢字🙂".repeat(40) },
  ];

  test("returns the PNG in base64 by default", () => {
    for (const look of looks) {
      const { title: _, ...ofPng } = look;
      const png = `data:image/png;base64,${Buffer.from(toPng(text, ofPng)).toString("base64")}`;
      expect(toDataUrl(text, look)).toBe(png);
      expect(toDataUrl(text, { ...look, format: "png" })).toBe(png);
    }
  });

  test.each(looks)("returns an SVG that is valid without quotes in CSS and in attributes: %j", async (look) => {
    const url = toDataUrl(text, { ...look, format: "svg" });
    expect(toSvgDataUrl(text, look)).toBe(url);
    expect(url).toMatch(/^data:image\/svg\+xml(;base64)?,[\w.,:;=/+%~*!-]+$/);
    expect(await (await fetch(url)).text()).toBe(toSvg(text, look));
    const base64 = Buffer.from(toSvg(text, look)).toString("base64");
    expect(url.length).toBeLessThanOrEqual(`data:image/svg+xml;base64,${base64}`.length);
  });

  test("percent-encodes an SVG with a short title, and encodes one with a long title in base64", () => {
    expect(toDataUrl(text, { format: "svg" })).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    expect(toDataUrl("x", { format: "svg", title: "漢".repeat(200) })).toMatch(/^data:image\/svg\+xml;base64,/);
  });

  test("returns an SVG with a logo, and rejects a PNG with one", async () => {
    const logo = toDataUrl("logo", { size: 64, dotStyle: "dots" });
    const url = toDataUrl(text, { format: "svg", logo });
    expect(await (await fetch(url)).text()).toBe(toSvg(text, { logo }));
    expect(errorOf(() => toDataUrl(text, { logo }))).toMatchObject({ code: "NOT_SUPPORTED", field: "logo" });
  });

  test("accepts bytes", () => {
    expect(toDataUrl(Uint8Array.of(0, 255))).toMatch(/^data:image\/png/);
  });

  test.each(["json", "txt", "gif", 1])("rejects the format %s", (format) => {
    const error = errorOf(() => toDataUrl(text, { format: format as "png" }));
    expect(error).toMatchObject({ code: "INVALID_OPTION", message: ruleText(oneOf, "format", { text: "png, svg" }) });
  });
});

describe("toTerminal", () => {
  const themes: readonly (readonly [string, Color, Color])[] = [
    ["a dark", white, black],
    ["a light", black, white],
    ["a Solarized dark", [131, 148, 150], [0, 43, 54]],
    ["a Solarized light", [101, 123, 131], [253, 246, 227]],
  ];

  test.each(themes)("every decoder reads the code on %s terminal", async (_, ink, paper) => {
    for (const options of [{}, { margin: 2 }, { ec: "H", color: "#00f", bg: "#ffd" }] as const) {
      const pixels = screen(toTerminal(text, options), ink, paper);
      for (const decoder of decoders) expect(await decoder.read(pixels), decoder.name).toBe(text);
    }
  });

  test.each(themes)(
    "decoders that support inverted codes read the code on %s terminal without colours",
    async (_, ink, paper) => {
      for (const options of [{ ansi: false }, { bg: "transparent" }]) {
        const shown = toTerminal(text, options);
        expect(shown).not.toContain("\u001B");
        for (const decoder of [zxing, jsqr]) expect(await decoder.read(screen(shown, ink, paper))).toBe(text);
      }
    },
  );

  test("returns lines with two modules per character, without a line break at the end", () => {
    const lines = toTerminal("x", { margin: 1, ansi: false }).split("\n");
    expect(lines).toHaveLength(12);
    for (const line of lines) expect(line).toMatch(/^[ ▀▄█]{23}$/);
  });

  test("accepts bytes, and rejects invalid options", () => {
    expect(toTerminal(new TextEncoder().encode(text))).toBe(toTerminal(text));
    expect(errorOf(() => toTerminal(text, { ansi: 1 as never }))).toMatchObject({
      message: ruleText(trueOrFalse, "ansi"),
    });
    expect(errorOf(() => toTerminal(text, { margin: 41 }))).toMatchObject({ field: "margin" });
  });
});

describe("toCanvas", () => {
  expectTypeOf<HTMLCanvasElement>().toExtend<CanvasLike>();
  expectTypeOf<OffscreenCanvas>().toExtend<CanvasLike>();

  test.each(["square", "rounded", "dots", "classy", "classy-rounded", "extra-rounded"] as const)(
    "draws exactly the pixels of the PNG: %s",
    (dotStyle) => {
      for (const look of [
        {},
        { size: 300, color: "#1a2b3c", bg: "#FEDCBA", margin: 1 },
        { size: 333, bg: "transparent", ec: "H" },
        { size: 60, version: 2 },
        { size: 60, version: 10, color: "#123" },
        { size: 180, version: 40, bg: "transparent", margin: 2 },
      ] as const) {
        const canvas = createCanvas();
        toCanvas(canvas, text, { ...look, dotStyle });
        const png = readPng(toPng(text, { ...look, dotStyle }));
        expect([canvas.width, canvas.height]).toEqual([png.width, png.height]);
        expect(Buffer.compare(Buffer.from(canvas.pixels), Buffer.from(png.data)), JSON.stringify(look)).toBe(0);
      }
    },
  );

  test("refuses a picture with fewer pixels than modules, like the PNG", () => {
    for (const look of [{}, { dotStyle: "dots" }, design({ eyeStyle: "leaf" })] as const) {
      const options = { ...look, size: 40, version: 10 };
      const error = { code: "INVALID_OPTION", field: "size", rule: fewPixels, values: { min: 57, side: 57 } };
      expect(errorOf(() => toPng(text, options))).toMatchObject(error);
      expect(errorOf(() => toCanvas(createCanvas(), text, options))).toMatchObject(error);
      expect(readPng(toPng(text, { ...options, size: 57 })).width).toBe(57);
      expect(toSvg(text, options)).toContain("</svg>");
    }
    const framed = (size: number) => design({ frame: "rounded", version: 10, size });
    const { values } = errorOf(() => toPng(text, framed(57))) as QrError;
    const least = Number((values as { min: number }).min);
    expect(least).toBeGreaterThan(57);
    expect(errorOf(() => toPng(text, framed(least - 1)))).toMatchObject({ values });
    expect(readPng(toPng(text, framed(least))).width).toBe(least);
  });

  test("changes nothing if the data or options are invalid", () => {
    const canvas = createCanvas();
    expect(errorOf(() => toCanvas(canvas, ""))).toMatchObject({ code: "DATA_MISSING" });
    expect(errorOf(() => toCanvas(canvas, text, { size: 10 }))).toMatchObject({ field: "size" });
    expect(errorOf(() => toCanvas(canvas, text, { logo: "x" } as object))).toMatchObject({ field: "logo" });
    expect([canvas.width, canvas.height]).toEqual([300, 150]);
  });

  test.each([
    ["nothing", null],
    ["an element that is no canvas", { width: 1, height: 1 }],
    ["a canvas with a context of another kind", { ...createCanvas(), getContext: () => null }],
  ])("rejects %s", (_, canvas) => {
    const error = errorOf(() => toCanvas(canvas as never, text));
    expect(error).toBeInstanceOf(QrError);
    expect(error).toMatchObject({ code: "INVALID_OPTION", message: ruleText(CANVAS, "canvas") });
  });
});

test.each([
  ["createImageData", {}],
  ["createImageData", { createImageData: 1, putImageData: () => undefined }],
  ["putImageData", { createImageData: () => undefined }],
])("toCanvas rejects a canvas without %s", (name, context) => {
  const canvas = { ...createCanvas(), getContext: () => context };
  for (const options of [{}, design({ eyeStyle: "leaf" })]) {
    const error = errorOf(() => toCanvas(canvas as never, text, options));
    expect(error).toBeInstanceOf(QrError);
    expect(error).toMatchObject({ code: "INVALID_OPTION", rule: CANVAS_PIXELS, values: { name: `${name}()` } });
  }
  expect([canvas.width, canvas.height]).toEqual([300, 150]);
});

describe("colours", () => {
  test.each(["#1a2b3c", "1a2b3c", "#1A2B3C", "1A2b3C"])("%s is a colour", (color) => {
    expect(toSvg(text, { color })).toBe(toSvg(text, { color: "1a2b3c" }));
    expect(toPng(text, { bg: color })).toEqual(toPng(text, { bg: "1a2b3c" }));
  });

  test.each(["#abc", "#ABC", "#abcf", "#aabbccff", "#AABBCCFF"])("%s is a colour", (color) => {
    expect(toSvg(text, { color })).toBe(toSvg(text, { color: "aabbcc" }));
    expect(toPng(text, { bg: color })).toEqual(toPng(text, { bg: "aabbcc" }));
  });

  test("black and white are colours", () => {
    const named = { color: "white", bg: "Black" };
    expect(toSvg(text, named)).toBe(toSvg(text, { color: "ffffff", bg: "000000" }));
    const gradient = (ends: string) => toSvg(text, design({ gradient: `linear, 0, ${ends}` }));
    expect(gradient("Black@5, WHITE")).toBe(gradient("000000@5,ffffff"));
    expect(gradient("#000f, #ffffffff")).toBe(gradient("000000,ffffff"));
  });

  test.each(["#abcd", "#0001", "#aabbcc80", "#aabbccfe"])("the translucent colour %s is rejected", (color) => {
    const six = /#(\w{6})../.exec(color)?.[1] ?? color.slice(1, 4).replace(/./g, "$&$&");
    const error = (field: string, rule: string) => ({
      field,
      code: "INVALID_OPTION",
      rule,
      values: { text: `#${six}` },
    });
    expect(errorOf(() => toSvg(text, { color }))).toMatchObject(error("color", opaqueColor));
    expect(errorOf(() => toPng(text, { bg: color }))).toMatchObject(error("bg", opaqueOrTransparent));
  });

  test("transparent is a background", async () => {
    for (const bg of ["transparent", "Transparent", "#0000", "#12345600"]) {
      expect(toSvg(text, { bg })).not.toContain('<path fill="#');
      expect((await rasterize(toSvg(text, { bg }))).data[3]).toBe(0);
      expect(readPng(toPng(text, { bg })).data[3]).toBe(0);
    }
  });

  test.each([
    "abc",
    "red",
    "#12345",
    "#12",
    "112233ff",
    "#1122334",
    "constructor",
    "#1234567",
    "##123456",
    "",
    "rgb(0,0,0)",
    " #123",
    123456,
    null,
  ])("rejects %j", (color) => {
    const wrong = color as string;
    expect(errorOf(() => toSvg(text, { color: wrong }))).toMatchObject({
      code: "INVALID_OPTION",
      message: ruleText(freeColorText, "color"),
    });
    expect(errorOf(() => toPng(text, { bg: wrong }))).toMatchObject({
      message: ruleText(freeColorOrTransparent, "bg"),
    });
  });

  test("transparent is not a colour of modules", () => {
    for (const color of ["transparent", "#0000", "#00000000"]) {
      const error = { field: "color", message: ruleText(opaqueColor, "color", { text: "#000000" }) };
      expect(errorOf(() => toSvg(text, { color }))).toMatchObject(error);
    }
    const error = errorOf(() => design({ gradient: "radial,#0000,#fff" }));
    expect(error).toMatchObject({ field: "gradient", rule: gradientOpaque });
  });
});

describe("paths", () => {
  test.each([{}, { margin: 0 }, { dotStyle: "dots", ec: "H", margin: 7 }, { dotStyle: "classy", version: 3 }] as const)(
    "%j fill the same pixels as an SVG",
    async (options) => {
      const { d, viewBox } = toPath(text, options);
      const path = `<path d="${d}" fill-rule="evenodd"/>`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="300" height="300">${path}</svg>`;
      const expected = await rasterize(toSvg(text, { ...options, size: 300, bg: "transparent" }));
      expect((await rasterize(svg)).data).toEqual(expected.data);
    },
  );

  test("reject a logo, unknown options and texts that are too long", () => {
    expect(errorOf(() => toPath(text, { logo: "data:," } as object))).toMatchObject({ field: "logo" });
    expect(errorOf(() => toPath(text, { quietZone: 1 } as object))).toMatchObject({ field: "quietZone" });
    expect(errorOf(() => toPath("x".repeat(3000)))).toMatchObject({ code: "DATA_TOO_LONG" });
    expect(errorOf(() => toPath(""))).toMatchObject({ code: "DATA_MISSING" });
  });
});
