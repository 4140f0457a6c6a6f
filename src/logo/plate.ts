import type { Grid } from "../core/grid.ts";

/** A rectangle; right and bottom are the first places beyond it. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where a logo stands in a picture, in pixels. */
export interface Plate {
  /** What the logo's picture fills. */
  readonly art: Rect;
  /** The ground in the background colour below it, `logoMargin` pixels wider on each side, within the picture. */
  readonly ground: Rect;
}

/** The place of a logo of `aspect` width by height: its longer side covers `logoSize` of the symbol's, and it stands in
 *  the symbol's middle. With `whole` it starts and ends between pixels, at most one of them away. */
export function plateOf(
  { side, scale, offset }: Grid,
  size: number,
  aspect: number,
  { logoSize, logoMargin }: { readonly logoSize: number; readonly logoMargin: number },
  whole: boolean,
): Plate {
  const symbol = side * scale;
  const longest = symbol * logoSize;
  const [width, height] = aspect >= 1 ? [longest, longest / aspect] : [longest * aspect, longest];
  const settle = whole ? wholeExtent : plainExtent;
  const [left, right] = settle(offset, symbol, width);
  const [top, bottom] = settle(offset, symbol, height);
  const ground = {
    left: Math.max(0, left - logoMargin),
    top: Math.max(0, top - logoMargin),
    right: Math.min(size, right + logoMargin),
    bottom: Math.min(size, bottom + logoMargin),
  };
  return { art: { left, top, right, bottom }, ground };
}

function plainExtent(offset: number, symbol: number, extent: number): readonly [number, number] {
  const from = offset + (symbol - extent) / 2;
  return [from, from + extent];
}

/** As near to `extent` as an exact middle allows: an odd symbol has room for odd extents. */
function wholeExtent(offset: number, symbol: number, extent: number): readonly [number, number] {
  const odd = Math.round(symbol) & 1;
  const settled = Math.max(2 - odd, 2 * Math.round((extent - odd) / 2) + odd);
  const from = Math.round(offset + (symbol - settled) / 2);
  return [from, from + settled];
}

/** The modules that `rect` touches, be it by a hair; those of a whole number of modules not one more. */
export function modulesUnder({ left, top, right, bottom }: Rect, { side, scale, offset }: Grid): Rect {
  const place = (pixel: number) => (pixel - offset) / scale;
  const first = (pixel: number) => Math.min(side, Math.max(0, Math.floor(place(pixel) + HAIR)));
  const beyond = (pixel: number) => Math.min(side, Math.max(0, Math.ceil(place(pixel) - HAIR)));
  return { left: first(left), top: first(top), right: beyond(right), bottom: beyond(bottom) };
}

/** Modules by which sums of fractions may be off. */
const HAIR = 1e-6;
