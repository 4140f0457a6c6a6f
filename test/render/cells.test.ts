import { _alignmentPatterns } from "qr";
import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { alignmentCenters, CELL_KINDS, cellsOf, FILLED, FINDER, LIGHT, MODULE } from "../../src/render/cells.ts";
import { styles } from "../../src/render/styles.ts";
import { versions } from "../core/texts.ts";

test.each(versions)("version %i has the same alignment patterns as another implementation", (version) => {
  expect(alignmentCenters(version)).toEqual(_alignmentPatterns(version));
});

describe.each([1, 2, 6, 7, 14, 32, 40])("version %i", (version) => {
  const symbol = encodeSymbol("cells", { version });
  const { side, modules } = symbol;
  const isDark = (x: number, y: number) => x >= 0 && y >= 0 && x < side && y < side && modules[y * side + x] === 1;
  const isFinder = (x: number, y: number) => (x < 7 || x >= side - 7) && (y < 7 || (y >= side - 7 && x < 7));
  const centres = alignmentCenters(version);
  const isAligned = (x: number, y: number) =>
    centres.some((cx) =>
      centres.some((cy) => Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2 && !isFinder(cx, cy) && isDark(x, y)),
    );

  /** Returns the expected cell at (x, y) if all modules for which `joins` returns true are joined. */
  function wanted(x: number, y: number, joins: (x: number, y: number) => boolean, fills = false): number {
    if (isFinder(x, y)) return FINDER + 7 * (y < 7 ? y : y - side + 7) + (x < 7 ? x : x - side + 7);
    if (!isDark(x, y)) return fills ? filled(x, y) : LIGHT;
    if (!joins(x, y)) return MODULE;
    const neighbours = [joins(x, y - 1), joins(x + 1, y), joins(x, y + 1), joins(x - 1, y)];
    return MODULE + neighbours.reduce((sum, joined, bit) => sum + (joined ? 1 << bit : 0), 0);
  }

  /** Returns the expected cell of the light module (x, y). */
  function filled(x: number, y: number): number {
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const;
    const sum = corners
      .map(([dx, dy]) => isDark(x + dx, y) && isDark(x, y + dy) && isDark(x + dx, y + dy))
      .reduce((sum, isFilled, corner) => sum + (isFilled ? 1 << corner : 0), 0);
    return sum === 0 ? LIGHT : FILLED + sum;
  }

  test.each([
    ["rounded", isDark],
    ["dots", isAligned],
  ] as const)("%s: every cell encodes which neighbours it is joined with", (name, joins) => {
    const cells = cellsOf(symbol, styles[name]);
    expect(cells).toHaveLength(side * side);
    const expected = Uint8Array.from(cells, (_, at) => wanted(at % side, Math.floor(at / side), joins));
    expect(cells).toEqual(expected);
    expect(Math.max(...cells)).toBeLessThan(CELL_KINDS);
  });

  test("extra-rounded: every cell also encodes which corners of a light module are filled", () => {
    const cells = cellsOf(symbol, styles["extra-rounded"]);
    const expected = Uint8Array.from(cells, (_, at) => wanted(at % side, Math.floor(at / side), isDark, true));
    expect(cells).toEqual(expected);
    expect(Math.max(...cells)).toBeLessThan(CELL_KINDS);
  });
});
