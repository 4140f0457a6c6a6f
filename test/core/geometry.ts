import type { Frame } from "../../src/core/core.ts";
import type { QrSymbol } from "../../src/core/symbol.ts";

/** Computes the expected pixels of a picture from its geometry. */

type Grid = Pick<QrSymbol, "side" | "modules">;

/** Returns the number of whole pixels per module, at least 1. */
export function scaleOf(side: number, { size, margin }: Frame): number {
  return Math.max(1, Math.floor(size / (side + 2 * margin)));
}

/** Returns whether the pixel at (x, y) is dark in a picture with whole pixels per module. The remaining pixels surround
 *  the QR code. If there are too few for the quiet zone, it is narrower. If their number is odd, the right side and the bottom get the extra one. */
export function isDarkPixel(grid: Grid, frame: Frame, x: number, y: number): boolean {
  const scale = scaleOf(grid.side, frame);
  const rest = frame.size - scale * (grid.side + 2 * frame.margin);
  const origin = Math.floor(rest / 2) + scale * frame.margin;
  return isDark(grid, Math.floor((x - origin) / scale), Math.floor((y - origin) / scale));
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
