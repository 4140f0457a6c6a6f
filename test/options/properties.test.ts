import fc from "fast-check";
import { expect, test } from "vitest";
import { QrError, statusOf } from "../../src/errors.ts";
import { GRADIENT } from "../../src/options/look-kinds.ts";
import { checkOptions, parseOptions } from "../../src/options/parse.ts";
import { readJson, readQuery } from "../../src/options/read.ts";
import { type Row, rows } from "../../src/options/table.ts";
import { encodeBase64 } from "../../src/text/base64.ts";

/** Returns a generator of values that are valid for `row` in a JSON body. */
function words(row: Row): fc.Arbitrary<unknown> {
  switch (row.kind) {
    case "integer":
      return fc.integer({ min: row.min, max: row.max });
    case "number":
      return fc.double({ min: row.min, max: row.max, noNaN: true });
    case "length":
      return fc.integer({ min: row.min, max: row.max }).map((length) => `${length}mm`);
    case "choice":
      return fc.constantFrom(...row.of);
    case "color":
      return fc.stringMatching(/^[0-9a-fA-F]{6}$/);
    case "design":
      return fc.constantFrom("{}", '{"color":"123456","dotStyle":"dots"}', '{"gradient":"radial,123456,abcdef"}');
    case "gradient":
      return fc.stringMatching(GRADIENT).filter(ascends);
    case "flag":
      return fc.boolean();
    case "line":
      return fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
        .filter((text) => text.length <= row.max && isOneVisibleLine(text));
    case "url":
      return fc.webUrl({ withQueryParameters: true, withFragments: true });
    case "base64":
      return fc.base64String({ minLength: 4 });
    case "text":
      return fc.string({ unit: "grapheme", minLength: 1 });
  }
}

/** Returns whether `text` has a visible character, and no control characters, line breaks or bidirectional controls. All
 *  options with one line of text must accept such text. */
function isOneVisibleLine(text: string): boolean {
  return (
    /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text) &&
    !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\uFFFE\uFFFF]/u.test(text)
  );
}

/** Returns whether the positions in a gradient ascend. */
function ascends(gradient: string): boolean {
  const positions = [...gradient.matchAll(/@(\d+)/g)].map(([, position]) => Number(position));
  return positions.every((position, at) => position >= (positions[at - 1] ?? 0));
}

const validOptions = fc
  .record(Object.fromEntries(rows.map(([name, row]) => [name, words(row)])), { requiredKeys: ["data"] })
  .map(withOneSize);

/** Returns `options` with only one of `width`, `moduleSize` and `size`, and without `data` if they have `dataBase64`, because
 *  these exclude each other. */
function withOneSize<Options extends Readonly<Record<string, unknown>>>(
  options: Options,
): Readonly<Record<string, unknown>> {
  const { size, moduleSize, width, ...others } = options;
  const length =
    width !== undefined ? { width } : moduleSize !== undefined ? { moduleSize } : size !== undefined && { size };
  const { data: _, ...encoded } = { ...others, ...length };
  return options.dataBase64 === undefined ? { ...encoded, data: options.data } : encoded;
}

const inAddress = validOptions.filter((given) => given.logoData === undefined);

test("accepts every value that the table allows, and parsing is idempotent", () => {
  fc.assert(
    fc.property(validOptions, (given) => {
      const options = checkOptions(given);
      const { data } = options;
      const again = typeof data === "string" ? options : { ...options, dataBase64: encodeBase64(data) };
      expect(checkOptions(withOneSize(again))).toEqual(options);
    }),
  );
});

test("parses numbers and booleans like their text in a query", () => {
  fc.assert(
    fc.property(inAddress, (given) => {
      const query = new URLSearchParams(Object.entries(given).map(([name, word]) => [name, String(word)]));
      expect(checkOptions(readQuery(query.toString()))).toEqual(checkOptions(given));
    }),
  );
});

const anyName = fc.oneof(fc.constantFrom(...rows.map(([name]) => name), "__proto__", "constructor"), fc.string());

test("any JSON value results in options or a QrError with status 400", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.dictionary(anyName, fc.jsonValue()).map((v) => JSON.stringify(v)),
      ),
      (text) => {
        try {
          for (const issue of parseOptions(readJson(text)).issues) {
            expect(issue).toBeInstanceOf(QrError);
            expect(statusOf(issue)).toBe(400);
            expect(issue.message.startsWith(`${issue.field} `)).toBe(true);
          }
        } catch (error) {
          expect(error).toMatchObject({ name: "QrError", code: "BODY_INVALID" });
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test("any query string results in values or a QrError with status 400", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom("&", "=", "%", "+", "data", "size", "%e2%82%ac", "logoData", "?"),
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join("")),
      (search) => {
        try {
          parseOptions(readQuery(search));
        } catch (error) {
          expect(error).toMatchObject({ name: "QrError" });
        }
      },
    ),
    { numRuns: 2000 },
  );
});
