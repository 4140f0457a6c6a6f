import { openLogo } from "../logo/host/canvas.ts";
import { pageLogos } from "../logo/host/page-fetcher.ts";
import { callWork } from "../work/wire.ts";
import type { DrawingTools } from "./drawing.ts";
import type { PageJobs } from "./work.ts";

/** Returns the functions with which a worker draws logos and captions. The worker draws raster logos itself. The page at the
 *  other end of `port` draws SVGs, because workers cannot load images, and text, because only the page has the URL of the
 *  fonts. A separate file, because workers import it with the first logo or caption. */
export function createPageTools(port: MessagePort): DrawingTools {
  const { run } = callWork<PageJobs>(port);
  return {
    logos: pageLogos,
    drawCaption: (input) => run({ name: "drawCaption", input }),
    outlineLogo: (input) => run({ name: "outlineLogo", input }),
    async drawLogo(job) {
      if (job.kind === "svg") return run({ name: "drawLogo", input: job });
      return (await openLogo(new Uint8Array(job.bytes))).draw(job);
    },
  };
}
