import type { Report } from "../api.ts";
import type { QrSymbol } from "../core/symbol.ts";
import { openLogo } from "../drawing/logo.ts";
import { QrError } from "../errors.ts";
import type { PictureSettings } from "../options/picture-table.ts";
import type { HeavyWork, ScanJob } from "../ports.ts";
import { scanWithAll } from "../report/decoders.ts";
import { mergeScans } from "../report/proof.ts";
import { isSmall } from "../scan/score.ts";
import { gridOfPicture, type PictureDrawing, type PictureGrid, planPictureCode } from "./draw.ts";

/** What a scan of a picture code found, as in reports. */
export type PictureScan = NonNullable<Report["scan"]>;

/** A picture code. */
export interface PictureCode {
  readonly png: Uint8Array<ArrayBuffer>;
  /** What decoders read: the text, with a suffix if the code has one. */
  readonly data: string;
  /** 0 a plain code, to 1 the picture. */
  readonly strength: number;
  readonly symbol: QrSymbol;
  /** The number of wrong codewords in each block, because they show the picture, and the number that the block can correct. */
  readonly blocks: readonly { readonly wrong: number; readonly correctable: number }[];
  /** Whether a part of the picture looks like a finder pattern. Some decoders look for the code there. */
  readonly finderLike: boolean;
  /** The grade, A to F, and how it came about. Undefined if no decoder is installed. */
  readonly scan?: PictureScan;
}

export const PICTURE_BYTES = "{field} must be a Uint8Array with the bytes of an image file";
export const PICTURE_ASPECT = "{field} must be at most {max} times as wide as high, or as high as wide: crop it";
export const PICTURE_UNREADABLE = "{field} must be at most {max}: stronger codes of this picture cannot be read";
export const PICTURE_HOPELESS = "{field} leaves no readable code: use a picture with more contrast, or a larger size";

/** The largest ratio of the sides of a picture. Its middle is drawn, so the rest of a longer one would only take memory. */
const MAX_ASPECT = 4;

/** The strength of codes that cannot be measured, because no decoder is installed. In tests, it had grade A or B. */
const UNMEASURED = 0.5;

/** Number of equal steps from 0 to 1 that the search for a strength tries. It takes four or five scans. */
const STEPS = 20;

/** Draws `data` as a code that shows the picture in `bytes`, a PNG, JPEG, WebP or SVG file. Without a strength, finds the
 *  greatest one with grade B or better, or else the greatest one that decoders read.
 *  @throws {QrError} INVALID_OPTION if the strength leaves no readable code, with the greatest strength that does;
 *  LOGO_INVALID or LOGO_TOO_LARGE if the picture cannot be used; DATA_TOO_LONG. */
export async function drawPictureCode(
  data: string,
  bytes: Uint8Array,
  settings: PictureSettings,
  heavy: HeavyWork,
): Promise<PictureCode> {
  const grid = gridOfPicture(data, settings);
  const logo = await openLogo("picture", { heavy }, async () => bytes);
  const drawing = planPictureCode(data, await logo.draw(coverBox(logo.header, grid)), grid, settings);
  const measure = createMeasure(drawing, settings, heavy);
  const { strength } = settings;
  if (strength === undefined) return measure.strongest("B");
  const code = await measure.at(strength);
  if (!code.scan || isReadable(code.scan, "D")) return code;
  const { strength: max } = await measure.strongest("D", strength);
  throw new QrError("INVALID_OPTION", { field: "strength", rule: PICTURE_UNREADABLE, values: { max } });
}

/** Returns whether decoders read a picture with this grade or a better one. A code of grade F is read only if it is perfectly
 *  undamaged. */
function isReadable({ passed, grade }: PictureScan, least: "B" | "D"): boolean {
  return passed && grade <= least;
}

/** Returns the size at which a picture covers the symbol. @throws {QrError} LOGO_INVALID if it is too long. */
function coverBox(
  { width, height }: { readonly width: number; readonly height: number },
  { width: least }: PictureGrid,
): { readonly width: number; readonly height: number } {
  if (Math.max(width / height, height / width) > MAX_ASPECT) {
    throw new QrError("LOGO_INVALID", { field: "picture", rule: PICTURE_ASPECT, values: { max: MAX_ASPECT } });
  }
  const scale = least / Math.min(width, height);
  return { width: Math.max(least, Math.round(width * scale)), height: Math.max(least, Math.round(height * scale)) };
}

/** Returns functions that draw a code and measure its grade. */
function createMeasure(
  { symbol, grid, finderLike, draw }: PictureDrawing,
  { size, margin }: PictureSettings,
  heavy: HeavyWork,
) {
  const { message, text, freeBits: _, difference: __, ...shown } = symbol;
  const { side, scale, offset } = grid;
  const at = async (strength: number): Promise<PictureCode> => {
    const { png, wrong: counts } = draw(strength);
    const { dataWords, checkWords } = message;
    const input: Omit<ScanJob, "decoder"> = {
      body: png,
      data: text,
      size,
      side,
      scale,
      symbol: { ...shown, dataWords, checkWords, offset },
    };
    const found = mergeScans(await scanWithAll(input, heavy), side + 2 * margin, {
      isLightOnDark: false,
      bestOfShapes: "A",
      hidesPatterns: false,
      hidesCenter: false,
      small: isSmall(scale, false),
      bare: margin === 0,
      page: undefined,
    });
    // As in reports: decoders may look for the code in the wrong place.
    const scan = finderLike && found?.grade === "A" ? { ...found, grade: "B" as const } : found;
    const blocks = counts.map((wrong) => ({ wrong, correctable: checkWords >> 1 }));
    return { png, data: text, strength, symbol: shown, blocks, finderLike, ...(scan && { scan }) };
  };
  /** Resolves to the code of the greatest strength, in steps, that decoders read with this grade or a better one. If there is
   *  none, accepts lower grades. With `below`, the strength is less than that.
   *  @throws {QrError} LOGO_INVALID if decoders read none. */
  const strongest = async (grade: "B" | "D", below = 1 + 1 / STEPS): Promise<PictureCode> => {
    let found: PictureCode | undefined;
    let [passed, failed] = [-1, Math.ceil(below * STEPS)];
    while (failed - passed > 1) {
      const middle = (passed + failed) >> 1;
      const code = await at(middle / STEPS);
      if (!code.scan) return at(UNMEASURED);
      if (isReadable(code.scan, grade)) [passed, found] = [middle, code];
      else failed = middle;
    }
    if (found) return found;
    if (grade === "B") return strongest("D");
    throw new QrError("LOGO_INVALID", { field: "picture", rule: PICTURE_HOPELESS });
  };
  return { at, strongest };
}
