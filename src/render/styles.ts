import type { DotStyle } from "../options/option-types.ts";
import { type LookSettings, lookTable, type Row } from "../options/table.ts";

export type { DotStyle };

/** Units per module. With tenths of a module, all coordinates are integers. */
export const MODULE_UNITS = 10;

/** Radii of the corners of a box in tenths of a module, clockwise from the top left. A corner is a quadratic curve
 *  whose control point is the corner of the box. The corner cuts off a sixth of the square of its radius. */
export type Corners = readonly [topLeft: number, topRight: number, bottomRight: number, bottomLeft: number];

export interface Style {
  /** Corners of a dark module. Only a free corner, with no joined neighbour on either side, is round. Otherwise, there
   *  would be gaps between joined modules. */
  readonly outer: Corners;
  /** Radius of the inner corners, where three joined modules meet a light one. The sum of `inner` and any `outer` must
   *  be at most a module, because an edge of one module can have both. */
  readonly inner: number;
  /** Which adjacent modules become one shape: all of them, or only those of alignment patterns, because decoders need
   *  their rings. In the second case, all other modules are dots. */
  readonly joins: "all" | "alignment";
  /** Boxes of a finder pattern: 7, 5 and 3 modules wide. ISO/IEC 18004:2015, 6.3.3. */
  readonly finder: readonly [ring: Corners, hole: Corners, centre: Corners];
}

export const ABOVE = 1;
export const RIGHT = 2;
export const BELOW = 4;
export const LEFT = 8;

const all = (radius: number): Corners => [radius, radius, radius, radius];
const leaf = (radius: number): Corners => [radius, 0, radius, 0];

const ROUND = 3;
const ROUNDER = 4;
const HALF = 5;

/** Dots are circles. */
export const DOT: Corners = /* @__PURE__ */ all(HALF);

/** The styles, with the names that QR styling libraries use.
 *
 *  Except for dots, shapes are as round as decoders permit; see docs/measurements.md for the figures. The ring of a finder pattern is
 *  square, because quirc derives the number of modules from the distances of its corners. The two inner boxes are
 *  nearly square, because jsqr compares the diagonals of a pattern with its axes. */
export const styles: Readonly<Record<DotStyle, Style>> = /* @__PURE__ */ (() => ({
  square: { outer: all(0), inner: 0, joins: "all", finder: [all(0), all(0), all(0)] },
  rounded: { outer: all(ROUND), inner: 0, joins: "all", finder: [all(0), all(ROUND), all(ROUND)] },
  dots: { outer: all(0), inner: 0, joins: "alignment", finder: [all(0), all(HALF), all(HALF)] },
  classy: { outer: leaf(HALF), inner: 0, joins: "all", finder: [all(0), leaf(HALF), leaf(HALF)] },
  "classy-rounded": { outer: leaf(ROUNDER), inner: 2, joins: "all", finder: [all(0), all(HALF), leaf(HALF)] },
  "extra-rounded": { outer: all(ROUND), inner: 2, joins: "all", finder: [all(0), all(HALF), all(HALF)] },
}))();

/** Returns whether the styles above can draw a picture with these options, without the code in look.ts. */
export function isPlain<Options extends LookSettings>(
  options: Options,
): options is Options & { readonly dotStyle: DotStyle } {
  const rows: Readonly<Record<string, Row & { readonly default?: unknown }>> = lookTable;
  for (const name in rows) {
    const value = options[name as keyof typeof lookTable];
    if (value && !rows[name]?.plain && value !== rows[name]?.default) return false;
  }
  return options.dotStyle in styles;
}
