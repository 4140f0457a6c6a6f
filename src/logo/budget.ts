import { encodeSymbol, type ModuleArea, type Spoiled, spoiledCodewords } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import { type Grid, pngGrid, type QrSymbol, svgGrid } from "../core/symbol.ts";
import type { LogoSettings } from "../options/table.ts";

export type Rect = ModuleArea;

/** The positions, in pixels, of a logo and its plate, the area that is kept clear for the logo. */
interface Plate {
  readonly art: Rect;
  /** The area of the logo, `logoMargin` pixels larger on each side, clipped to the picture. */
  readonly background: Rect;
}

/** The error correction that the plate of a logo uses up. */
export interface LogoBudget extends Spoiled {
  /** Whether every block can be corrected and the plate covers no pattern that decoders need to find the symbol. */
  readonly safe: boolean;
}

/** Radii of the four corners of a logo in pixels. */
export interface Corners {
  readonly across: number;
  readonly down: number;
}

/** A shape with round corners, and the modules that its plate touches. */
export interface Shape {
  readonly corners?: Corners | undefined;
  readonly cleared: readonly ModuleArea[];
}

/** How a format positions modules and logos. */
export interface Surface {
  /** Whether a module must be at least one pixel wide, as in formats with pixels. */
  readonly hasPixels: boolean;
  readonly gridOf: (side: number, options: LogoSettings<QrData>) => Grid;
  readonly place: (grid: Grid, extent: number) => readonly [from: number, to: number];
  /** Returns the shape of a logo; undefined for a rectangle. */
  readonly shape?: (art: Rect, grid: Grid) => Shape | undefined;
}

/** In a vector format, the edges of modules and logos may be anywhere. In other formats, they are at whole pixels. */
export const vectorSurface: Surface = { hasPixels: false, gridOf: svgGrid, place: plainExtent };
export const pixelSurface: Surface = { hasPixels: true, gridOf: pngGrid, place: wholeExtent };

export interface LogoLayout {
  /** The symbol in which the modules in `cleared` are light. */
  readonly symbol: QrSymbol;
  /** The modules that the plate touches, as areas that do not overlap. Pictures omit all of them, so that no slivers
   *  remain around the plate. */
  readonly cleared: readonly ModuleArea[];
  readonly grid: Grid;
  readonly plate: Plate;
  /** The corners of the logo; undefined if they are square. */
  readonly corners?: Corners | undefined;
  readonly budget: LogoBudget;
}

/** Tolerance for rounding errors, in modules. */
export const EPSILON = 1e-6;

const LARGEST_VERSION = 40;

/** Maximum length of a logo as a share of the symbol's side. Longer logos would reach the patterns at its edges. */
export const SPAN = 0.6;

/** Returns the smallest symbol that stays readable under a logo with this aspect ratio (width / height). If there is none,
 *  returns the smallest symbol that holds the data, with a budget that shows how much is missing. A module is spoiled if the
 *  plate touches it, and a codeword if one of its modules is spoiled.
 *  @throws {QrError} DATA_TOO_LONG. */
export function layOutLogo(surface: Surface, options: LogoSettings<QrData>, aspect: number): LogoLayout {
  const smallest = layOutAtVersion(surface, options, aspect, options.version);
  let layout = smallest;
  const { size, maxVersion = LARGEST_VERSION } = options;
  const last = Math.min(maxVersion, surface.hasPixels ? Math.floor((size - 17) / 4) : LARGEST_VERSION);
  while (!layout.budget.safe && layout.symbol.version < last) {
    layout = layOutAtVersion(surface, options, aspect, layout.symbol.version + 1);
  }
  return layout.budget.safe ? layout : smallest;
}

