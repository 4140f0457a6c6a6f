import { inflate } from "../adapters/inflate.ts";
import { readPackageFile } from "../adapters/package-file.ts";
import { createRasterizer } from "../adapters/resvg.ts";
import { loadZbarScanner } from "../adapters/zbar-scanner.ts";
import { loadZxingScanner } from "../adapters/zxing-scanner.ts";
import { installedCards } from "../card/installed.ts";
import "../core/fast.ts";
import { readLogoHeader } from "../logo/header.ts";
import { createLogoDrawer } from "../logo/host/drawer.ts";
import { settleBudget } from "../logo/placement.ts";
import { insideFrame } from "../options/frames.ts";
import { checkOptions } from "../options/parse.ts";
import type { HeavyJobs, HeavyWork } from "../ports.ts";
import { drawLogoPicture, drawPicture } from "../render/formats.ts";
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
    ...installedCards(),
    async drawPicture({ words, logo, caption }) {
      const options = checkOptions(words);
      if (!logo) return drawPicture(options, undefined, caption).body;
      return drawLogoPicture(options, settleBudget(insideFrame(options), logo.aspect), logo.art, caption).body;
    },
  });
}
