import { inflate } from "../../src/adapters/inflate.ts";
import { readPackageFile } from "../../src/adapters/package-file.ts";
import { loadZxingScanner } from "../../src/adapters/zxing-scanner.ts";
import { segmentText } from "../../src/core/core.ts";
import { parseOptions } from "../../src/options/parse.ts";
import { table } from "../../src/options/table.ts";
import { drawPicture } from "../../src/render/formats.ts";
import { createScan } from "../../src/scan/scan.ts";

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

/** Returns a text that fills a symbol, with letters and digits as in URLs. It depends only on the version and level. */
export function textFor(version: number, ec: (typeof table.ec.of)[number]): string {
  const { capacity } = segmentText("x", { version, ec }).bits;
  const bytes = Math.floor((capacity - (version < 10 ? 12 : 20)) / 8);
  let state = version * 4 + table.ec.of.indexOf(ec) + 1;
  const letters = Array.from({ length: bytes }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return ALPHABET[(state >>> 16) % ALPHABET.length];
  });
  return letters.join("");
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyz/0123456789-";
