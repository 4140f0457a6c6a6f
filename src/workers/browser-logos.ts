import { openLogo } from "../logo/host/canvas.ts";
import { cacheLogos } from "../logo/host/fetch-cache.ts";
import { pageLogos } from "../logo/host/page-fetcher.ts";
import { callWork } from "../work/wire.ts";
import type { PageJobs } from "./page-work.ts";
import type { LogoTools } from "./work.ts";

/** How a worker of a browser comes by logos. Those of pixels it draws by itself; an SVG is drawn by the page, the only one
 *  that has images, at the other end of `page`. */
export function createTools(page: MessagePort): LogoTools {
  const { run } = callWork<PageJobs>(page);
  return {
    logos: cacheLogos(pageLogos),
    async drawLogo(job) {
      if (job.kind === "svg") return run({ name: "drawLogo", input: job });
      return (await openLogo(new Uint8Array(job.bytes))).draw(job);
    },
  };
}
