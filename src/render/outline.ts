import type { QrSymbol } from "../core/symbol.ts";
import { cellsOf, FINDER, finderCorners, MODULE } from "./cells.ts";
import { ABOVE, type Corners, type DotStyle, LEFT, MODULE_UNITS, type Style, styles } from "./styles.ts";

/** Draws a circle from its top. */
const DOT_PATH = "a5 5 0 010 10 5 5 0 010-10";

/** Returns the outline of all dark modules as one SVG path for the even-odd fill rule. A unit is a tenth of a module.
 *  The path leaves a quiet zone of `margin` modules. Each edge is drawn only once, to avoid hairlines. If there are `lines`,
 *  dots become lines of no length there. */
export function drawOutline(symbol: QrSymbol, dotStyle: DotStyle, margin: number, lines?: Pen): string {
  const style = styles[dotStyle];
  const pen = createPen(margin);
  for (const [x, y] of finderCorners(symbol)) {
    style.finder.forEach((corners, inset) => {
      drawBox(pen, x + inset, y + inset, 7 - 2 * inset, corners);
    });
  }
  traceModules(pen, cellsOf(symbol, style), symbol.side, style, (x, y) => {
    if (lines) lines.stamp(x + 5, y + 5, "h0");
    else drawDot(pen, x, y);
  });
  return pen.path();
}

/** Draws all modules except those of finder patterns. `drawMark` draws modules that are not joined to others; its
 *  position is the module's top left corner, in units. */
export function traceModules(
  pen: Pen,
  cells: Uint8Array,
  side: number,
  style: Style,
  drawMark: (x: number, y: number) => void,
): void {
  /** Modules whose upper side has been drawn. Every loop has such a side. */
  const drawn = new Uint8Array(cells.length);
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? 0;
    if (style.joins === "alignment" && cell === MODULE) {
      drawMark((at % side) * MODULE_UNITS, Math.floor(at / side) * MODULE_UNITS);
      continue;
    }
    if (cell < MODULE || cell >= FINDER || (cell - MODULE) & ABOVE || drawn[at]) continue;
    traceLoop(pen, { cells, side, style, drawn }, at);
  }
}

type Tracing = { cells: Uint8Array; side: number; style: Style; drawn: Uint8Array };

/** Traces the loop that begins with the upper side of the module at `start`, keeping dark modules on the right. */
function traceLoop(pen: Pen, { cells, side, style: { outer, inner }, drawn }: Tracing, start: number): void {
  const steps = [1, side, -1, -side] as const;
  const neighboursAt = (at: number) => (cells[at] ?? 0) - MODULE;

  let at = start;
  let direction: Direction = EAST;
  let behind = neighboursAt(at) & LEFT ? (neighboursAt(at - 1) & ABOVE ? inner : 0) : outer[0];
  pen.begin((start % side) * MODULE_UNITS + behind, Math.floor(start / side) * MODULE_UNITS);
  do {
    if (direction === EAST) drawn[at] = 1;
    const ahead = rightOf(direction);
    // Neighbour n adjoins side n, which runs in direction n and ends at corner n + 1.
    const continues = (neighboursAt(at) & (1 << ahead)) !== 0;
    if (continues) at += steps[direction];
    const isInner: boolean = continues && (neighboursAt(at) & (1 << direction)) !== 0;
    // Turn right even if a module touches this corner: modules that meet only at a corner are not joined.
    const radius = isInner ? inner : continues ? 0 : outer[ahead];
    pen.go(direction, MODULE_UNITS - behind - radius);
    behind = radius;
    if (continues && !isInner) continue;
    const heading: Direction = isInner ? leftOf(direction) : ahead;
    pen.turn(direction, radius, heading);
    direction = heading;
    if (isInner) at += steps[direction];
  } while (at !== start || direction !== EAST);
  pen.end();
}

