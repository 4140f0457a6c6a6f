import fc from "fast-check";
import { expect, test } from "vitest";
import { decodePercent } from "../../src/text/percent.ts";

function expected(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

test("decodes like decodeURIComponent", () => {
  const encoded = fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, "0")}`);
  const upper = encoded.map((text) => text.toUpperCase());
  const parts = fc.array(
    fc.oneof(encoded, upper, fc.constantFrom("%", "%4", "%g0", "a", "é", "%F0%9D%84%9E", "%ed%a0%80")),
  );
  fc.assert(
    fc.property(parts, (list) => {
      expect(decodePercent(list.join(""))).toBe(expected(list.join("")));
    }),
    { numRuns: 5_000 },
  );
});

test("knows which characters of two to four bytes are valid", () => {
  const hex = (byte: number) => `%${byte.toString(16)}`;
  const seconds = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0];
  let valid = 0;
  for (let first = 0x80; first <= 0xff; first++) {
    for (const second of seconds) {
      for (const rest of ["", "%80", "%bf%80", "%7f%80", "%80%c0"]) {
        const text = hex(first) + hex(second) + rest;
        expect(decodePercent(text), text).toBe(expected(text));
        if (expected(text) !== undefined) valid++;
      }
    }
  }
  expect(valid).toBeGreaterThan(100);
});
