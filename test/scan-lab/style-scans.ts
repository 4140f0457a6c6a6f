import { inflate } from "../../src/adapters/inflate.ts";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
import { parseOptions } from "../../src/options/parse.ts";
import { table } from "../../src/options/table.ts";
import { drawPicture } from "../../src/render/formats.ts";
import { createScan } from "../../src/scan/scan.ts";
import { textFor } from "./pictures.ts";

/** How many pictures of a style were read. */
export interface StyleScans {
  readonly style: string;
  /** Number of pictures: one for each version and level. */
  readonly pictures: number;
  /** The number of pictures that were read under each condition. */
  readonly passed: Readonly<Record<string, number>>;
}

/** Pixels per module, as in a 256 px code for a typical URL. */
const SCALE = 7;
const MARGIN = 4;

/** Draws a full code of each version and level in every style, and reads it under every condition. */
export async function scanStyles(versions: readonly number[]): Promise<StyleScans[]> {
  const scan = createScan({
    loadScanner: () => loadZxingScanner(readPackageFile),
    inflate,
    rasterize: () => Promise.reject(new Error("only PNGs are read")),
  });
  const all: StyleScans[] = [];
  for (const style of table.dotStyle.of) {
    const passed: Record<string, number> = {};
    let pictures = 0;
    for (const version of versions) {
      for (const ec of table.ec.of) {
        const data = textFor(version, ec);
        const size = Math.min(table.size.max, SCALE * (17 + 4 * version + 2 * MARGIN));
        const { options } = parseOptions({ data, ec, size, version, dotStyle: style });
        const { body } = drawPicture(options);
        const scale = Math.floor(size / (17 + 4 * version + 2 * MARGIN));
        const report = await scan({ body, data, size, scale });
        for (const condition of report.conditions) {
          passed[condition.name] = (passed[condition.name] ?? 0) + (condition.passed ? 1 : 0);
        }
        pictures++;
      }
    }
    all.push({ style, pictures, passed });
  }
  return all;
}
