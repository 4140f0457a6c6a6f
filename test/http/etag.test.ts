import fc from "fast-check";
import { expect, test } from "vitest";
import { etagOf, isNamed } from "../../src/http/respond.ts";

test("computes the same tag for the same bytes at any alignment", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(7), (bytes, offset) => {
      const elsewhere = new Uint8Array(bytes.length + 8).fill(255);
      elsewhere.set(bytes, offset);
      expect(etagOf(elsewhere.subarray(offset, offset + bytes.length))).toBe(etagOf(bytes));
    }),
  );
});

test("any flipped bit, added, removed or swapped byte changes the tag", () => {
  const bytes = Uint8Array.from({ length: 403 }, (_, i) => (i * 7) & 255);
  const tags = new Set([etagOf(bytes), etagOf(bytes.subarray(1)), etagOf(bytes.subarray(0, 402))]);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = bytes.slice();
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    tags.add(etagOf(changed));
  }
  expect(tags.size).toBe(3 + bytes.length * 8);
  expect(etagOf(Uint8Array.of(0))).not.toBe(etagOf(Uint8Array.of(0, 0)));
  expect(etagOf(Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0))).not.toBe(etagOf(Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0)));
});

test("ten thousand short contents have ten thousand different valid tags", () => {
  const tags = new Set(Array.from({ length: 10_000 }, (_, i) => etagOf(new TextEncoder().encode(`picture ${i}`))));
  expect(tags.size).toBe(10_000);
  for (const tag of tags) expect(tag).toMatch(/^"[0-9a-z]+-[0-9a-z]+"$/);
});

test("If-None-Match matches strong and weak tags, lists and *", () => {
  expect(isNamed('"a"', null)).toBe(false);
  expect(isNamed('"a"', '"b", "a"')).toBe(true);
  expect(isNamed('"a"', 'W/"a"')).toBe(true);
  expect(isNamed('"a"', "*")).toBe(true);
  expect(isNamed('"a"', "a")).toBe(false);
});
