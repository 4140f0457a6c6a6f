import { describe, expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { pngGrid, type QrSymbol } from "../../src/core/symbol.ts";
import { blend, drawWhole, shapeAt } from "../../src/render/coverage.ts";
import { type DotStyle, MODULE_UNITS, styles } from "../../src/render/styles.ts";
import { isDarkPixel } from "../core/geometry.ts";

const names = Object.keys(styles) as DotStyle[];
const colours = { color: "000000", bg: "ffffff" };

/** Returns the coverage of all pixels of a picture, row by row, 0 to 15 each. */
function pixelsOf(symbol: QrSymbol, size: number, margin: number, style: DotStyle): Uint8Array {
  const grid = pngGrid(symbol.side, { size, margin });
  const draw = drawWhole(symbol, grid, shapeAt(grid, style));
  const pixels = new Uint8Array(size * size).fill(99);
  for (let y = 0; y < size; y++) draw(pixels.subarray(y * size, (y + 1) * size), y);
  return pixels;
}

describe("square modules", () => {
  test.each([
    [1, 21, 0],
    [1, 100, 4],
    [2, 256, 4],
    [7, 333, 1],
    [13, 154, 4],
    [40, 400, 2],
  ])("version %i at %i pixels, margin %i: every pixel is fully dark or light", (version, size, margin) => {
    const symbol = encodeSymbol("square", { version });
    const pixels = pixelsOf(symbol, size, margin, "square");
    const frame = { size, margin, ...colours };
    const wrong = pixels.findIndex(
      (level, at) => level !== (isDarkPixel(symbol, frame, at % size, Math.floor(at / size)) ? 15 : 0),
    );
    expect(wrong).toBe(-1);
  });
});

test.each([
  [3, 32, 4],
  [10, 57, 0],
  [40, 180, 10],
])("modules are at least a pixel wide: version %i at %i, margin %i", (version, size, margin) => {
  const symbol = encodeSymbol("tiny", { version });
  const pixels = pixelsOf(symbol, size, margin, "rounded");
  const first = (size - symbol.side) >> 1;
  const expected = new Uint8Array(size * size);
  symbol.modules.forEach((module, at) => {
    const [x, y] = [at % symbol.side, Math.floor(at / symbol.side)];
    expected[(first + y) * size + first + x] = 15 * module;
  });
  expect(pixels).toEqual(expected);
});

describe.each(names)("%s", (style) => {
  const symbol = encodeSymbol("https://example.com/styles", { version: 7 });
  const { side, modules } = symbol;

  test.each([1, 2])("every style looks the same as square at %i pixels per module", (scale) => {
    const size = scale * (side + 8);
    expect(pixelsOf(symbol, size, 4, style)).toEqual(pixelsOf(symbol, size, 4, "square"));
  });

  test.each([3, 4, 7, 8, 21])(
    "at %i pixels per module, every centre outside the finders has its colour, and light modules stay light except for filled corners",
    (scale) => {
      const size = scale * side;
      const pixels = pixelsOf(symbol, size, 0, style);
      const isDarkAt = (x: number, y: number) => modules[y * side + x] === 1;
      const reach = Math.ceil((styles[style].inner * scale) / MODULE_UNITS);
      for (let y = 0; y < side; y++) {
        for (let x = 0; x < side; x++) {
          const isFinder = Math.min(x, side - 1 - x) < 7 && Math.min(y, side - 1 - y) < 7;
          if (isFinder && (x < 7 || y < 7)) continue;
          const middle = (y * scale + (scale >> 1)) * size + x * scale + (scale >> 1);
          if (isDarkAt(x, y)) {
            // If the module has an even number of pixels per side, four pixels meet at its centre. A round corner may
            // touch one of them.
            expect(pixels[middle], `module ${x}, ${y}`).toBeGreaterThanOrEqual(scale % 2 ? 15 : 14);
            continue;
          }
          let darkest = 0;
          for (let row = 0; row < scale; row++) {
            for (let column = 0; column < scale; column++) {
              const [right, below] = [2 * column >= scale ? 1 : -1, 2 * row >= scale ? 1 : -1];
              const isFilled = isDarkAt(x + right, y) && isDarkAt(x, y + below) && isDarkAt(x + right, y + below);
              const isCorner = Math.min(column, scale - 1 - column) < reach && Math.min(row, scale - 1 - row) < reach;
              if (isFilled && isCorner) continue;
              darkest = Math.max(darkest, pixels[(y * scale + row) * size + x * scale + column] ?? 0);
            }
          }
          expect(darkest, `module ${x}, ${y}`).toBe(0);
        }
      }
    },
  );

  test.each([3, 4, 7, 8, 21])(
    "at %i pixels per module, lines through the middle of a finder have the ratio 1:1:3:1:1",
    (scale) => {
      const size = scale * side;
      const pixels = pixelsOf(symbol, size, 0, style);
      for (const [left, top] of [
        [0, 0],
        [side - 7, 0],
        [0, side - 7],
      ] as const) {
        // Checks the row and column nearest to the middle, because a circle touches each side of its bounding box at
        // only one point.
        const middle = Math.floor(3.5 * scale);
        const across = [];
        const down = [];
        for (let step = 0; step < 7 * scale; step++) {
          across.push((pixels[(top * scale + middle) * size + left * scale + step] ?? 0) > 7);
          down.push((pixels[(top * scale + step) * size + left * scale + middle] ?? 0) > 7);
        }
        const wanted = across.map((_, step) => [true, false, true, true, true, false, true][Math.floor(step / scale)]);
        expect(across).toEqual(wanted);
        expect(down).toEqual(wanted);
      }
    },
  );
});

test("a dot covers as much as a circle at even and odd sizes", () => {
  const symbol = encodeSymbol("dots", { version: 1 });
  for (const scale of [3, 4, 5, 10, 31]) {
    const pixels = pixelsOf(symbol, 21 * scale, 0, "dots");
    // The timing module in row 8, column 6 has no neighbours in its column.
    let covered = 0;
    for (let y = 0; y < scale; y++) {
      for (let x = 0; x < scale; x++) covered += pixels[(8 * scale + y) * 21 * scale + 6 * scale + x] ?? 0;
    }
    expect(Math.abs(covered / (15 * scale * scale) - Math.PI / 4)).toBeLessThan(0.02);
  }
});

test("a picture does not depend on the sizes drawn before it", () => {
  const symbol = encodeSymbol("cache", { version: 1 });
  const first = pixelsOf(symbol, 210, 0, "rounded");
  // Draw more tiles than the cache holds.
  for (let scale = 60; scale < 97; scale++) drawWhole(symbol, { side: 21, scale, offset: 0 }, "dots");
  expect(pixelsOf(symbol, 210, 0, "rounded")).toEqual(first);
});

test("blended colours go from background to foreground in even steps", () => {
  const palette = blend("0a14ff", "ffffff");
  expect(palette).toHaveLength(48);
  expect([...palette.subarray(0, 3)]).toEqual([255, 255, 255]);
  expect([...palette.subarray(45)]).toEqual([0x0a, 0x14, 0xff]);
  expect([...palette.subarray(15, 18)]).toEqual([Math.round((2 * 255 + 10) / 3), Math.round((2 * 255 + 20) / 3), 255]);
});
