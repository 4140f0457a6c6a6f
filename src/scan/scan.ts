import { type Inflate, readPngPixels } from "../core/png-reader.ts";
import { once } from "../once.ts";
import type { Pixels, ScanJob, Scanner, ScanReport } from "../ports.ts";
import { conditions, photograph, type View } from "./conditions.ts";
import { grayOf, pixelsOf } from "./gray.ts";

interface ScanParts {
  loadScanner(): Promise<Scanner>;
  readonly inflate: Inflate;
  rasterize(svg: string, box: { readonly width: number; readonly height: number }): Promise<Pixels>;
}

/** Returns a function that decodes a picture and damaged copies of it. It reports for which of them the decoder
 *  finds exactly the bytes of `data`. The result is deterministic. */
export function createScan({ loadScanner, inflate, rasterize }: ScanParts): (job: ScanJob) => Promise<ScanReport> {
  const load = once(loadScanner);
  return async ({ body, data, size, scale }) => {
    const scanner = await load();
    const pixels =
      typeof body === "string"
        ? await rasterize(body, { width: size, height: size })
        : await readPngPixels(body, inflate);
    if (!pixels) throw new TypeError("the image to scan must be a PNG drawn by isoqr");
    const picture: View = { gray: grayOf(pixels), scale };
    const views = { picture, camera: photograph(picture) };
    const expected = new TextEncoder().encode(data);
    const results: { name: string; passed: boolean }[] = [];
    for (const { name, of, damage } of conditions) {
      const damaged = damage(views[of]);
      const read = await scanner.read(damaged === picture.gray ? pixels : pixelsOf(damaged));
      results.push({ name, passed: read !== undefined && isSame(read, expected) });
    }
    return { decoder: scanner.name, passed: results[0]?.passed === true, conditions: results };
  };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
