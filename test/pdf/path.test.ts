import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeOutline, encodeSymbol } from "../../src/core/core.ts";
import { runsOf, tracePath } from "../../src/pdf/path.ts";

/** Returns the segments of a path, with numbers of three decimals. */
function trace(d: string): string {
  const list: string[] = [];
  const add =
    (letter: string) =>
    (...numbers: number[]) => {
      list.push(`${letter}${numbers.map((value) => Number(value.toFixed(3)) + 0).join(" ")}`);
    };
  tracePath(d, { move: add("M"), line: add("L"), curve: add("C"), close: add("Z") });
  return list.join(" ");
}

test.each([
  ["M1 2h3v4z", "M1 2 L4 2 L4 6 Z"],
  ["m1 2 3 4-1-1", "M1 2 L4 6 L3 5"],
  ["M1,2L3,4H9V0", "M1 2 L3 4 L9 4 L9 0"],
  ["M0 0c1 1 2 2 3 0s2-1 3 0", "M0 0 C1 1 2 2 3 0 C4 -2 5 -1 6 0"],
  ["M0 0q3 3 6 0t6 0", "M0 0 C2 2 4 2 6 0 C8 -2 10 -2 12 0"],
  ["M0 0t3 0", "M0 0 C0 0 1 0 3 0"],
  ["M.5.5l.5-.5e1", "M0.5 0.5 L1 -4.5"],
  ["M1 0a1 1 0 01-1 1", "M1 0 C1 0.552 0.552 1 0 1"],
  ["M1 1zm2 2h1", "M1 1 Z M3 3 L4 3"],
  ["M0 0a0 5 0 0 1 3 3", "M0 0 L3 3"],
  ["M0 0h1 bad v3", "M0 0 L1 0"],
  ["10 10", ""],
])("traces %s", (d, segments) => {
  expect(trace(d)).toBe(segments);
});

test("arcs stay on their ellipse", () => {
  const points: number[][] = [];
  const keep = (x: number, y: number) => points.push([x, y]);
  tracePath("M10 0A10 5 0 1 1 -10 0A10 5 0 0 1 10 0", {
    move: keep,
    line: keep,
    curve: (_a, _b, _c, _d, x, y) => keep(x, y),
    close() {},
  });
  expect(points.length).toBeGreaterThanOrEqual(5);
  for (const [x = 0, y = 0] of points) expect((x / 10) ** 2 + (y / 5) ** 2).toBeCloseTo(1, 6);
});

/** Returns whether a point is inside the rectangles, and how many of them contain it. */
const countAt = (runs: readonly (readonly number[])[], x: number, y: number) =>
  runs.filter(([left = 0, top = 0, width = 0, height = 0]) => {
    return x > left && x < left + width && y > top && y < top + height;
  }).length;

test("the rectangles of an outline cover its dark modules once, and nothing else", () => {
  const settings = { ec: "M", version: 1, boost: false, eci: false, optimize: "none" } as never;
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60 }), fc.integer({ min: 0, max: 5 }), (text, margin) => {
      const { path, units } = encodeOutline(text, settings, margin);
      const { side, modules } = encodeSymbol(text, settings);
      const runs = runsOf(path) ?? [];
      const whole = side + 2 * margin;
      const step = units / whole;
      for (let at = 0; at < whole * whole; at++) {
        const [x, y] = [at % whole, Math.floor(at / whole)];
        const isInside = Math.min(x, y) >= margin && Math.max(x, y) < margin + side;
        const dark = isInside ? modules[(y - margin) * side + x - margin] : 0;
        for (const share of [0.01, 0.5, 0.99]) expect(countAt(runs, (x + share) * step, (y + share) * step)).toBe(dark);
      }
    }),
    { numRuns: 20 },
  );
});

test("paths with slanted lines or curves have no rectangles", () => {
  expect(runsOf("M0 0L1 1H0z")).toBeUndefined();
  expect(runsOf("M0 0h4a1 1 0 0 1 1 1v1z")).toBeUndefined();
  expect(runsOf("M0 0h4v4h-4zM1 1v2h2v-2z")).toEqual([
    [0, 0, 4, 1],
    [0, 1, 1, 2],
    [3, 1, 1, 2],
    [0, 3, 4, 1],
  ]);
});
