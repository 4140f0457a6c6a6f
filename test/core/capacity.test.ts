import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { type QrData, type Segment, segments } from "../../src/core/data.ts";
import type { EcLevel } from "../../src/core/symbol.ts";
import { QrError } from "../../src/errors.ts";
import { readMessage } from "./segment-reader.ts";
import { capacity, type SegmentMode } from "./tables.ts";
import { levels, versions } from "./texts.ts";

const fill: Record<SegmentMode, string> = { numeric: "7", alphanumeric: "K", byte: "q" };
const modes: readonly SegmentMode[] = ["numeric", "alphanumeric", "byte"];

/** Returns the error that encoding `data` throws. Fails if encoding succeeds. */
function refusalOf(data: QrData, ec: EcLevel, eci = false): QrError {
  try {
    encodeSymbol(data, { ec, eci });
  } catch (error) {
    if (error instanceof QrError) return error;
    throw error;
  }
  throw new Error(`data that is too long was accepted at ${ec}`);
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

const units: Record<SegmentMode, string> = {
  numeric: "digits",
  alphanumeric: "alphanumeric characters",
  byte: "bytes",
};

/** Returns the number of characters that version 40 holds with an ECI header, which takes 12 bits. */
function capacityWithEci(mode: SegmentMode, ec: EcLevel): number {
  let most = capacity(mode, 40, ec);
  while (!fits(fill[mode].repeat(most), ec)) most--;
  return most;
}

function fits(text: string, ec: EcLevel): boolean {
  try {
    return encodeSymbol(text, { ec, eci: true }).version === 40;
  } catch {
    return false;
  }
}

describe.each(modes)("text that takes %s mode", (mode) => {
  test.each(levels)("is rejected with one character more than version 40 holds at %s", (ec) => {
    const most = capacity(mode, 40, ec);
    const refusal = refusalOf(fill[mode].repeat(most + 1), ec);
    const holds = levels.map((level) => `${capacity(mode, 40, level)} at ${level}`).join(", ");
    expect(refusal).toMatchObject({ code: "DATA_TOO_LONG", field: "data" });
    expect(refusal.message).toContain(`it has ${most + 1} ${units[mode]}, and the largest code holds ${holds}; `);
  });

  test("is rejected with the capacity that an ECI header leaves", () => {
    const holds = levels.map((level) => `${capacityWithEci(mode, level)} at ${level}`).join(", ");
    const { message } = refusalOf(fill[mode].repeat(capacityWithEci(mode, "L") + 1), "L", true);
    expect(message).toContain(`the largest code holds ${holds}; `);
  });
});

test("the error names the number of bytes, the capacity of each level, and the level that fits", () => {
  const message = refusalOf("é".repeat(700), "H").message;
  expect(message).toContain("1400 bytes");
  for (const ec of levels) expect(message).toContain(String(capacity("byte", 40, ec)));
  expect(message).toMatch(/\bQ\b/);
});

test("the error counts the headers of given segments", () => {
  const numeric = (digits: string) =>
    segments(Array.from({ length: 1200 }, (): Segment => ({ mode: "numeric", data: digits })));
  // Each segment has a header of 18 bits. The capacity is without the 20 bits of a header in byte mode.
  expect(refusalOf(numeric("7"), "M").message).toContain(`has ${Math.ceil((1200 * 22 - 20) / 8)} bytes`);
  expect(refusalOf(numeric("777"), "M").message).toContain(`has ${Math.ceil((1200 * 28 - 20) / 8)} bytes`);
  expect(refusalOf(segments([{ mode: "byte", data: "q".repeat(2954) }]), "L").message).toContain("has 2954 bytes");
});

test("capacity() returns the well-known capacities of version 40", () => {
  expect(levels.map((ec) => capacity("numeric", 40, ec))).toEqual([7089, 5596, 3993, 3057]);
  expect(levels.map((ec) => capacity("alphanumeric", 40, ec))).toEqual([4296, 3391, 2420, 1852]);
  expect(levels.map((ec) => capacity("byte", 40, ec))).toEqual([2953, 2331, 1663, 1273]);
});
