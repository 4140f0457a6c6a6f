import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pngGrid, svgGrid } from "../../src/core/symbol.ts";
import { modulesUnder, plainExtent, plateOf, SPAN, wholeExtent } from "../../src/logo/budget.ts";

const half = { logoSize: 0.25, logoMargin: 0 };
const sizes = fc.record({
  version: fc.integer({ min: 1, max: 40 }),
  size: fc.integer({ min: 32, max: 2048 }),
  margin: fc.integer({ min: 0, max: 10 }),
  logoSize: fc.double({ min: 0.1, max: 0.4, noNaN: true }),
  logoMargin: fc.integer({ min: 0, max: 20 }),
  aspect: fc.double({ min: 0.01, max: 100, noNaN: true }),
});

describe("plateOf", () => {
  test("centres a square logo, whose side is logoSize times the side of the symbol", () => {
    const grid = pngGrid(25, { size: 330, margin: 4 }); // 10 pixels per module; the symbol spans 40 to 290
    expect(plateOf(grid, 1, { size: 330, logoSize: 0.2, logoMargin: 3 }, wholeExtent)).toEqual({
      art: { left: 140, top: 140, right: 190, bottom: 190 },
      background: { left: 137, top: 137, right: 193, bottom: 193 },
    });
  });

  test("any other logo has the area of a square one, if it is not too long", () => {
    const grid = svgGrid(25, { size: 330, margin: 4 });
    const boxOf = (aspect: number, logoSize = 0.2) => {
      const { art } = plateOf(grid, aspect, { size: 330, logoSize, logoMargin: 0 }, plainExtent);
      return [art.right - art.left, art.bottom - art.top] as const;
    };
    const expectBox = (aspect: number, width: number, height: number) => {
      expect(boxOf(aspect)[0]).toBeCloseTo(width, 6);
      expect(boxOf(aspect)[1]).toBeCloseTo(height, 6);
    };
    expectBox(4, 100, 25);
    expectBox(0.25, 25, 100);
    expectBox(2, 50 * Math.SQRT2, 50 / Math.SQRT2);
    expectBox(100, 250 * SPAN, 2.5 * SPAN);
    expectBox(0.01, 2.5 * SPAN, 250 * SPAN);
    expect(boxOf(9, 0.4)[0]).toBeCloseTo(250 * SPAN, 6);
  });

  test("a plate of whole pixels is symmetric, inside the picture and near the exact size", () => {
    fc.assert(
      fc.property(sizes, ({ version, size, margin, aspect, ...options }) => {
        const side = 17 + 4 * version;
        const grid = pngGrid(side, { size, margin });
        const { art, background } = plateOf(grid, aspect, { size, ...options }, wholeExtent);
        for (const value of [...Object.values(art), ...Object.values(background)])
          expect(Number.isInteger(value)).toBe(true);
        expect(art.left).toBeGreaterThanOrEqual(0);
        expect(art.right).toBeLessThanOrEqual(size);
        const middle = 2 * grid.offset + side * grid.scale;
        if (Number.isInteger(grid.scale)) expect(art.left + art.right).toBe(middle);
        const longest = Math.min(SPAN, options.logoSize * Math.sqrt(Math.max(aspect, 1 / aspect)));
        const across = side * grid.scale * longest * Math.min(1, aspect);
        expect(Math.abs(art.right - art.left - across)).toBeLessThanOrEqual(2);
        expect(art.left - background.left).toBe(Math.min(options.logoMargin, art.left));
        expect(background.right - art.right).toBe(Math.min(options.logoMargin, size - art.right));
      }),
    );
  });
});

describe("modulesUnder", () => {
  const grid = { side: 25, scale: 10, offset: 40 };
  test.each([
    [
      { left: 140, top: 150, right: 190, bottom: 160 },
      { left: 10, top: 11, right: 15, bottom: 12 },
    ],
    [
      { left: 139, top: 151, right: 191, bottom: 159 },
      { left: 9, top: 11, right: 16, bottom: 12 },
    ],
    [
      { left: 0, top: 0, right: 330, bottom: 330 },
      { left: 0, top: 0, right: 25, bottom: 25 },
    ],
  ])("the rectangle %j overlaps the modules %j", (rect, expected) => {
    expect(modulesUnder(rect, grid)).toEqual(expected);
  });

  test("a rectangle along module boundaries touches only the modules inside", () => {
    for (let version = 1; version <= 40; version++) {
      const side = 17 + 4 * version;
      const fine = svgGrid(side, { size: 256, margin: 4 });
      const left = fine.offset + 8 * fine.scale;
      const right = fine.offset + (side - 8) * fine.scale;
      expect(modulesUnder({ left, right, top: left, bottom: right }, fine)).toEqual({
        left: 8,
        top: 8,
        right: side - 8,
        bottom: side - 8,
      });
    }
  });

  test("a logo a quarter as wide as the symbol touches fewer than two additional columns", () => {
    for (let version = 1; version <= 40; version++) {
      const side = 17 + 4 * version;
      const fine = svgGrid(side, { size: 256, margin: 4 });
      const { left, right } = modulesUnder(plateOf(fine, 1, { size: 256, ...half }, plainExtent).art, fine);
      expect(left + right).toBe(side);
      expect(right - left).toBeLessThan(side / 4 + 2);
    }
  });
});
