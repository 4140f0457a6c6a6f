import { encodeSymbol, type ModuleArea, type Spoiled, spoiledCodewords } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import { type Grid, pngGrid, type QrSymbol, svgGrid } from "../core/symbol.ts";
import { formats } from "../options/formats.ts";
import type { LogoSettings, QrOptions } from "../options/table.ts";

export type Rect = ModuleArea;

/** The positions, in pixels, of a logo and its plate, the area that is kept clear for the logo. */
interface Plate {
  readonly art: Rect;
  /** The area of the logo, `logoMargin` pixels larger on each side, clipped to the picture. */
  readonly ground: Rect;
}

/** How much error correction a logo's plate uses. */
export interface LogoBudget extends Spoiled {
  /** Whether every block can be corrected and the plate covers no pattern that decoders need to find the symbol. */
  readonly safe: boolean;
}

/** How a format places modules and logos. */
export interface Surface {
  readonly gridOf: (side: number, options: LogoSettings<QrData>) => Grid;
  readonly place: (offset: number, symbol: number, extent: number) => readonly [from: number, to: number];
}

/** In a vector format, the edges of modules and logos may be anywhere. In other formats, they are at whole pixels. */
export const vectorSurface: Surface = { gridOf: svgGrid, place: plainExtent };
export const pixelSurface: Surface = { gridOf: pngGrid, place: wholeExtent };

export interface LogoLayout {
  /** The symbol in which the modules in `cleared` are light. */
  readonly symbol: QrSymbol;
  /** The modules that the plate touches. Pictures omit all of them, so that no slivers remain around the plate. */
  readonly cleared: ModuleArea;
  readonly grid: Grid;
  readonly plate: Plate;
  readonly budget: LogoBudget;
}

const LARGEST_VERSION = 40;

/** Tolerance for rounding errors, in modules. */
const EPSILON = 1e-6;

/** Returns the smallest symbol that stays readable under a logo with this aspect ratio (width / height). If no symbol
 *  does, returns the smallest one that holds the data; its budget shows how much is missing. A module is spoiled if the
 *  plate touches it. A codeword is spoiled if one of its modules is.
 *  @throws {QrError} DATA_TOO_LONG. */
export function settleBudget(options: QrOptions, aspect: number): LogoLayout {
  return settleOn(surfaceOf(options), options, aspect);
}

/** Like `settleBudget`, for any format with this surface. */
export function settleOn(surface: Surface, options: LogoSettings<QrData>, aspect: number): LogoLayout {
  const smallest = layOutOn(surface, options, aspect, options.version);
  let layout = smallest;
  while (!layout.budget.safe && layout.symbol.version < LARGEST_VERSION) {
    layout = layOutOn(surface, options, aspect, layout.symbol.version + 1);
  }
  return layout.budget.safe ? layout : smallest;
}

/** Returns the layout for `version`, or for the next larger version that holds the data. The layout may be unsafe. */
export function layOut(options: QrOptions, aspect: number, version: number): LogoLayout {
  return layOutOn(surfaceOf(options), options, aspect, version);
}

function surfaceOf({ format }: QrOptions): Surface {
  return formats[format].vector ? vectorSurface : pixelSurface;
}

function layOutOn(surface: Surface, options: LogoSettings<QrData>, aspect: number, version: number): LogoLayout {
  const symbol = encodeSymbol(options.data, { ...options, version });
  const grid = surface.gridOf(symbol.side, options);
  const plate = plateOf(grid, options.size, aspect, options, surface.place);
  const cleared = modulesUnder(plate.ground, grid);
  for (let row = cleared.top * symbol.side, y = cleared.top; y < cleared.bottom; y++, row += symbol.side) {
    symbol.modules.fill(0, row + cleared.left, row + cleared.right);
  }
  return { symbol, cleared, grid, plate, budget: budgetOf(symbol, cleared) };
}

function budgetOf({ version, ec, side }: QrSymbol, under: Rect): LogoBudget {
  const counted = spoiledCodewords(version, ec, under);
  return { ...counted, safe: counted.spoiled <= counted.correctable && clearOfFinders(under, side) };
}

/** Returns whether a plate covers neither the finder patterns with their separators, nor the format information, nor
 *  the timing patterns. ISO/IEC 18004:2015, 6.3. */
function clearOfFinders({ left, top, right, bottom }: Rect, side: number): boolean {
  if (left <= 6 || top <= 6) return false;
  const [near, far] = [9, side - 8];
  return !(left < near && top < near) && !(right > far && top < near) && !(left < near && bottom > far);
}

/** Returns the position of a logo with this aspect ratio (width / height), centred in the symbol. The logo's longer
 *  side is `logoSize` times the side of the symbol. */
export function plateOf(
  { side, scale, offset }: Grid,
  size: number,
  aspect: number,
  { logoSize, logoMargin }: { readonly logoSize: number; readonly logoMargin: number },
  place: Surface["place"],
): Plate {
  const symbol = side * scale;
  const longest = symbol * logoSize;
  const [width, height] = aspect >= 1 ? [longest, longest / aspect] : [longest * aspect, longest];
  const [left, right] = place(offset, symbol, width);
  const [top, bottom] = place(offset, symbol, height);
  const ground = {
    left: Math.max(0, left - logoMargin),
    top: Math.max(0, top - logoMargin),
    right: Math.min(size, right + logoMargin),
    bottom: Math.min(size, bottom + logoMargin),
  };
  return { art: { left, top, right, bottom }, ground };
}

export function plainExtent(offset: number, symbol: number, extent: number): readonly [number, number] {
  const from = offset + (symbol - extent) / 2;
  return [from, from + extent];
}

/** Returns the start and the end of `extent` when it is centred in the symbol and rounded to whole pixels. The rounded
 *  length is odd if the symbol's side is odd, and even otherwise, so that it can be centred exactly. Each edge moves by
 *  at most one pixel. */
export function wholeExtent(offset: number, symbol: number, extent: number): readonly [number, number] {
  const odd = Math.round(symbol) & 1;
  const rounded = Math.max(2 - odd, 2 * Math.round((extent - odd) / 2) + odd);
  const from = Math.round(offset + (symbol - rounded) / 2);
  return [from, from + rounded];
}

/** Returns the modules that a rectangle in pixels overlaps. */
export function modulesUnder({ left, top, right, bottom }: Rect, { side, scale, offset }: Grid): Rect {
  const moduleAt = (pixel: number) => (pixel - offset) / scale;
  const first = (pixel: number) => Math.min(side, Math.max(0, Math.floor(moduleAt(pixel) + EPSILON)));
  const end = (pixel: number) => Math.min(side, Math.max(0, Math.ceil(moduleAt(pixel) - EPSILON)));
  return { left: first(left), top: first(top), right: end(right), bottom: end(bottom) };
}
