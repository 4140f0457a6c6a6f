import type { QrOptions } from "../options/table.ts";

export type DotStyle = QrOptions["dotStyle"];

/** Radii of the corners of a box in quarters of a module, clockwise from the top left. */
export type Corners = readonly [topLeft: number, topRight: number, bottomRight: number, bottomLeft: number];

export interface Style {
  /** Corners of a dark module, indexed by the sum of its joined neighbours: ABOVE, RIGHT, BELOW and LEFT. */
  readonly modules: readonly Corners[];
  /** Which adjacent modules become one shape. Alignment patterns are always joined, because decoders need their
   *  rings. */
  readonly joins: "all" | "alignment";
  /** Boxes of a finder pattern: 7, 5 and 3 modules wide. ISO/IEC 18004:2015, 6.3.3. */
  readonly finder: readonly [ring: Corners, hole: Corners, centre: Corners];
}

export const ABOVE = 1;
export const RIGHT = 2;
export const BELOW = 4;
export const LEFT = 8;

/** The two neighbours that meet at each corner. */
const MEETING = [LEFT | ABOVE, ABOVE | RIGHT, RIGHT | BELOW, BELOW | LEFT] as const;

/** Returns the corners for each of the 16 sums of neighbours. Only a free corner, with no neighbour on either side,
 *  can be round. Otherwise there would be gaps between joined modules. */
function byNeighbours(radius: (corner: number, neighbours: number, free: number) => number): readonly Corners[] {
  return Array.from({ length: 16 }, (_, neighbours) => {
    const isFree = MEETING.map((pair) => (neighbours & pair) === 0);
    const free = isFree.filter(Boolean).length;
    const [topLeft = 0, topRight = 0, bottomRight = 0, bottomLeft = 0] = isFree.map((round, corner) =>
      round ? radius(corner, neighbours, free) : 0,
    );
    return [topLeft, topRight, bottomRight, bottomLeft] as const;
  });
}

const all = (radius: number): Corners => [radius, radius, radius, radius];
const ends = (radius: number): Corners => [radius, 0, radius, 0];
const isEnd = (corner: number): boolean => corner % 2 === 0;

/** Half a module: the radius that makes an isolated module a circle. */
const HALF = 2;
/** The largest radius that a single corner may have. With a whole module (4), zxing fails at 2 pixels per module. */
const WIDE = 3;

const square = /* @__PURE__ */ byNeighbours(() => 0);
const rounded = /* @__PURE__ */ byNeighbours(() => HALF);
/** A module with exactly one free corner is always a bend; the end of a line has two free corners. */
const extraRounded = /* @__PURE__ */ byNeighbours((_corner, _neighbours, free) => (free === 1 ? WIDE : HALF));
const classy = /* @__PURE__ */ byNeighbours((corner) => (isEnd(corner) ? HALF : 0));
const classyRounded = /* @__PURE__ */ byNeighbours((corner, neighbours) =>
  isEnd(corner) ? (neighbours === 0 ? HALF : WIDE) : 0,
);

/** The styles, with the names that QR styling libraries use. Dots are rounded modules that are not joined. Radii of
 *  finder patterns are at most two modules: with full circles, zbar misses a third of version 1 codes at 4 or 5
 *  pixels per module. */
export const styles: Readonly<Record<DotStyle, Style>> = /* @__PURE__ */ (() => ({
  square: { modules: square, joins: "all", finder: [all(0), all(0), all(0)] },
  rounded: { modules: rounded, joins: "all", finder: [all(6), all(2), all(2)] },
  dots: { modules: rounded, joins: "alignment", finder: [all(8), all(4), all(6)] },
  classy: { modules: classy, joins: "all", finder: [ends(6), ends(2), ends(2)] },
  "classy-rounded": { modules: classyRounded, joins: "all", finder: [ends(8), ends(4), ends(6)] },
  "extra-rounded": { modules: extraRounded, joins: "all", finder: [all(8), all(4), all(4)] },
}))();
