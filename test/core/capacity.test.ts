import { expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import type { EcLevel } from "../../src/core/symbol.ts";
import { QrError } from "../../src/errors.ts";
import { readMessage } from "./segment-reader.ts";
import { capacity, type SegmentMode } from "./tables.ts";
import { levels, versions } from "./texts.ts";

const fill: Record<SegmentMode, string> = { numeric: "7", alphanumeric: "K", byte: "q" };
const modes: readonly SegmentMode[] = ["numeric", "alphanumeric", "byte"];

/** Returns the error that encoding `text` throws. Fails if encoding succeeds. */
function refusalOf(text: string, ec: EcLevel): QrError {
  try {
    encodeSymbol(text, { ec });
  } catch (error) {
    if (error instanceof QrError) return error;
    throw error;
  }
  throw new Error(`${text.length} characters were accepted at ${ec}`);
}

test.each(versions)("version %i holds its capacity in every mode and level", (version) => {
  for (const ec of levels) {
    for (const mode of modes) {
      const text = fill[mode].repeat(capacity(mode, version, ec));
      const symbol = encodeSymbol(text, { ec });
      expect(symbol, `${mode} ${ec}`).toMatchObject({ version, ec });
      expect(readMessage(symbol).segments).toEqual([{ mode, text, count: text.length }]);
    }
  }
});

test.each(versions.slice(0, -1))("uses the next version for one character more than version %i holds", (version) => {
  for (const ec of levels) {
    for (const mode of modes) {
      const text = fill[mode].repeat(capacity(mode, version, ec) + 1);
      expect(encodeSymbol(text, { ec }), `${mode} ${ec}`).toMatchObject({ version: version + 1, ec });
    }
  }
});

test.each(levels)("rejects one character more than version 40 holds at %s, and suggests what would fit", (ec) => {
  for (const mode of modes) {
    const most = capacity(mode, 40, ec);
    const refusal = refusalOf(fill[mode].repeat(most + 1), ec);
    expect(refusal).toMatchObject({ code: "DATA_TOO_LONG", status: 413, field: "data" });
    expect(refusal.message).toContain(String(most + 1));
  }
});

test("the error names the bytes used, the capacity of each level, and the level that fits", () => {
  const message = refusalOf("é".repeat(700), "H").message;
  expect(message).toContain("1400 bytes");
  for (const ec of levels) expect(message).toContain(String(capacity("byte", 40, ec)));
  expect(message).toMatch(/\bQ\b/);
});

test("capacity() returns the well-known capacities of version 40", () => {
  expect(levels.map((ec) => capacity("numeric", 40, ec))).toEqual([7089, 5596, 3993, 3057]);
  expect(levels.map((ec) => capacity("alphanumeric", 40, ec))).toEqual([4296, 3391, 2420, 1852]);
  expect(levels.map((ec) => capacity("byte", 40, ec))).toEqual([2953, 2331, 1663, 1273]);
});
