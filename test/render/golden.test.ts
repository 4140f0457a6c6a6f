import { expect, test } from "vitest";
import { encodeSymbol } from "../../src/core/core.ts";
import { pngGrid } from "../../src/core/symbol.ts";
import { toSvg } from "../../src/index.ts";
import { drawWhole, shapeAt } from "../../src/render/coverage.ts";
import { type DotStyle, styles } from "../../src/render/styles.ts";

/** Reviewed pictures, which are the same in every engine. `vitest run -u` overwrites them. Review them again after
 *  that. */

const names = Object.keys(styles) as DotStyle[];

test.each(names)("draws the reviewed SVG: %s", async (dotStyle) => {
  const svg = toSvg("https://example.com", { version: 7, size: 400, dotStyle, title: dotStyle });
  await expect(`${svg}\n`).toMatchFileSnapshot(`../golden/styles/${dotStyle}.svg`);
});

test.each(names)("draws the reviewed pixels, with coverage from 0 to f: %s", async (dotStyle) => {
  const symbol = encodeSymbol("HELLO");
  const size = 5 * symbol.side;
  const grid = pngGrid(symbol.side, { size, margin: 0 });
  const draw = drawWhole(symbol, grid, shapeAt(grid, dotStyle));
  const lines = Array.from({ length: size }, (_, y) => {
    const row = new Uint8Array(size);
    draw(row, y);
    return Array.from(row, (level) => (level === 0 ? "." : level.toString(16))).join("");
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`../golden/styles/${dotStyle}.txt`);
});
