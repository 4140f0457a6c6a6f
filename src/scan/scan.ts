import { type Inflate, readPngPixels } from "../core/png-reader.ts";
import { once } from "../once.ts";
import type { Pixels, ScanJob, Scanner, ScanReport } from "../ports.ts";
import { conditions, photograph } from "./conditions.ts";
import { unusedErrorCorrection } from "./error-use.ts";
import { type Gray, grayOf, pixelsOf } from "./gray.ts";
import { type CodeView, measureMargins, noMargins } from "./margins.ts";

interface ScanParts {
  loadScanner(): Promise<Scanner>;
  readonly inflate: Inflate;
  rasterize(svg: string, box: { readonly width: number; readonly height: number }): Promise<Pixels>;
}

/** Returns a function that decodes a picture and damaged copies of it. It reports for which of them the decoder
 *  finds exactly the bytes of `data`. The result is deterministic. */
export function createScan({ loadScanner, inflate, rasterize }: ScanParts): (job: ScanJob) => Promise<ScanReport> {
  const load = once(loadScanner);
  return async ({ body, data, size, side, scale, symbol }) => {
    const scanner = await load();
    const pixels =
      typeof body === "string"
        ? await rasterize(body, { width: size, height: size })
        : await readPngPixels(body, inflate);
    if (!pixels) throw new TypeError("the image to scan must be a PNG drawn by isoqr");
    const picture: CodeView = { gray: grayOf(pixels), scale, side };
    const views = { picture, camera: photograph(picture) };
    const expected = new TextEncoder().encode(data);
    const reads = async (gray: Gray) => {
      const read = await scanner.read(gray === picture.gray ? pixels : pixelsOf(gray));
      return read !== undefined && isSame(read, expected);
    };
    const results: { name: string; passed: boolean }[] = [];
    for (const { name, of, damage } of conditions) results.push({ name, passed: await reads(damage(views[of])) });
    const passed = results[0]?.passed === true;
    const margins = passed ? await measureMargins(picture, reads) : noMargins();
    const report = { decoder: scanner.name, passed, conditions: results, margins };
    return symbol ? { ...report, unusedErrorCorrection: unusedErrorCorrection(picture, symbol) } : report;
  };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
