import { encodeSymbol, spoiledCodewords } from "../core/core.ts";
import { type Grid, pngGrid, svgGrid } from "../core/grid.ts";
import type { QrSymbol } from "../core/symbol.ts";
import type { QrOptions } from "../options/table.ts";
import { modulesUnder, type Plate, plateOf, type Rect } from "./plate.ts";

/** What a logo's plate costs a symbol. */
export interface LogoBudget {
  /** Codewords with a module below the plate, in the block that has most of them. */
  readonly spoiled: number;
  /** Wrong codewords that this block can correct. */
  readonly correctable: number;
  readonly worstBlock: number;
  /** Spoiled codewords of all blocks. */
  readonly total: number;
  /** Whether every block can be corrected, and what shows decoders where the symbol is stays free. */
  readonly safe: boolean;
}

/** A symbol that has room for a logo, and where both stand in the picture. */
export interface LogoLayout {
  readonly symbol: QrSymbol;
  readonly grid: Grid;
  readonly plate: Plate;
  readonly budget: LogoBudget;
}

const LARGEST = 40;

/** The smallest symbol that a logo of `aspect` width by height leaves readable, from the version that fits upwards. Where
 *  there is none, the smallest symbol that fits, and a budget that says by how much it fails. A module counts as spoiled
 *  when the plate touches it, its codeword when one of its modules is.
 *  @throws {QrError} DATA_TOO_LONG. */
export function settleBudget(options: QrOptions, aspect: number): LogoLayout {
  const smallest = layOut(options, aspect, options.version);
  let layout = smallest;
  while (!layout.budget.safe && layout.symbol.version < LARGEST) {
    layout = layOut(options, aspect, layout.symbol.version + 1);
  }
  return layout.budget.safe ? layout : smallest;
}

/** The layout with a symbol of `version`, or of the smallest one above that fits, safe or not. */
export function layOut(options: QrOptions, aspect: number, version: number): LogoLayout {
  const symbol = encodeSymbol(options.data, { ...options, version });
  const whole = options.format !== "svg";
  const grid = (whole ? pngGrid : svgGrid)(symbol.side, options);
  const plate = plateOf(grid, options.size, aspect, options, whole);
  return { symbol, grid, plate, budget: budgetOf(symbol, modulesUnder(plate.ground, grid)) };
}

function budgetOf({ version, ec, side }: QrSymbol, under: Rect): LogoBudget {
  const counted = spoiledCodewords(version, ec, under);
  return { ...counted, safe: counted.spoiled <= counted.correctable && clearOfFinders(under, side) };
}

/** Whether a plate leaves alone the finder patterns, their separators, the format information beside them, and the
 *  timing patterns. ISO/IEC 18004:2015, 6.3. */
function clearOfFinders({ left, top, right, bottom }: Rect, side: number): boolean {
  if (left <= 6 || top <= 6) return false;
  const [near, far] = [9, side - 8];
  return !(left < near && top < near) && !(right > far && top < near) && !(left < near && bottom > far);
}
