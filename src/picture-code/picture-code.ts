import type { PictureCode, PictureScan } from "../api.ts";
import { countCodewords } from "../core/core.ts";
import { inlineLogo, openLogo } from "../drawing/logo.ts";
import { QrError } from "../errors.ts";
import { pictureAspect, pictureHopeless, pictureUnreadable } from "../messages/picture-rules.ts";
import type { PictureSettings } from "../options/picture-table.ts";
import type { HeavyWork, PictureChoice, PictureCodeJob, ScanJob } from "../ports.ts";
import { scanWithAll } from "../report/decoders.ts";
import { mergeScans } from "../report/proof.ts";
import { isSmall } from "../scan/score.ts";
import { costOfPictureCode, gridOfPicture, type PictureGrid } from "./draw.ts";
import { middleOf } from "./tone.ts";

/** The largest ratio of the sides of a picture. Its middle is drawn, so the rest of a longer one would only take memory. */
const MAX_ASPECT = 4;

/** The strength of codes that cannot be measured, because no decoder is installed. In tests, it had grade A or B. */
const UNMEASURED = 0.5;

/** Number of equal steps from 0 to 1 that the search for a strength tries. It scans four or five codes, and up to eight if none
 *  has grade B. */
const STEPS = 20;

/** Draws `data` as a code that shows `picture`, a PNG, JPEG, WebP or SVG file, or its base64. Without a strength, finds the
 *  greatest one with grade B or better, or else the greatest one that decoders read.
 *  @throws {QrError} INVALID_OPTION if the strength leaves no readable code, with the greatest strength that does;
 *  LOGO_INVALID or LOGO_TOO_LARGE if the picture cannot be used; DATA_TOO_LONG. */
export async function drawPictureCode(
  data: string,
  picture: Uint8Array | string,
  settings: PictureSettings,
  heavy: HeavyWork,
): Promise<PictureCode> {
  const grid = gridOfPicture(data, settings);
  const logo = await openLogo("picture", { heavy }, async () =>
    typeof picture === "string" ? inlineLogo(picture) : picture,
  );
  const box = { ...coverBox(logo.header, grid), middle: grid.width };
  // Hosts may draw more than the middle.
  const pixels = middleOf(await logo.draw(box), grid.width);
  const job: PictureCodeJob = { data, picture: pixels, settings };
  const { choice: cost } = costOfPictureCode(settings, grid);
  const choice = await heavy.run({ name: "choosePictureCode", input: job, cost });
  const measure = createMeasure(job, choice, patiently(heavy));
  const { strength } = settings;
  if (strength === undefined) return measure.strongest("B", { passed: -1, failed: STEPS + 1 });
  const code = await measure.at(strength);
  if (!code.scan || isReadable(code.scan, "D")) return code;
  const { strength: max } = await measure.strongest("D", { passed: -1, failed: Math.ceil(strength * STEPS) });
  throw new QrError("INVALID_OPTION", { field: "strength", rule: pictureUnreadable, values: { max } });
}

/** Returns `heavy` for jobs that wait for as long as necessary. Once the first job of a code has run, the others must not be
 *  rejected: a busy server would waste its time on codes that it never finishes. */
function patiently(heavy: HeavyWork): HeavyWork {
  return { jobs: heavy.jobs, run: (job, signal) => heavy.run({ ...job, patient: true }, signal) };
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
    throw new QrError("LOGO_INVALID", { field: "picture", rule: pictureAspect, values: { max: MAX_ASPECT } });
  }
  const scale = least / Math.min(width, height);
  return { width: Math.max(least, Math.round(width * scale)), height: Math.max(least, Math.round(height * scale)) };
}

/** What a search for a strength knows, in steps. */
interface Bounds {
  /** The greatest strength that has the grade, with its code; -1 without one. */
  readonly passed: number;
  readonly found?: PictureCode;
  /** The least strength that does not have it. */
  readonly failed: number;
}

/** Returns functions that draw a code and measure its grade. */
function createMeasure(job: PictureCodeJob, choice: PictureChoice, heavy: HeavyWork) {
  const settings = job.settings as PictureSettings;
  const { size, margin } = settings;
  const { text, finderLike, ...shown } = choice;
  const grid = gridOfPicture(job.data, settings);
  const { side, scale, offset } = grid;
  const { dataWords, checkWords } = countCodewords(shown.version, shown.ec);
  const { paint: cost } = costOfPictureCode(settings, grid);
  const at = async (strength: number): Promise<PictureCode> => {
    const paint = { name: "paintPictureCode", input: { ...job, choice, strength }, cost } as const;
    const { png, wrong: counts } = await heavy.run(paint);
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
  /** Resolves to the code of the greatest strength within `bounds` that decoders read with this grade or a better one. If there
   *  is none, accepts lower grades. @throws {QrError} LOGO_INVALID if decoders read none. */
  const strongest = async (grade: "B" | "D", bounds: Bounds): Promise<PictureCode> => {
    let { passed, found, failed } = bounds;
    // Where a search for grade D would be after the same scans.
    let readable: Bounds | undefined;
    while (failed - passed > 1) {
      const middle = (passed + failed) >> 1;
      const code = await at(middle / STEPS);
      if (!code.scan) return middle / STEPS === UNMEASURED ? code : at(UNMEASURED);
      if (isReadable(code.scan, grade)) [passed, found] = [middle, code];
      else {
        if (isReadable(code.scan, "D")) readable ??= { passed: middle, found: code, failed };
        failed = middle;
      }
    }
    if (found) return found;
    if (readable) return strongest("D", readable);
    throw new QrError("LOGO_INVALID", { field: "picture", rule: pictureHopeless });
  };
  return { at, strongest };
}
