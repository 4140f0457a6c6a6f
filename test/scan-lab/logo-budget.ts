import type { EcLevel } from "../../src/core/symbol.ts";
import { checkOptions } from "../../src/options/parse.ts";
import { type LogoLayout, layOut } from "../../src/render/budget.ts";
import { drawLogoPicture } from "../../src/render/logo-picture.ts";
import { type Decoder, jsqr, nuintun, qrDecoder, zbar, zxing } from "../decoders/decoders.ts";
import type { Pixels } from "../decoders/pixels.ts";
import { readPng } from "../decoders/png-reader.ts";

/** What the logo budget says, held against decoders: every code gets the worst of all logos, its own negative. */

export interface Series {
  readonly versions: readonly number[];
  readonly levels: readonly EcLevel[];
  readonly logoSizes: readonly number[];
}

export interface BudgetCount {
  readonly safe: number;
  readonly unsafe: number;
  /** Called safe, and yet not read by one of the judges; each with its name. */
  readonly misread: readonly string[];
  /** Called unsafe, and yet read by every judge. */
  readonly needless: readonly string[];
  /** Of those called safe, how many the other decoders did not read. */
  readonly others: Readonly<Record<string, number>>;
}

const SCALE = 4;
/** Fits every symbol. */
const data = "ISOQR.TEST";

/** They find the grid by the finder patterns and the last alignment pattern, as telephones do. */
const judges = [zxing, jsqr, nuintun];

/** zbar and, less so, qr look for every alignment pattern, and take for one what a negative makes of its surroundings:
 *  they read all of these codes as soon as the negative leaves the alignment patterns out. */
const others = [zbar, qrDecoder];

/** Draws and reads a code for each version, level and size of the series. The plate takes whole modules, so that each
 *  that counts as spoiled is wrong. */
export async function countBudgetErrors({ versions, levels, logoSizes }: Series): Promise<BudgetCount> {
  let safe = 0;
  let unsafe = 0;
  const misread: string[] = [];
  const needless: string[] = [];
  const missed: Record<string, number> = Object.fromEntries(others.map(({ name }) => [name, 0]));
  for (const version of versions) {
    for (const ec of levels) {
      for (const logoSize of logoSizes) {
        const size = SCALE * (17 + 4 * version + 8);
        const options = checkOptions({ data, version, ec, size, logoSize });
        const layout = layOut(options, 1, version);
        const body = drawLogoPicture(options, layout, negative(layout)).body as Uint8Array;
        const pixels = readPng(body);
        const failed = await failing(judges, pixels);
        const name = `${layout.symbol.version}-${ec} ${logoSize}`;
        if (layout.budget.safe) safe++;
        else unsafe++;
        if (layout.budget.safe && failed.length > 0) misread.push(`${name}: ${failed.join(", ")}`);
        if (!layout.budget.safe && failed.length === 0) needless.push(name);
        if (layout.budget.safe)
          for (const other of await failing(others, pixels)) missed[other] = (missed[other] ?? 0) + 1;
      }
    }
  }
  return { safe, unsafe, misread, needless, others: missed };
}

async function failing(decoders: readonly Decoder[], pixels: Pixels): Promise<string[]> {
  const names: string[] = [];
  for (const decoder of decoders) if ((await decoder.read(pixels)) !== data) names.push(decoder.name);
  return names;
}

/** A logo that turns every module it covers into its opposite. */
function negative({ symbol, grid, plate }: LogoLayout) {
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
