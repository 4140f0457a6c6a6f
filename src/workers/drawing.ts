import { memoize, once } from "../async/once.ts";
import { createCache } from "../cache.ts";
import type { LogoParts } from "../drawing/logo.ts";
import { readLogoHeader } from "../logo/header.ts";
import { cacheLogos } from "../logo/host/fetch-cache.ts";
import type { RawOptions } from "../options/parse.ts";
import { freeTable } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { Caption, CaptionJob, HeavyJobs, LogoFetcher, LogoJob, Pixels } from "../ports.ts";
import { generate } from "../service/generate.ts";
import { cacheJobs } from "../service/job-cache.ts";
import { performHere } from "../work/perform.ts";

/** The host's functions for drawing logos and captions. */
export interface DrawingTools {
  readonly logos: LogoFetcher;
  readonly drawLogo: (job: LogoJob) => Promise<Pixels>;
  readonly drawCaption: (job: CaptionJob) => Promise<Caption>;
  readonly outlineLogo: (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;
}

/** The functions for reports, and for pictures with a logo or a look. */
export interface Drawing {
  /** Draws any picture. Rejects with a QrError. */
  generate(input: RawOptions): Promise<Picture>;
  readonly parts: LogoParts;
}

/** Maximum number of cached captions. The items of a batch mostly have the same one. */
const CAPTIONS = 8;

/** Calls `load` with the first job that has a logo or a caption. A separate file, because workers import it when they first
 *  need it. */
export function createDrawing(load: () => Promise<DrawingTools>): Drawing {
  const tools = once(load);
  const heavy = performHere<HeavyJobs>({
    drawLogo: async (job) => (await tools()).drawLogo(job),
    readLogo: async (bytes) => readLogoHeader(bytes),
    outlineLogo: async (bytes) => (await tools()).outlineLogo(bytes),
    drawCaption: memoize(
      async (job: CaptionJob) => (await tools()).drawCaption(job),
      createCache({ maxEntries: CAPTIONS }),
      JSON.stringify,
    ),
    // The pool draws no cards and no picture codes, and its reports have no scan check, so it runs none of these jobs.
    ...{ scan: undefined, drawCard: undefined, drawPicture: undefined },
    ...{ choosePictureCode: undefined, paintPictureCode: undefined },
  });
  const logos = cacheLogos({ fetch: async (...request) => (await tools()).logos.fetch(...request) });
  const parts: LogoParts = { rows: freeTable, logos, heavy: cacheJobs(heavy) };
  return { parts, generate: (input) => generate(input, parts) };
}
