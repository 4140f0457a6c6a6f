import type { QrSymbol } from "../core/symbol.ts";
import { cellsOf, FINDER, finderCorners, MODULE } from "./cells.ts";
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

/** Directions on a screen, clockwise, so that one more turns right. */
export const EAST = 0;
export type Direction = 0 | 1 | 2 | 3;

export function rightOf(direction: Direction): Direction {
  return ((direction + 1) & 3) as Direction;
}

export function leftOf(direction: Direction): Direction {
  return ((direction + 3) & 3) as Direction;
}

const ACROSS = [1, 0, -1, 0] as const;
const DOWN = [0, 1, 0, -1] as const;

/** Writes closed loops as one SVG path for the fill rule evenodd: few commands, relative, in whole numbers. */
export interface Pen {
  /** Begins a loop. */
  begin(x: number, y: number): void;
  /** Goes straight on; what follows in one direction becomes one line. */
  go(direction: Direction, length: number): void;
  /** Turns right out of `direction`, round where `radius` is not 0; two quarters of one circle become one arc. */
  turn(direction: Direction, radius: number): void;
  /** Ends a loop. The fill closes it, so that its last line is left out. */
  end(): void;
  /** The path so far. */
  path(): string;
}

interface Arc {
  readonly radius: number;
  readonly across: number;
  readonly down: number;
  /** Where it leads. */
  readonly heading: Direction;
  readonly isHalf: boolean;
}

const NO_ARC: Arc = { radius: 0, across: 0, down: 0, heading: EAST, isHalf: false };

export function createPen(): Pen {
  let path = "";
  let [x, y] = [0, 0];
  /** The line and the arc that may still grow; the line comes after the arc. */
  let line = { direction: EAST as Direction, length: 0 };
  let arc = NO_ARC;

  function writeArc(): void {
    const { radius, across, down } = arc;
    if (radius === 0) return;
    path += `a${radius} ${radius} 0 0 1${spaced(across)}${spaced(down)}`;
    x += across;
    y += down;
    arc = NO_ARC;
  }

  function writeLine(): void {
    const { direction, length } = line;
    if (length === 0) return;
    writeArc();
    const across = ACROSS[direction] * length;
    const down = DOWN[direction] * length;
    path += across === 0 ? `v${down}` : `h${across}`;
    x += across;
    y += down;
    line = { direction, length: 0 };
  }

  return {
    begin(toX, toY) {
      path += path === "" ? `M${toX}${spaced(toY)}` : `m${toX - x}${spaced(toY - y)}`;
      [x, y] = [toX, toY];
    },
    go(direction, length) {
      if (length === 0) return;
      if (direction !== line.direction) writeLine();
      line = { direction, length: line.length + length };
    },
    turn(direction, radius) {
      if (radius === 0) return;
      writeLine();
      const heading = rightOf(direction);
      const grows = arc.radius === radius && arc.heading === direction && !arc.isHalf;
      if (!grows) writeArc();
      arc = {
        radius,
        heading,
        isHalf: grows,
        across: arc.across + radius * (ACROSS[direction] + ACROSS[heading]),
        down: arc.down + radius * (DOWN[direction] + DOWN[heading]),
      };
    },
    end() {
      line = { direction: EAST, length: 0 };
      writeArc();
    },
    path: () => path,
  };
}

/** A number after another one: a minus sign parts them as well as a space. */
function spaced(value: number): string {
  return value < 0 ? String(value) : ` ${value}`;
}
