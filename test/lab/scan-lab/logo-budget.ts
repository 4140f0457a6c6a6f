import { encodeSymbol } from "../../../src/core/core.ts";
import type { EcLevel, QrSymbol } from "../../../src/core/symbol.ts";
import type { LogoLayout } from "../../../src/logo/budget.ts";
import { layOut } from "../../../src/logo/placement.ts";
import { checkOptions } from "../../../src/options/parse.ts";
import { jsqr, nuintun, qrDecoder, zbar, zxing } from "../../decoders/decoders.ts";
import type { Pixels } from "../../decoders/pixels.ts";
import { readPng } from "../../decoders/png-reader.ts";
import { drawLogoPicture } from "../../render/pictures.ts";
import { type Reader, readers } from "./readers.ts";
import type { Reads } from "./verdicts.ts";

/** Tests the logo budget with decoders. Every code gets the worst possible logo, which inverts the modules below it. */

export interface Series {
  readonly versions: readonly number[];
  readonly levels: readonly EcLevel[];
  readonly logoSizes: readonly number[];
}

export interface BudgetCount {
  readonly safe: number;
  readonly unsafe: number;
  /** Codes that the budget calls safe, but that fewer than three decoders read. Each entry names the decoders that read
   *  the code. */
  readonly misread: readonly string[];
  /** Codes that the budget calls unsafe, but that three decoders read. */
  readonly needless: readonly string[];
}

const ENOUGH = 3;
const SCALE = 4;
/** A text short enough for every symbol. */
const data = "ISOQR.TEST";

/** The decoders, fastest first. None of them reads every code: zbar searches for all alignment patterns and may mistake
 *  an inverted part of a code for one, and jsqr misses some clean codes. */
const decoders = [zxing, qrDecoder, zbar, nuintun, jsqr].map(
  ({ name }) => readers.find((reader) => reader.name === name) as Reader,
);

/** Draws and reads a code for each version, level and logo size in the series. The plate covers whole modules, so every
 *  damaged codeword is wrong. */
export async function countBudgetErrors(
  { versions, levels, logoSizes }: Series,
  reads: Reads = async (reader, pixels, text) => (await reader.read(pixels)) === text,
): Promise<BudgetCount> {
  let safe = 0;
  let unsafe = 0;
  const misread: string[] = [];
  const needless: string[] = [];
  for (const version of versions) {
    for (const ec of levels) {
      for (const logoSize of logoSizes) {
        const size = SCALE * (17 + 4 * version + 8);
        const options = checkOptions({ data, version, ec, size, logoSize });
        const layout = layOut(options, 1, version);
        const pixels = negative(layout, encodeSymbol(data, options));
        const body = drawLogoPicture(options, layout, { pixels }).body as Uint8Array;
        const readers = await readersOf(readPng(body), reads);
        const name = `${layout.symbol.version}-${ec} ${logoSize}`;
        if (layout.budget.safe) safe++;
        else unsafe++;
        if (layout.budget.safe && readers.length < ENOUGH) misread.push(`${name}: ${readers.join(", ") || "none"}`);
        if (!layout.budget.safe && readers.length === ENOUGH) needless.push(name);
      }
    }
  }
  return { safe, unsafe, misread, needless };
}

/** Resolves to the names of the first decoders that read the picture, at most ENOUGH. */
async function readersOf(pixels: Pixels, reads: Reads): Promise<string[]> {
  const names: string[] = [];
  for (const decoder of decoders) {
    if (await reads(decoder, pixels, data)) names.push(decoder.name);
    if (names.length === ENOUGH) break;
  }
  return names;
}

/** Returns a logo that inverts every module it covers. */
function negative({ grid, plate }: LogoLayout, symbol: QrSymbol) {
  const { left, top, right, bottom } = plate.art;
  const [width, height] = [right - left, bottom - top];
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const column = Math.floor((left + x - grid.offset) / grid.scale);
      const row = Math.floor((top + y - grid.offset) / grid.scale);
      const shade = symbol.modules[row * symbol.side + column] ? 255 : 0;
      pixels.fill(shade, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { width, height, data: pixels };
}
