import { memoize } from "../async/once.ts";
import { type Inflate, readPngPixels } from "../core/png-reader.ts";
import { QrError } from "../errors.ts";
import type { DecoderName, Pixels, ScanJob, Scanner, ScanReport } from "../ports.ts";
import { brokenDecoder } from "./broken-decoders.ts";
import { conditions, photograph } from "./conditions.ts";
import { isCorrectable, unusedErrorCorrection } from "./error-use.ts";
import { finderLikeIn } from "./finder-like.ts";
import { crop, type Gray, onPages } from "./gray.ts";
import { type CodeView, isDarkOnLight, lastPage, measureMargins, noMargins } from "./margins.ts";

export const CRASHED = "the decoder crashed";

interface ScanParts {
  loadScanner(decoder: DecoderName): Promise<Scanner>;
  readonly inflate: Inflate;
  rasterize(svg: string, box: { readonly width: number; readonly height: number }): Promise<Pixels>;
}

/** The decoder that reads under all conditions. For the other decoders, the conditions would only repeat the margins. */
const REFERENCE: DecoderName = "zxing";

/** The page behind transparent pixels outside of the code. */
const WHITE = 255;

/** Returns a function that decodes a picture and damaged copies of it with one decoder. A picture counts as read only
 *  if the decoder returns exactly the bytes of `data`. Reports are deterministic. The function rejects like
 *  `loadScanner`.
 *  @throws {QrError} NOT_SUPPORTED if the decoder's package is damaged, see `brokenDecoder`; INTERNAL if the decoder
 *  crashes. The next job loads it again. */
export function createScan({ loadScanner, inflate, rasterize }: ScanParts): (job: ScanJob) => Promise<ScanReport> {
  const scanners = new Map<DecoderName, Promise<Scanner>>();
  const load = memoize(loadScanner, scanners);
  return async ({ decoder, body, data, size, side, scale, symbol, framed, trimmed: box, cleared, page }) => {
    const scanner = await load(decoder).catch((cause: unknown) => {
      // Compares names, because in a service worker, the error may be an instance of another copy of the class.
      throw (cause as Error).name === "QrError" ? cause : brokenDecoder(cause);
    });
    const read = (gray: Gray) =>
      scanner.read(gray, darkOnLight).catch((cause: unknown) => {
        scanners.delete(decoder);
        throw new QrError("INTERNAL", { rule: CRASHED, cause });
      });
    const pixels =
      typeof body === "string"
        ? await rasterize(body, { width: size, height: framed?.height ?? size })
        : await readPngPixels(body, inflate);
    if (!pixels) throw new TypeError("the image to scan must be a PNG drawn by isoqr");
    const place = framed && {
      left: framed.left / scale,
      top: framed.top / scale,
      quiet: framed.quiet / scale,
    };
    const grayOn = onPages(pixels);
    const picture: CodeView = { gray: grayOn(page ?? WHITE), scale, side, place, cleared };
    const trimmed = box ? { ...picture, gray: crop(picture.gray, box) } : picture;
    const expected = typeof data === "string" ? new TextEncoder().encode(data) : data;
    const darkOnLight = isDarkOnLight(picture);
    const reads = async (gray: Gray) => {
      const bytes = await read(gray);
      return bytes !== undefined && isSame(bytes, expected);
    };
    const results: { name: string; passed: boolean }[] = [];
    const finderLike = finderLikeIn(picture);
    if (decoder === REFERENCE) {
      const views = { picture, camera: photograph(picture), trimmed: photograph(trimmed) };
      for (const { name, of, damage } of conditions) results.push({ name, passed: await reads(damage(views[of])) });
    }
    const passed = results[0]?.passed ?? (await reads(picture.gray));
    const corrects = symbol && ((gray: Gray) => isCorrectable({ ...picture, gray }, symbol));
    const margins = passed ? await measureMargins(picture, reads, corrects, trimmed) : noMargins();
    const viewOn = (level: number) => ({ ...picture, gray: grayOn(level) });
    const background = page === undefined ? undefined : passed ? await lastPage(page, viewOn, reads) : null;
    const report = {
      decoder: scanner.name,
      passed,
      conditions: results,
      margins,
      ...(background !== undefined && { background }),
      ...(finderLike && { finderLike }),
    };
    return symbol ? { ...report, unusedErrorCorrection: unusedErrorCorrection(picture, symbol) } : report;
  };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