/** Draws a dot whose box has its top left at (x, y), in units. */
export function drawDot(pen: Pen, x: number, y: number): void {
  pen.stamp(x + 5, y, DOT_PATH);
}

/** Draws a box of `width` modules with its top left at module (x, y). */
export function drawBox(pen: Pen, x: number, y: number, width: number, corners: Corners): void {
  pen.begin(x * MODULE_UNITS + corners[0], y * MODULE_UNITS);
  for (const direction of [0, 1, 2, 3] as const) {
    const radius = corners[rightOf(direction)];
    pen.go(direction, width * MODULE_UNITS - corners[direction] - radius);
    pen.turn(direction, radius);
  }
  pen.end();
}

/** East, south, west, north: adding 1 turns right. */
type Direction = 0 | 1 | 2 | 3;

const EAST = 0;

function rightOf(direction: Direction): Direction {
  return ((direction + 1) & 3) as Direction;
}

function leftOf(direction: Direction): Direction {
  return ((direction + 3) & 3) as Direction;
}

const ACROSS = [1, 0, -1, 0] as const;
const DOWN = [0, 1, 0, -1] as const;

/** Writes closed loops as one SVG path with as few commands as possible. */
export interface Pen {
  begin(x: number, y: number): void;
  /** Draws a line. Consecutive lines in the same direction are merged. */
  go(direction: Direction, length: number): void;
  /** Turns from `direction` to `heading`, which is right by default, with a quadratic curve if `radius` is not 0. Its
   *  control point is the corner. */
  turn(direction: Direction, radius: number, heading?: Direction): void;
  /** Ends a loop. Omits its last line, because filling closes the loop. */
  end(): void;
  /** Draws a shape: `path` has relative commands, from (x, y) plus the pen's offset. They end where they began. */
  stamp(x: number, y: number, path: string): void;
  path(): string;
}

/** Creates a pen that leaves a quiet zone of `margin` modules and adds `offset` to all positions. Stamps with fractions then
 *  have integers between them. */
export function createPen(margin: number, [offsetX, offsetY]: readonly [x: number, y: number] = [0, 0]): Pen {
  const origin = margin * MODULE_UNITS;
  let path = "";
  let [x, y] = [0, 0];
  /** The last line. It is not written yet, because it may still grow. */
  let line = { direction: EAST as Direction, length: 0 };

  function moveBy(across: number, down: number): void {
    x += across;
    y += down;
  }

  function begin(toX: number, toY: number): void {
    path += path ? `m${toX - x}${spaced(toY - y)}` : `M${toX + origin + offsetX}${spaced(toY + origin + offsetY)}`;
    [x, y] = [toX, toY];
  }

  function writeLine(): void {
    const { direction, length } = line;
    if (length === 0) return;
    const across = ACROSS[direction] * length;
    const down = DOWN[direction] * length;
    path += across === 0 ? `v${down}` : `h${across}`;
    moveBy(across, down);
    line = { direction, length: 0 };
  }

  return {
    begin,
    go(direction, length) {
      if (length === 0) return;
      if (direction !== line.direction) writeLine();
      line = { direction, length: line.length + length };
    },
    turn(direction, radius, heading = rightOf(direction)) {
      if (radius === 0) return;
      writeLine();
      const [toX, toY] = [ACROSS[direction] * radius, DOWN[direction] * radius];
      const [across, down] = [toX + ACROSS[heading] * radius, toY + DOWN[heading] * radius];
      path += `q${toX}${spaced(toY)}${spaced(across)}${spaced(down)}`;
      moveBy(across, down);
    },
    end() {
      line = { direction: EAST, length: 0 };
    },
    stamp(toX, toY, shape) {
      begin(toX, toY);
      path += shape;
    },
    path: () => path,
  };
}

/** Formats a number that follows another number. A space separates the two, unless there is a minus sign. */
export function spaced(value: number): string {
  return value < 0 ? String(value) : ` ${value}`;
}
