import { memoize } from "../async/once.ts";
import type { QrSymbol } from "../core/symbol.ts";
import type { LookSettings } from "../options/table.ts";
import { alignmentCenters, cellsOf, FINDER, finderCorners, LIGHT, MODULE } from "./cells.ts";
import { shapeOf, sizes } from "./module-shapes.ts";
import { type Paint, type PartPaint, paintsOf, readPaint } from "./paints.ts";
import { alignmentOf, pupilFor, pupilOf, ringOf } from "./shapes.ts";
import { ABOVE, BELOW, type DotStyle, LEFT, RIGHT, type Style, styles } from "./styles.ts";
import { moved, type Stamp, stampOf } from "./turns.ts";

/** The parts of a symbol that can have different paints, in drawing order. */
export const MODULES = 0;
export const RING = 1;
export const PUPIL = 2;

/** Lines with round ends through the centres of modules. */
export interface Line {
  /** The width of the lines in modules. */
  readonly width: number;
  /** The neighbours to which lines lead: a sum of ABOVE, RIGHT, BELOW and LEFT. */
  readonly joins: number;
  /** Whether curves fill the inner corners. */
  readonly isFilled: boolean;
}

/** A look that the plain styles cannot draw. */
export interface Look {
  /** How modules join. Also the shape of finder patterns, unless `eye` and `pupil` are set. */
  readonly style: Style;
  /** The shape of modules that are not joined, from the top left of a module. */
  readonly mark: Stamp | undefined;
  /** Whether marks extend into their neighbours. */
  readonly overlaps: boolean;
  /** Whether marks may be drawn one by one. Where they have edges in common, the background would show between them. */
  readonly isLoose: boolean;
  /** How modules are drawn as lines. Without a mark and lines, the style draws them. */
  readonly line: Line | undefined;
  /** The shape of the ring of finder patterns. */
  readonly eye: LookSettings["eyeStyle"];
  readonly pupil: LookSettings["pupilStyle"];
  /** The shape of alignment patterns; undefined if they look like other modules. */
  readonly alignment: Stamp | undefined;
  /** The paints of MODULES, RING and PUPIL. */
  readonly paints: readonly [Paint, Paint, Paint];
  /** A paint or "transparent". */
  readonly background: Paint;
  /** Identifies the shapes, for caches. */
  readonly key: string;
}

/** Returns the look of a picture that is not plain. */
export function lookOf(options: LookSettings): Look {
  const { dotStyle, dotSize, eyeStyle, pupilStyle, alignmentStyle } = options;
  const { mark, joins, isFilled = false } = shapeOf(dotStyle) ?? {};
  const own = sizes[dotStyle];
  // Modules that always have full width ignore `dotSize`.
  const size = own === undefined ? 1 : (dotSize ?? own);
  const isWhole = isFilled || joins === ABOVE + RIGHT + BELOW + LEFT;
  const { modules, ring, pupil, background } = paintsOf(options);
  // Parts that share a paint are drawn together.
  const read = memoize(({ value }: PartPaint) => readPaint(value));
  return {
    style: styles[dotStyle as DotStyle] ?? {
      ...styles.square,
      joins: isWhole ? "all" : "alignment",
      inner: isFilled ? 5 : 0,
    },
    overlaps: mark?.().some((turns) => turns.some(({ at }) => Math.max(...at.map(Math.abs)) * size > 5)) === true,
    isLoose: size <= (own ?? 1),
    mark: mark && stampOf(moved(mark(), ([x, y]) => [5 + size * x, 5 + size * y])),
    line: joins === undefined ? undefined : { width: size, joins, isFilled },
    eye: eyeStyle,
    pupil: pupilStyle ?? (eyeStyle && pupilFor(eyeStyle)),
    alignment: eyeStyle && alignmentStyle === "auto" ? alignmentOf(eyeStyle) : undefined,
    paints: [read(modules), read(ring), read(pupil)],
    background: read(background),
    key: [dotStyle, dotSize, eyeStyle, pupilStyle, alignmentStyle].join(" "),
  };
}

/** Returns the shapes of the finder pattern with its top left at (x, y), each from the pattern's top left; undefined for
 *  those of the style. */
export function finderOf({ eye, pupil }: Look, [x, y]: readonly [x: number, y: number]) {
  return { ring: eye && ringOf(eye, x > 0, y > 0), centre: pupil && pupilOf(pupil, x > 0, y > 0) };
}

/** Kinds of cells that only looks have, after those of `cellsOf`:
 *  - TURNED + 49 * 0 or 1 + the module's place, for the finder patterns at the top right and the bottom left.
 *  - ALIGNED + 5 * row + column, both counted within an alignment pattern.
 *  - MARK + the sum of the neighbours to which lines lead, or that have the same mark.
 *  - SPILL + the sum of the neighbours with a mark, for a light module. */
// Numbers, because bundlers keep sums of unused constants.
export const TURNED = 82;
export const ALIGNED = 180;
export const MARK = 205;
export const SPILL = 221;
export const LOOK_KINDS = 237;

