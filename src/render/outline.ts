import type { QrSymbol } from "../core/symbol.ts";
import { cellsOf, FINDER, finderCorners, MODULE } from "./cells.ts";
import { createPen, type Direction, EAST, leftOf, type Pen, rightOf } from "./pen.ts";
import { ABOVE, type Corners, type DotStyle, LEFT, type Style, styles } from "./styles.ts";

/** Length of a module's side: the outline is drawn in quarters of a module, so that all its numbers are whole. */
export const MODULE_UNITS = 4;

/** The outline of all dark modules as one SVG path for the fill rule evenodd, in quarters of a module from the corner of a
 *  quiet zone of `margin` modules. Every edge between dark and light is drawn once, so that no hairlines show. */
export function drawOutline(symbol: QrSymbol, dotStyle: DotStyle, margin: number): string {
  const style = styles[dotStyle];
  const { side } = symbol;
  const pen = createPen();
  for (const [x, y] of finderCorners(side)) {
    style.finder.forEach((corners, inset) => {
      drawBox(pen, x + margin + inset, y + margin + inset, 7 - 2 * inset, corners);
    });
  }
  const cells = cellsOf(symbol, style);
  /** Modules whose upper side is drawn; there is one in every loop. */
  const drawn = new Uint8Array(cells.length);
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? 0;
    if (cell < MODULE || cell >= FINDER || (cell - MODULE) & ABOVE || drawn[at]) continue;
    traceLoop(pen, { cells, side, style, margin, drawn }, at);
  }
  return pen.path();
}

interface Tracing {
  readonly cells: Uint8Array;
  readonly side: number;
  readonly style: Style;
  readonly margin: number;
  readonly drawn: Uint8Array;
}

/** Follows the loop that has the upper side of the module at `start`, dark to the right. No upper side that leads to it
 *  in a straight line is left, so that the loop begins at a corner. */
function traceLoop(pen: Pen, { cells, side, style, margin, drawn }: Tracing, start: number): void {
  const steps = [1, side, -1, -side] as const;
  const neighboursAt = (at: number) => (cells[at] ?? 0) - MODULE;
  const radiusAt = (at: number, corner: number) => style.modules[neighboursAt(at)]?.[corner] ?? 0;

  let at = start;
  let direction: Direction = EAST;
  /** How much of this side the corner behind took away. */
  let behind = neighboursAt(at) & LEFT ? 0 : radiusAt(at, 0);
  const [x, y] = [start % side, Math.floor(start / side)];
  pen.begin((x + margin) * MODULE_UNITS + behind, (y + margin) * MODULE_UNITS);
  do {
    if (direction === EAST) drawn[at] = 1;
    const ahead = rightOf(direction);
    // Bit n of the neighbours lies beyond side n, and side n runs in direction n to corner n + 1.
    const goesOn = (neighboursAt(at) & (1 << ahead)) !== 0;
    const radius = goesOn ? 0 : radiusAt(at, ahead);
    pen.go(direction, MODULE_UNITS - behind - radius);
    behind = radius;
    if (!goesOn) {
      // Even where another module touches this corner: modules that only meet at a corner are not joined.
      pen.turn(direction, radius);
      direction = ahead;
      continue;
    }
    at += steps[direction];
    if (neighboursAt(at) & (1 << direction)) {
      direction = leftOf(direction);
      at += steps[direction];
    }
  } while (at !== start || direction !== EAST);
  pen.end();
}

/** A box of `width` modules with its top left at module (x, y). */
function drawBox(pen: Pen, x: number, y: number, width: number, corners: Corners): void {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const length = width * MODULE_UNITS;
  pen.begin(x * MODULE_UNITS + topLeft, y * MODULE_UNITS);
  pen.go(0, length - topLeft - topRight);
  pen.turn(0, topRight);
  pen.go(1, length - topRight - bottomRight);
  pen.turn(1, bottomRight);
  pen.go(2, length - bottomRight - bottomLeft);
  pen.turn(2, bottomLeft);
  pen.go(3, length - bottomLeft - topLeft);
  pen.turn(3, topLeft);
  pen.end();
}