/** Returns the layout for `version`, or for the next larger version that holds the data. The layout may be unsafe. */
export function layOutAtVersion(
  surface: Surface,
  options: LogoSettings<QrData>,
  aspect: number,
  version: number,
): LogoLayout {
  const symbol = encodeSymbol(options.data, { ...options, version });
  const grid = surface.gridOf(symbol.side, options);
  const plate = plateOf(grid, aspect, options, surface.place);
  const { corners, cleared } = surface.shape?.(plate.art, grid) ?? { cleared: [modulesUnder(plate.background, grid)] };
  for (const { left, top, right, bottom } of cleared) {
    for (let y = top; y < bottom; y++) symbol.modules.fill(0, y * symbol.side + left, y * symbol.side + right);
  }
  return { symbol, cleared, grid, plate, corners, budget: budgetOf(symbol, cleared) };
}

function budgetOf({ version, ec, side }: QrSymbol, under: readonly Rect[]): LogoBudget {
  const counted = spoiledCodewords(version, ec, under);
  const safe = counted.spoiled <= counted.correctable && under.every((area) => clearOfFinders(area, side));
  return { ...counted, safe };
}

/** Returns whether a plate avoids the finder patterns with their separators, the format information and the timing
 *  patterns. A plate over the alignment pattern at the bottom right spoils too many codewords to be safe.
 *  ISO/IEC 18004:2015, 6.3. */
function clearOfFinders({ left, top, right, bottom }: Rect, side: number): boolean {
  if (left <= 6 || top <= 6) return false;
  const [near, far] = [9, side - 8];
  return !(left < near && top < near) && !(right > far && top < near) && !(left < near && bottom > far);
}

/** Returns the position of a logo with this aspect ratio (width / height), positioned by `place`. Its area is that of a
 *  square whose side is `logoSize` times the side of the symbol, so that wide logos are as legible as square ones. Its longer
 *  side is at most SPAN times the side of the symbol. */
export function plateOf(
  grid: Grid,
  aspect: number,
  { size, logoSize, logoMargin }: { readonly size: number; readonly logoSize: number; readonly logoMargin: number },
  place: Surface["place"],
): Plate {
  const ratio = Math.max(aspect, 1 / aspect);
  const longest = grid.side * grid.scale * Math.min(logoSize * Math.sqrt(ratio), SPAN);
  const [width, height] = aspect >= 1 ? [longest, longest / ratio] : [longest / ratio, longest];
  const [left, right] = place(grid, width);
  const [top, bottom] = place(grid, height);
  const background = {
    left: Math.max(0, left - logoMargin),
    top: Math.max(0, top - logoMargin),
    right: Math.min(size, right + logoMargin),
    bottom: Math.min(size, bottom + logoMargin),
  };
  return { art: { left, top, right, bottom }, background };
}

export function plainExtent({ side, scale, offset }: Grid, extent: number): readonly [number, number] {
  const from = offset + (side * scale - extent) / 2;
  return [from, from + extent];
}

/** Returns the start and the end of `extent` when it is centred in the symbol and rounded to whole pixels. The rounded
 *  length is odd if the symbol's side is odd, and even otherwise, so that it can be centred exactly. Each edge moves by
 *  at most one pixel. */
export function wholeExtent({ side, scale, offset }: Grid, extent: number): readonly [number, number] {
  const symbol = side * scale;
  const odd = Math.round(symbol) & 1;
  const rounded = Math.max(2 - odd, 2 * Math.round((extent - odd) / 2) + odd);
  const from = Math.round(offset + (symbol - rounded) / 2);
  return [from, from + rounded];
}

/** Returns the modules that a rectangle in pixels overlaps. */
export function modulesUnder({ left, top, right, bottom }: Rect, { side, scale, offset }: Grid): Rect {
  const moduleAt = (pixel: number, tolerance: number, round: (edge: number) => number) =>
    Math.min(side, Math.max(0, round((pixel - offset) / scale + tolerance)));
  const first = (pixel: number) => moduleAt(pixel, EPSILON, Math.floor);
  const end = (pixel: number) => moduleAt(pixel, -EPSILON, Math.ceil);
  return { left: first(left), top: first(top), right: end(right), bottom: end(bottom) };
}