/** Returns the top left corners of the alignment patterns that a look draws. Omits those of which a logo covers a part. */
export function alignmentCorners({ version, side, modules }: QrSymbol, { alignment }: Look) {
  if (!alignment) return [];
  const centers = alignmentCenters(version);
  const last = side - 7;
  return centers
    .flatMap((y) => centers.map((x) => [x - 2, y - 2] as const))
    .filter(([x, y]) => {
      // Three of the positions belong to finder patterns.
      if (Math.min(x, y) === 4 && (Math.max(x, y) === 4 || Math.max(x, y) === last - 2)) return false;
      let dark = 0;
      for (let at = 0; at < 25; at++) dark += modules[(y + Math.floor(at / 5)) * side + x + (at % 5)] as number;
      return dark === ALIGNMENT_MODULES;
    });
}

const ALIGNMENT_MODULES = 17;

/** Returns the kind of each cell, as `cellsOf` does, but also of those that only looks have. */
export function lookCells(symbol: QrSymbol, look: Look): Uint8Array {
  const { style, line, mark } = look;
  const { side } = symbol;
  const aligned = alignmentCorners(symbol, look);
  const modules = symbol.modules.slice();
  const eachAligned = (set: (at: number, place: number) => void) => {
    for (const [x, y] of aligned) {
      for (let place = 0; place < 25; place++) set((y + Math.floor(place / 5)) * side + x + (place % 5), place);
    }
  };
  // Modules do not join with alignment patterns that are drawn as a whole.
  eachAligned((at) => {
    modules[at] = 0;
  });
  const cells = cellsOf({ ...symbol, modules }, style);
  eachAligned((at, place) => {
    cells[at] = ALIGNED + place;
  });
  for (const [x, y] of finderCorners(symbol)) {
    if (x + y === 0) continue;
    for (let place = 0; place < 49; place++) {
      cells[(y + Math.floor(place / 7)) * side + x + (place % 7)] = TURNED + (x > 0 ? 0 : 49) + place;
    }
  }
  if (!line && !mark) return cells;
  const isOwn = (cell: number) => (style.joins === "all" ? cell >= MODULE && cell < FINDER : cell === MODULE);
  const own = cells.map((cell) => (isOwn(cell) ? 1 : 0));
  const joins = line?.joins ?? ABOVE + RIGHT + BELOW + LEFT;
  for (let at = 0; at < cells.length; at++) {
    if (!own[at] && (line || cells[at] !== LIGHT)) continue;
    const x = at % side;
    const sum =
      (own[at - side] ? ABOVE : 0) |
      (x < side - 1 && own[at + 1] ? RIGHT : 0) |
      (own[at + side] ? BELOW : 0) |
      (x > 0 && own[at - 1] ? LEFT : 0);
    if (own[at]) cells[at] = MARK + (sum & joins);
    else if (sum) cells[at] = SPILL + sum;
  }
  return cells;
}

/** Returns cells with one more on each side, into which the marks at the edge of the symbol extend. */
export function withBorder(cells: Uint8Array, side: number): Uint8Array {
  const wide = side + 2;
  const padded = new Uint8Array(wide * wide);
  for (let y = 0; y < side; y++) padded.set(cells.subarray(y * side, (y + 1) * side), (y + 1) * wide + 1);
  const isMark = (at: number) => (padded[at] as number) >= MARK && (padded[at] as number) < SPILL;
  for (let step = 1; step <= side; step++) {
    for (const [at, inside, from] of [
      [step, step + wide, BELOW],
      [wide * (wide - 1) + step, wide * (wide - 2) + step, ABOVE],
      [step * wide, step * wide + 1, RIGHT],
      [step * wide + wide - 1, step * wide + wide - 2, LEFT],
    ] as const) {
      if (isMark(inside)) padded[at] = SPILL + from;
    }
  }
  return padded;
}

/** Returns the part of the symbol to which a cell belongs: MODULES, RING or PUPIL. The light modules next to the middle of
 *  each side of the centre belong to the centre, because centres may reach into them. */
export function partOf(kind: number): number {
  const place = placeOf(kind);
  if (place === undefined) return MODULES;
  const [x, y] = [Math.abs((place % 7) - 3), Math.abs(Math.floor(place / 7) - 3)];
  return Math.max(x, y) <= 1 || x + y === 2 ? PUPIL : RING;
}

/** Returns the place of a cell in its finder pattern; undefined outside. */
function placeOf(kind: number): number | undefined {
  if (kind >= FINDER && kind < FINDER + 49) return kind - FINDER;
  return kind >= TURNED && kind < ALIGNED ? (kind - TURNED) % 49 : undefined;
}

/** Returns the kinds of the cells of an alignment pattern and of the three finder patterns. */
export const alignedKind = (place: number): number => ALIGNED + place;
export const finderKinds = [17, 82, 131] as const;
