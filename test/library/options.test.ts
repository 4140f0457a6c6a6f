import { describe, expect, test } from "vitest";
import {
  design,
  draw,
  encode,
  toCanvas,
  toDataUrl,
  toMatrix,
  toPath,
  toPng,
  toSvg,
  toTerminal,
} from "../../src/index.ts";
import { didYouMean, needs, unknownOption } from "../../src/messages/developer-rules.ts";
import { gradientOpaque, versionTooLarge } from "../../src/messages/option-rules.ts";
import { FIRST_ARGUMENT, OPTIONS_OBJECT } from "../../src/options/unknown-names.ts";
import { UNREADABLE_LOGO } from "../../src/render/draw.ts";
import { MAX_NAME_LENGTH } from "../../src/text/nearest.ts";
import { createCanvas } from "../canvas.ts";

const synchronous = [encode, toMatrix, toSvg, toPng, toPath, toTerminal, toDataUrl] as const;
type Call = (data: unknown, options?: unknown) => unknown;
const calls = synchronous as readonly Call[];

const thrown = (action: () => unknown) => {
  try {
    return action();
  } catch (error) {
    return error;
  }
};

test.each([0, "", false, NaN, 1, "x", [], new Uint8Array()])("rejects %j as options", (options) => {
  const error = { code: "INVALID_OPTION", field: "options", rule: OPTIONS_OBJECT };
  for (const call of calls) expect(thrown(() => call("x", options))).toMatchObject(error);
});

test.each([
  Promise.resolve({}),
  new Date(),
  /x/,
  new ArrayBuffer(1),
  new URL("https://a.example"),
  new Map(),
  new Set(),
])("rejects %s as options", async (options) => {
  const error = { code: "INVALID_OPTION", field: "options", rule: OPTIONS_OBJECT };
  for (const call of calls) expect(thrown(() => call("x", options))).toMatchObject(error);
  await expect(draw("x", options as never)).rejects.toMatchObject(error);
});

test("accepts null, objects without a prototype and instances of classes", () => {
  class Options {
    readonly margin = 2;
  }
  const expected = toSvg("x", { margin: 2 });
  expect(toSvg("x", new Options())).toBe(expected);
  expect(toSvg("x", Object.assign(Object.create(null), { margin: 2 }))).toBe(expected);
  for (const call of calls) expect(call("x", null)).toEqual(call("x"));
});

describe("inherited options", () => {
  const logo = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')}`;
  class Options {
    readonly ec = "H";
    get margin() {
      return 2;
    }
    get preset() {
      return undefined;
    }
    sizes() {
      return [300];
    }
  }
  const plain = { ec: "H", margin: 2 } as const;

  test.each([
    ["of an object", Object.create(plain)],
    ["of a class", new Options()],
    ["of an object's prototype", Object.assign(Object.create(Object.create({ margin: 2 })), { ec: "H" })],
  ])("%s are read by all functions", async (_, options) => {
    for (const call of calls) expect(call("x", options)).toEqual(call("x", plain));
    expect(await draw("x", options)).toEqual(await draw("x", plain));
    expect(await draw("x", { design: options })).toEqual(await draw("x", { design: plain }));
    expect(toSvg("x", design(options))).toEqual(toSvg("x", plain));
    expect(toSvg("x", Object.create(design(options)))).toEqual(toSvg("x", plain));
    const svg = Object.create(options, { format: { value: "svg", enumerable: true } });
    expect(toDataUrl("x", svg)).toBe(toDataUrl("x", { ...plain, format: "svg" }));
    const marked = Object.create(options, { logo: { value: logo, enumerable: true } });
    expect(toSvg("x", marked)).toBe(toSvg("x", { ...plain, logo }));
  });

  test("with unknown names are rejected, like others", async () => {
    const error = { code: "INVALID_OPTION", field: "colour", rule: didYouMean };
    const options = Object.create({ colour: "#123" });
    for (const call of calls) expect(thrown(() => call("x", options))).toMatchObject(error);
    expect(thrown(() => design(options))).toMatchObject(error);
    await expect(draw("x", options)).rejects.toMatchObject(error);
  });
});

test.each([Object.create(null), ["svg"], 5, Symbol("svg")])("rejects a format that is no string", async (format) => {
  const error = { code: "INVALID_OPTION", field: "format" };
  for (const call of [toSvg, toPng, toDataUrl] as readonly Call[]) {
    expect(thrown(() => call("x", { format }))).toMatchObject(error);
  }
  await expect(draw("x", { format })).rejects.toMatchObject(error);
});

test.each(["data", "value", "text"])("says that %s is the first argument", async (field) => {
  const error = { code: "INVALID_OPTION", field, rule: FIRST_ARGUMENT };
  for (const call of calls) expect(thrown(() => call("x", { [field]: "y" }))).toMatchObject(error);
  await expect(draw("x", { [field]: "y" })).rejects.toMatchObject(error);
});

test.each([
  ["height", "size"],
  ["includeMargin", "margin"],
  ["padding", "margin"],
  ["shape", "dotStyle"],
])("suggests for %s the option %s", (field, name) => {
  expect(thrown(() => toSvg("x", { [field]: 1 }))).toMatchObject({ field, rule: didYouMean, values: { name } });
});

test("says where design is available", () => {
  const error = { code: "NOT_SUPPORTED", rule: needs };
  expect(thrown(() => toSvg("x", { design: {} } as never))).toMatchObject({ ...error, values: { name: "draw()" } });
});

test("cuts off long names", () => {
  const field = "n".repeat(MAX_NAME_LENGTH);
  expect(thrown(() => toSvg("x", { ["n".repeat(1e5)]: 1 } as never))).toMatchObject({ field, rule: unknownOption });
});

test("toCanvas rejects pngColor", () => {
  const error = { code: "NOT_SUPPORTED", field: "pngColor", rule: needs };
  expect(thrown(() => toCanvas(createCanvas(), "x", { pngColor: "gray" } as never))).toMatchObject(error);
});

test("a Blob that cannot be read is an invalid logo with a cause", async () => {
  const cause = new Error("gone");
  const logo = { size: 5, arrayBuffer: () => Promise.reject(cause) };
  await expect(draw("x", { logo })).rejects.toMatchObject({ code: "LOGO_INVALID", rule: UNREADABLE_LOGO, cause });
});

test("detached arrays are errors", async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  for (const call of calls) expect(thrown(() => call(bytes))).toMatchObject({ code: "DATA_MISSING" });
  await expect(draw("x", { logo: bytes })).rejects.toMatchObject({ code: "LOGO_INVALID" });
});

test("a logo may raise the version above maxVersion", () => {
  const long = "x".repeat(100);
  const error = { code: "DATA_TOO_LONG", rule: versionTooLarge, values: { version: 10 } };
  expect(thrown(() => toSvg(long, { logo: toPng("logo"), maxVersion: 6 }))).toMatchObject(error);
});

test.each([
  ["#1234", "#112233"],
  ["#11223344", "#112233"],
  ["transparent", "#000000"],
])("says how to write the colour %s of a gradient", (color, value) => {
  const values = { text: JSON.stringify(color), value };
  const error = { field: "gradient", rule: gradientOpaque, values };
  expect(thrown(() => design({ gradient: `linear,45,${color},#00f` }))).toMatchObject(error);
});
