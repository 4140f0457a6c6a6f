import type { QrSymbol } from "../core/symbol.ts";
import { ABOVE, BELOW, LEFT, RIGHT, type Style } from "./styles.ts";

/** Each cell has one of these kinds:
 *  - LIGHT.
 *  - MODULE + the sum of its joined neighbours.
 *  - FINDER + 7 * row + column, both counted within a finder pattern.
 *  - FILLED + the sum of its filled corners, for a light module: 1 top left, 2 top right, 4 bottom right, 8 bottom left. */
export const LIGHT = 0;
export const MODULE = 1;
export const FINDER = 17;
export const FILLED = FINDER + 49;
export const CELL_KINDS = FILLED + 16;

/** Returns the top left corners of the finder patterns. Omits a pattern whose module nearest to the symbol's centre is
 *  light: a logo covers part of the pattern, and the rest is drawn like other modules. */
export function finderCorners({ side, modules }: QrSymbol): (readonly [x: number, y: number])[] {
  const far = side - 7;
  const corners = [
    [0, 0],
    [far, 0],
    [0, far],
  ] as const;
  return corners.filter(([x, y]) => modules[(y || 6) * side + (x || 6)]);
}

/** Returns the kind of each module of `symbol`: side * side values, row by row from the top left. */
export function cellsOf(symbol: QrSymbol, { joins, inner }: Style): Uint8Array {
  const { side, modules } = symbol;
  // Padded with a column and two rows of light modules, so that each module has four neighbours.
  const pitch = side + 1;
  const joined = new Uint8Array(pitch * (side + 2));
  if (joins === "all") {
    for (let y = 0; y < side; y++) joined.set(modules.subarray(y * side, (y + 1) * side), (y + 1) * pitch);
  } else {
    copyAlignment(joined, pitch, symbol);
  }
  const cells = new Uint8Array(side * side);
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0, here = (y + 1) * pitch; x < side; x++, here++, at++) {
      if (modules[at]) cells[at] = MODULE + (joined[here] ? neighboursAt(joined, pitch, here) : 0);
      else if (inner) cells[at] = filledAt(joined, pitch, here);
    }
  }
  drawFinders(cells, symbol);
  return cells;
}

function neighboursAt(joined: Uint8Array, pitch: number, at: number): number {
  return (
    (joined[at - pitch] ? ABOVE : 0) |
    (joined[at + 1] ? RIGHT : 0) |
    (joined[at + pitch] ? BELOW : 0) |
    (joined[at - 1] ? LEFT : 0)
  );
}

/** Returns the kind of a light module. A corner is filled if all three modules that it touches are joined. */
function filledAt(joined: Uint8Array, pitch: number, at: number): number {
  const filled = (dx: number, dy: number, bit: number) =>
    joined[at + dx] && joined[at + dy] && joined[at + dx + dy] ? bit : 0;
  const sum = filled(-1, -pitch, 1) | filled(1, -pitch, 2) | filled(1, pitch, 4) | filled(-1, pitch, 8);
  return sum && FILLED + sum;
}

/** Returns the coordinates of the centres of the alignment patterns, which are the same for rows and columns.
 *  Version 1 has none. The first is 6 and the last is side - 7. From the second to the last, they are evenly spaced.
 *  ISO/IEC 18004:2015, 6.3.6 and Annex E. */
export function alignmentCenters(version: number): readonly number[] {
  if (version === 1) return [];
  const gaps = Math.floor(version / 7) + 1;
  const last = 10 + 4 * version;
  // The step is even, because the timing pattern is dark in even columns. The standard rounds it up, except for version
  // 32.
  const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / (2 * gaps));
  return Array.from({ length: gaps + 1 }, (_, index) => (index === 0 ? 6 : last - step * (gaps - index)));
}

function copyAlignment(joined: Uint8Array, pitch: number, { version, side, modules }: QrSymbol): void {
  const centers = alignmentCenters(version);
  for (const y of centers) {
    for (const x of centers) {
      // Three of the positions belong to finder patterns.
      if (Math.min(x, y) === 6 && (Math.max(x, y) === 6 || Math.max(x, y) === side - 7)) continue;
      for (let row = y - 2; row <= y + 2; row++) {
        const start = row * side + x - 2;
        joined.set(modules.subarray(start, start + 5), (row + 1) * pitch + x - 2);
      }
    }
  }
}

function drawFinders(cells: Uint8Array, symbol: QrSymbol): void {
  const { side } = symbol;
  for (const [left, top] of finderCorners(symbol)) {
    for (let part = 0; part < 49; part++) {
      cells[(top + Math.floor(part / 7)) * side + left + (part % 7)] = FINDER + part;
    }
  }
}
