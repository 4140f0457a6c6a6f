import fc from "fast-check";
import { expect, test } from "vitest";
import { unfilter } from "../../src/core/png-reader.ts";

/** Applies filters as described in the standard. W3C PNG, third edition, 9.2. */
function filter(rows: Uint8Array, rowLength: number, step: number): Uint8Array {
  const stride = rowLength + 1;
  return rows.map((byte, at) => {
    const x = (at % stride) - 1;
    if (x < 0) return byte;
    const a = x < step ? 0 : (rows[at - step] ?? 0);
    const b = at < stride ? 0 : (rows[at - stride] ?? 0);
    const c = x < step || at < stride ? 0 : (rows[at - stride - step] ?? 0);
    const p = a + b - c;
    const nearest = [a, b, c].reduce((best, one) => (Math.abs(p - one) < Math.abs(p - best) ? one : best));
    return byte - ([0, a, b, (a + b) >> 1, nearest][rows[at - x - 1] ?? 0] ?? 0);
  });
}

test("restores any pixels for any filters", () => {
  const row = (length: number) =>
    fc
      .tuple(fc.nat(4), fc.uint8Array({ minLength: length, maxLength: length }))
      .map(([kind, bytes]) => [kind, ...bytes]);
  const picture = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom(1, 2, 3, 4));
  fc.assert(
    fc.property(
      picture.chain(([length, step]) =>
        fc.tuple(fc.constant({ length, step }), fc.array(row(length), { maxLength: 6 })),
      ),
      ([{ length, step }, lines]) => {
        const rows = Uint8Array.from(lines.flat());
        const filtered = filter(rows, length, step);
        unfilter(filtered, length, lines.length, step);
        expect(filtered).toEqual(rows);
      },
    ),
  );
});

test("rejects an unknown filter", () => {
  expect(() => unfilter(Uint8Array.of(5, 0), 1, 1, 1)).toThrow("PNG has an unknown filter type: 5");
});
