import { createCardAssets } from "../adapters/card-assets.ts";
import { inflate } from "../adapters/inflate.ts";
import { readPackageFile } from "../adapters/package-file.ts";
import { createRasterizer } from "../adapters/resvg.ts";
import { loadZxingScanner } from "../adapters/zxing-scanner.ts";
import { createCardDrawer } from "../card/card.ts";
import { loadHarfBuzz } from "../card/fonts.ts";
import "../core/fast.ts";
import { settleBudget } from "../logo/budget.ts";
import { readLogoHeader } from "../logo/header.ts";
import { createLogoDrawer } from "../logo/host/drawer.ts";
import { checkOptions } from "../options/parse.ts";
import type { HeavyJobs, HeavyWork } from "../ports.ts";
import { drawLogoPicture } from "../render/formats.ts";
import { createScan } from "../scan/scan.ts";
import { performHere } from "../work/perform.ts";

/** Runs heavy jobs in the calling thread: for a pool's workers, and for programs without a pool. */
export function createHeavyWork(): HeavyWork {
  const { draw } = createRasterizer(readPackageFile);
  return performHere<HeavyJobs>({
    drawLogo: createLogoDrawer(readPackageFile, inflate),
    readLogo: async (bytes) => readLogoHeader(bytes),
    scan: createScan({ loadScanner: () => loadZxingScanner(readPackageFile), inflate, rasterize: draw }),
    drawCard: createCardDrawer({
      harfbuzz: loadHarfBuzz,
      assets: createCardAssets(readPackageFile),
      rasterize: draw,
    }),
    async drawPicture({ words, aspect, art }) {
      const options = checkOptions(words);
      return drawLogoPicture(options, settleBudget(options, aspect), art).body;
    },
  });
}
