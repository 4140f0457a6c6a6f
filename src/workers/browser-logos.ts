import { openLogo } from "../logo/host/canvas.ts";
import { cacheLogos } from "../logo/host/fetch-cache.ts";
import { pageLogos } from "../logo/host/page-fetcher.ts";
import { callWork } from "../work/wire.ts";
import type { LogoTools, PageJobs } from "./work.ts";

/** Creates the tools of a worker in a browser. It draws raster logos itself; an SVG is drawn by the page at the other end of
 *  `page`, because workers have no images. */
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
