import { createCardAssets } from "../adapters/card-assets.ts";
import { createLogoDrawer } from "../adapters/draw-logo.ts";
import { readPackageFile } from "../adapters/package-file.ts";
import { createRasterizer } from "../adapters/resvg.ts";
import { createCardDrawer } from "../card/card-drawer.ts";
import { loadHarfBuzz } from "../card/harfbuzz.ts";
import { QrError } from "../errors.ts";
import type { HeavyWork } from "../ports.ts";

/** The heavy work, done in the thread that calls: what a worker of the pool answers with, and what programs without a
 *  pool use. */
export function createHeavyWork(): HeavyWork {
  return {
    drawLogo: createLogoDrawer(readPackageFile),
    scan: () => refuse("pictures are not read back here"),
    drawCard: createCardDrawer({
      harfbuzz: loadHarfBuzz,
      assets: createCardAssets(readPackageFile),
      rasterize: createRasterizer(readPackageFile).draw,
    }),
  };
}

async function refuse(sentence: string): Promise<never> {
  throw new QrError("NOT_SUPPORTED", 501, sentence);
}
