import type { Frame } from "../../src/core/core.ts";
import type { QrSymbol } from "../../src/core/symbol.ts";

/** Computes the expected pixels of a picture from its geometry. */

type Grid = Pick<QrSymbol, "side" | "modules">;

/** Returns the number of whole pixels per module, or 0 if a module is smaller than a pixel. */
export function scaleOf(side: number, { size, margin }: Frame): number {
  return Math.floor(size / (side + 2 * margin));
}

/** Returns whether the pixel at (x, y) is dark in a picture with whole pixels per module. The remaining pixels surround
 *  the QR code. If their number is odd, the right side and the bottom get the extra one. */
export function isDarkPixel(grid: Grid, frame: Frame, x: number, y: number): boolean {
  const scale = scaleOf(grid.side, frame);
  const rest = frame.size - scale * (grid.side + 2 * frame.margin);
  const origin = Math.floor(rest / 2) + scale * frame.margin;
  return isDark(grid, Math.floor((x - origin) / scale), Math.floor((y - origin) / scale));
}

/** Returns the dark share of the pixel at (x, y) if a module is smaller than a pixel. In that case, the QR code and its
 *  margin fill the picture exactly. */
export function darkShare(grid: Grid, { size, margin }: Frame, x: number, y: number): number {
  const modules = grid.side + 2 * margin;
  const columns = overlaps((x * modules) / size, ((x + 1) * modules) / size);
  const rows = overlaps((y * modules) / size, ((y + 1) * modules) / size);
  let dark = 0;
  for (const [column, width] of columns) {
    for (const [row, height] of rows) {
      if (isDark(grid, column - margin, row - margin)) dark += width * height;
    }
  }
  return dark / (modules / size) ** 2;
}

/** Returns the unit intervals that [from, to) overlaps, each with the length of the overlap. */
function overlaps(from: number, to: number): [index: number, length: number][] {
  const found: [number, number][] = [];
  for (let index = Math.floor(from); index < to; index++) {
    const length = Math.min(to, index + 1) - Math.max(from, index);
    if (length > 1e-9) found.push([index, length]);
  }
  return found;
}

function isDark({ side, modules }: Grid, column: number, row: number): boolean {
  if (column < 0 || row < 0 || column >= side || row >= side) return false;
  return modules[row * side + column] === 1;
}

/** Returns the channels of a colour, 0 to 255 each. */
export function channelsOf(colour: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(colour, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
