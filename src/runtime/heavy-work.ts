import { createCardAssets, loadWoff2 } from "../adapters/card-assets.ts";
import { inflate } from "../adapters/inflate.ts";
import { checkPackage, readPackageFile } from "../adapters/package-file.ts";
import { createRasterizer } from "../adapters/resvg.ts";
import { loadZbarScanner } from "../adapters/zbar-scanner.ts";
import { loadZxingScanner } from "../adapters/zxing-scanner.ts";
import { createCardWork } from "../card/card.ts";
import { loadHarfBuzz } from "../card/fonts.ts";
import "../core/fast.ts";
import { readLogoHeader } from "../logo/header.ts";
import { createLogoDrawer } from "../logo/host/drawer.ts";
import { settleBudget } from "../logo/placement.ts";
import { checkOptions } from "../options/parse.ts";
import type { HeavyJobs, HeavyWork } from "../ports.ts";
import { drawLogoPicture } from "../render/formats.ts";
import { insideFrame } from "../render/frame.ts";
import { createScan } from "../scan/scan.ts";
import { performHere } from "../work/perform.ts";

const scanners = { zxing: loadZxingScanner, zbar: loadZbarScanner } as const;

/** Returns an object that runs heavy jobs in the calling thread. It is used in a pool's workers, and by programs
 *  without a pool. */
export function createHeavyWork(): HeavyWork {
  const { draw } = createRasterizer(readPackageFile);
  return performHere<HeavyJobs>({
    drawLogo: createLogoDrawer(readPackageFile, inflate),
    readLogo: async (bytes) => readLogoHeader(bytes),
    scan: createScan({ loadScanner: (decoder) => scanners[decoder](readPackageFile), inflate, rasterize: draw }),
    ...createCardWork({
      harfbuzz: checked("harfbuzzjs", loadHarfBuzz),
      assets: createCardAssets(readPackageFile, checked("woff2-encoder", loadWoff2)),
      rasterize: draw,
    }),
    async drawPicture({ words, aspect, art, caption }) {
      const options = checkOptions(words);
      return drawLogoPicture(options, settleBudget(insideFrame(options), aspect), art, caption).body;
    },
  });
}

/** Returns a function that imports the package `name` with `load`, or rejects if its version is not supported. */
function checked<Library>(name: string, load: () => Promise<Library>): () => Promise<Library> {
  return async () => {
    checkPackage(name);
    return load();
  };
}
