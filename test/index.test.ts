import { expect, test } from "vitest";
import { encode, QrError, toMatrix, toPng, toSvg } from "../src/index.ts";
import { ask } from "./http/ask.ts";

const text = "https://example.com/?a=b c&d=é";
const query = (input: Record<string, string>) => `/api/qr?${new URLSearchParams({ data: text, ...input })}`;

test("the library and the service draw the same images", async () => {
  const look = { size: 320, color: "112233", bg: "FFEEDD", margin: 2, ec: "Q", version: 5, mask: 3 } as const;
  const input = Object.fromEntries(Object.entries(look).map(([name, value]) => [name, String(value)]));
  const png = await (await ask(query({ ...input, format: "png" }))).arrayBuffer();
  expect(toPng(text, look)).toEqual(new Uint8Array(png));
  const svg = await (await ask(query({ ...input, format: "svg", title: "A <b>" }))).text();
  expect(toSvg(text, { ...look, title: "A <b>" })).toBe(svg);
  const matrix = await (await ask(query({ format: "json", ec: "H", boost: "true", eci: "true" }))).json();
  expect(toMatrix(text, { ec: "H", boost: true, eci: true })).toEqual(matrix);
});

test("encode returns the modules, row by row, and the chosen parameters", () => {
  const symbol = encode("01234567", { ec: "M" });
  expect(symbol).toMatchObject({ version: 1, side: 21, ec: "M" });
  expect(symbol.modules).toHaveLength(441);
  expect(toMatrix("01234567").modules.flat()).toEqual([...symbol.modules]);
  expect(encode("x", { version: 7, mask: 5, ec: "H" })).toMatchObject({ version: 7, side: 45, mask: 5, ec: "H" });
  expect(encode("x", { ec: "L", boost: true }).ec).toBe("H");
});

test("undefined options use the defaults", () => {
  expect(toSvg("x", { size: undefined, ec: undefined, title: undefined })).toBe(toSvg("x"));
  expect(toPng("x", {})).toEqual(toPng("x"));
  expect(encode("x", { mask: undefined })).toEqual(encode("x"));
});

test("options may come from a prototype, such as those of a class", () => {
  class Options {
    get size() {
      return 300;
    }
  }
  const shared = Object.assign(Object.create({ ec: "H" }), { size: 300 });
  expect(toSvg("x", new Options())).toBe(toSvg("x", { size: 300 }));
  expect(toPng("x", new Options())).toEqual(toPng("x", { size: 300 }));
  expect(toSvg("x", shared)).toBe(toSvg("x", { size: 300, ec: "H" }));
});

test("creating a symbol does not change earlier ones", () => {
  const first = encode("first");
  const copy = [...first.modules];
  const png = toPng("first");
  const pngCopy = [...png];
  encode("second".repeat(50));
  toPng("second".repeat(50));
  expect([...first.modules]).toEqual(copy);
  expect([...png]).toEqual(pngCopy);
});

/** Returns the error that `action` throws. */
function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

test.each([
  ["no text", () => toSvg(""), { code: "DATA_MISSING", field: "data" }],
  ["no text", () => encode(""), { code: "DATA_MISSING", field: "data" }],
  ["a number as text", () => encode(JSON.parse("12")), { code: "INVALID_OPTION", field: "data" }],
  ["null as text", () => toMatrix(JSON.parse("null")), { code: "INVALID_OPTION", field: "data" }],
  ["a list as text", () => toSvg(JSON.parse('["x"]')), { code: "INVALID_OPTION", field: "data" }],
  ["half a character", () => encode("\ud800"), { code: "INVALID_OPTION", field: "data" }],
  ["half a character", () => toPng("\ud800"), { code: "INVALID_OPTION", field: "data" }],
  ["a long text", () => toSvg("x".repeat(2954)), { code: "DATA_TOO_LONG" }],
  ["an invalid version", () => encode("x", { version: 41 }), { code: "INVALID_OPTION", field: "version" }],
  ["an invalid mask", () => toPng("x", { mask: 1.5 }), { code: "INVALID_OPTION", field: "mask" }],
  [
    "a logo in a PNG, which the types do not allow",
    () => toPng("x", JSON.parse('{"logoData":"aGk="}')),
    { code: "NOT_SUPPORTED", field: "logo" },
  ],
  ["a colour by name", () => toSvg("x", { color: "red" }), { code: "INVALID_OPTION", field: "color" }],
])("rejects %s", (_, action, expected) => {
  const error = errorOf(action);
  expect(error).toBeInstanceOf(QrError);
  expect(error).toMatchObject(expected);
});
