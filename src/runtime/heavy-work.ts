import { inflate } from "../adapters/inflate.ts";
import { readPackageFile } from "../adapters/package-file.ts";
import { createRasterizer } from "../adapters/resvg.ts";
import { loadZbarScanner } from "../adapters/zbar-scanner.ts";
import { loadZxingScanner } from "../adapters/zxing-scanner.ts";
import { installedCards } from "../card/installed.ts";
import "../core/fast.ts";
import { readLogoHeader } from "../logo/header.ts";
import { createLogoDrawer } from "../logo/host/drawer.ts";
import { choosePictureCode, paintPictureCode } from "../picture-code/draw.ts";
import { middleOf } from "../picture-code/tone.ts";
import type { HeavyJobs, HeavyWork } from "../ports.ts";
import { printDesigns } from "../print/designs.ts";
import { paintPicture } from "../render/pictures.ts";
import type { Plan } from "../render/plan.ts";
import { createScan } from "../scan/scan.ts";
import { performHere } from "../work/perform.ts";

const scanners = { zxing: loadZxingScanner, zbar: loadZbarScanner } as const;

/** Returns an object that runs heavy jobs in the calling thread, for the workers of a pool and for programs without a pool. */
export function createHeavyWork(): HeavyWork {
  const { draw } = createRasterizer(readPackageFile);
  const drawLogo = createLogoDrawer(readPackageFile, inflate);
  return performHere<HeavyJobs>({
    async drawLogo(job) {
      const pixels = await drawLogo(job);
      // The rest would only be sent to another thread, which has the pictures of all requests in memory.
      return job.middle === undefined ? pixels : middleOf(pixels, job.middle);
    },
    readLogo: async (bytes) => readLogoHeader(bytes),
    scan: createScan({ loadScanner: (decoder) => scanners[decoder](readPackageFile), inflate, rasterize: draw }),
    ...installedCards(),
    drawPicture: async ({ plan, art }) => paintPicture(plan as Plan, art, printDesigns).body,
    choosePictureCode: async (job) => choosePictureCode(job),
    paintPictureCode: async (job) => paintPictureCode(job),
  });
}
