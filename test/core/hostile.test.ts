import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { encodePng } from "../../src/core/pixels.ts";
import { QrError } from "../../src/errors.ts";
import { readPng } from "../decoders/png-reader.ts";
import { readMessage } from "./segment-reader.ts";
import { smallestVersion } from "./segment-rule.ts";
import { encodeSvg } from "./svg-of.ts";
import { levels } from "./texts.ts";

/** Every string results in a correct symbol or a QrError, never in a trap. */

const settings = fc.record({
  ec: fc.constantFrom(...levels),
  version: fc.integer({ min: 1, max: 40 }),
  mask: fc.option(fc.integer({ min: 0, max: 7 }), { nil: undefined }),
  boost: fc.boolean(),
  eci: fc.boolean(),
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: fc.constantFrom("0", "5", "A", ":", "a", "é", "\0", "🙂"), maxLength: 120 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
);

function isWellFormed(text: string): boolean {
  return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(Buffer.from(text, "utf16le")) === text;
}

describe("any text with any settings", () => {
  test("any text is decoded unchanged, or rejected with a QrError", () => {
    fc.assert(
      fc.property(anyText, settings, (text, chosen) => {
        if (text === "" || !isWellFormed(text)) {
          expect(() => encodeSymbol(text, chosen)).toThrow(QrError);
          return;
        }
        const symbol = encodeSymbol(text, chosen);
        expect(readMessage(symbol).text).toBe(text);
        expect(symbol.version).toBeGreaterThanOrEqual(chosen.version);
        if (chosen.mask !== undefined) expect(symbol.mask).toBe(chosen.mask);
      }),
      { numRuns: 600, seed: 20 },
    );
  });

  test("any text is drawn as a PNG that strict readers accept", () => {
    const frame = fc.record({
      size: fc.integer({ min: 177, max: 300 }),
      margin: fc.integer({ min: 0, max: 10 }),
      color: fc.constantFrom("000000", "abcdef", "00ff00"),
      bg: fc.constantFrom("ffffff", "000000", "123456"),
    });
    fc.assert(
      fc.property(anyText, settings, frame, (text, chosen, wanted) => {
        fc.pre(text !== "" && isWellFormed(text));
        expect(readPng(encodePng(text, chosen, wanted)).width).toBe(wanted.size);
        expect(encodeSvg(text, chosen, wanted, text)).toContain("</svg>");
      }),
      { numRuns: 300, seed: 21 },
    );
  });
});

test("encodes lengths near every capacity, and rejects longer text, in every alphabet", () => {
  const units = ["1", "Z", "z", "é", "漢", "🙂", "1a", "12345678Aa"];
  const edges = fc.constantFrom(1, 17, 255, 256, 1273, 1663, 2331, 2953, 4296, 7089, 7090, 10_000);
  fc.assert(
    fc.property(
      fc.constantFrom(...units),
      edges,
      fc.integer({ min: -3, max: 3 }),
      fc.constantFrom(...levels),
      (unit, edge, offset, ec) => {
        const text = unit.repeat(Math.max(1, Math.ceil((edge + offset) / unit.length)));
        const version = smallestVersion(text, ec);
        if (version === undefined) {
          expect(() => encodeSymbol(text, { ec })).toThrow(expect.objectContaining({ code: "DATA_TOO_LONG" }));
        } else {
          expect(encodeSymbol(text, { ec })).toMatchObject({ version, ec });
        }
      },
    ),
    { numRuns: 250, seed: 22 },
  );
});
