import type { QrOptions } from "../options/table.ts";

export type DotStyle = QrOptions["dotStyle"];

/** Radii of the corners of a box in eighths of a module, clockwise from the top left. */
export type Corners = readonly [topLeft: number, topRight: number, bottomRight: number, bottomLeft: number];

export interface Style {
  /** Corners of a dark module. Only a free corner, with no joined neighbour on either side, is round. Otherwise there
   *  would be gaps between joined modules. */
  readonly outer: Corners;
  /** Radius of the inner corners, where three joined modules meet a light one. The sum of `inner` and any `outer` must
   *  be at most a module, because an edge of one module can have both. */
  readonly inner: number;
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

const all = (radius: number): Corners => [radius, radius, radius, radius];

/** The radius of round corners. With half a module, modules lose so much of their area that jsqr, qr and quirc read 3 to
 *  6 of 100 damaged codes less. */
const ROUND = 3;
const HALF = 4;

const leaf = (radius: number): Corners => [radius, 0, radius, 0];

/** The styles, with the names that QR styling libraries use. Dots are round modules that are not joined.
 *
 *  Finder patterns are as round as other decoders permit; see docs/decisions.md for the figures. The ring is square,
 *  because quirc derives the number of modules from the distances of its corners. The two inner boxes are nearly square,
 *  because jsqr compares the diagonals of a pattern with its axes. */
export const styles: Readonly<Record<DotStyle, Style>> = /* @__PURE__ */ (() => ({
  square: { outer: all(0), inner: 0, joins: "all", finder: [all(0), all(0), all(0)] },
  rounded: { outer: all(ROUND), inner: 0, joins: "all", finder: [all(0), all(HALF), all(HALF)] },
  dots: { outer: all(ROUND), inner: 0, joins: "alignment", finder: [all(0), all(HALF), all(HALF)] },
  classy: { outer: leaf(HALF), inner: 0, joins: "all", finder: [all(0), leaf(HALF), leaf(HALF)] },
  "classy-rounded": { outer: leaf(ROUND), inner: ROUND, joins: "all", finder: [all(0), all(HALF), leaf(HALF)] },
  "extra-rounded": { outer: all(ROUND), inner: ROUND, joins: "all", finder: [all(0), all(HALF), all(HALF)] },
}))();
