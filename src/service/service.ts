import type { ApiCall, QrApi, Report } from "../api.ts";
import type { TakeBytes } from "../core/image-writer.ts";
import type { DrawingParts } from "../drawing/draw-plan.ts";
import { shareLogos } from "../drawing/logo.ts";
import { QrError, statusOf } from "../errors.ts";
import { levelOf, logoOf, needsHost } from "../options/logo.ts";
import { type OwnRows, type RawOptions, unpackDesign } from "../options/parse.ts";
import { readBatch } from "../options/read.ts";
import type { HeavyWork, LogoFetcher } from "../ports.ts";
import { examine } from "../report/examine.ts";
import { toIssue } from "../report/issues.ts";
import { checkScan } from "../report/proof.ts";
import { withSuggestions } from "../report/unknown-options.ts";
import type { LinkStore } from "../stores/store.ts";
import { createScheduler, type Scheduler } from "../work/scheduler.ts";
import { createSearchGate } from "../work/searches.ts";
import { drawBatch, forBatches } from "./batch.ts";
import { generate } from "./generate.ts";
import { cacheJobs } from "./job-cache.ts";
import { createLinks } from "./links.ts";
import { noCards, noLinks, noPictureCodes, noPrint } from "./not-served.ts";
import { drawCard } from "./og.ts";
import { optimize } from "./optimize.ts";
import { drawRequestedPicture, type PointsOf, pointsSoFar } from "./picture-code.ts";
import { drawPoster } from "./poster.ts";
import { drawSheet } from "./sheet.ts";

/** The parts that the host provides. Operations that need a missing part reject with NOT_SUPPORTED. */
export interface ServiceParts {
  /** Rows that replace rows of the option table, for hosts that read some options differently from the HTTP API. */
  readonly rows?: OwnRows;
  readonly links?: LinkStore;
  readonly logos?: LogoFetcher;
  readonly heavy?: HeavyWork;
  /** Maximum number of heavy jobs of all batches together that run concurrently. Default: 4. Use Infinity if the queue of
   *  `heavy` supports patient jobs. */
  readonly batchJobs?: number;
  /** Maximum number of labels on a sheet. Default: 1,000. */
  readonly maxLabels?: number;
  /** Copies PNGs out of the core's memory. Default: to a new buffer for each PNG. */
  readonly take?: TakeBytes;
  /** Shares this thread between the pictures of all callers. Default: draws immediately. */
  readonly scheduler?: Scheduler;
}

export function createService({
  links,
  logos,
  heavy: work,
  batchJobs = 4,
  maxLabels,
  take,
  scheduler = createScheduler(),
  rows,
}: ServiceParts = {}): QrApi {
  const heavy = work && cacheJobs(work);
  const heavyForBatches = heavy && forBatches(heavy, batchJobs);
  const partsOf = (call: ApiCall | undefined, ownHeavy = heavy): DrawingParts => ({
    rows,
    logos: logos && fetchedFor(logos, call),
    heavy: ownHeavy && within(ownHeavy, call),
    scheduler,
    caller: call,
  });
  const enterSearch = createSearchGate();
  const shared = links && createLinks(links, undefined, (input, call) => checkDrawing(input, partsOf(call)));
  return {
    generate: (input, call) => withSuggestions(input, () => generate(input, { ...partsOf(call), take })),
    async generateBatch(input, call) {
      const items = readBatch(input, unpackDesign);
      const read = shareLogos(items);
      const { client } = call ?? {};
      const parts = partsOf({ client }, heavyForBatches);
      return drawBatch(items, (item) => withSuggestions(item, () => generate(item, parts, read)));
    },
    inspect: (input, call) => inspect(input, partsOf(call)),
    async optimize(input, call) {
      const slot = enterSearch(1, call?.client);
      try {
        return await withSuggestions(input, () => optimize(input, partsOf(call), call?.takeQuota?.bind(call)));
      } finally {
        slot.leave();
      }
    },
    ...(shared
      ? { ...shared, createLink: (input, call) => withSuggestions(input, () => shared.createLink(input, call)) }
      : noLinks),
    ...(heavy
      ? {
          generateOgImage: (input, call) =>
            withSuggestions(input, () => drawCard(input, { ...partsOf(call), heavy: within(heavy, call) })),
        }
      : noCards),
    ...(heavyForBatches?.jobs.has("drawCaption")
      ? {
          drawPoster: (input, call) => drawPoster(input, partsOf(call)),
          drawSheet: (input, call) => {
            const { client, signal } = call ?? {};
            const parts = partsOf({ client, signal }, heavyForBatches);
            return drawSheet(input, parts, (one) => inspect(one, parts), { signal, maxLabels });
          },
        }
      : noPrint),
    ...(heavy?.jobs.has("paintPictureCode")
      ? {
          drawPictureCode: (input, call) =>
            drawRequestedPicture(input, within(heavy, call, pointsSoFar(COST_OF_POINT))),
        }
      : noPictureCodes),
  };
}

/** Returns `heavy` with the client and the abort signal of `call` for all jobs. A job charges the client before it runs. */
function within(heavy: HeavyWork, call: ApiCall | undefined, points: PointsOf = pointsOf): HeavyWork {
  if (!call) return heavy;
  let since: number | undefined;
  return {
    jobs: heavy.jobs,
    run(job) {
      since ??= performance.now();
      const { client } = call;
      const takeQuota = call.takeQuota?.(points(job));
      const run = () => heavy.run({ ...job, client, since }, call.signal);
      return takeQuota ? takeQuota.then(run) : run();
    },
  };
}

/** Milliseconds of work that cost a client one point. */
const COST_OF_POINT = 100;

/** Maximum expected milliseconds of a job that costs no point. */
export const FREE_COST = 5;

/** Returns the points that a job costs: none if it is short, and one if its cost is unknown, as for a scan. */
function pointsOf({ cost }: { readonly cost?: number | undefined }): number {
  if (cost === undefined) return 1;
  return cost <= FREE_COST ? 0 : Math.ceil(cost / COST_OF_POINT);
}

/** Returns `logos` with the client of `call`. Each fetch charges the client first, even if the logo is cached. */
function fetchedFor(logos: LogoFetcher, call: ApiCall | undefined): LogoFetcher {
  if (!call) return logos;
  return {
    ...logos,
    async fetch(url, maxBytes) {
      const { client } = call;
      await call.takeQuota?.();
      return logos.fetch(url, maxBytes, client);
    },
  };
}

/** Rejects if the picture of a link could never be drawn: because of its caption, its logo, or data that does not fit with a
 *  logo. Does not fetch logos. Ignores temporary errors, and errors that depend on this host. */
async function checkDrawing(given: RawOptions, parts: DrawingParts): Promise<void> {
  if (!needsHost(given)) return;
  const { logo, ...input } = given;
  if (input.logoData === undefined && logo !== undefined) parts.logos?.check?.(String(logo));
  // Without a logo, pictures of links have level L if their data does not fit otherwise.
  const ec = levelOf(undefined, logoOf(given)) ?? "L";
  try {
    await generate({ ...input, ec, format: "svg" }, { ...parts, logos: undefined });
  } catch (error) {
    if (!(error instanceof QrError) || statusOf(error) < 500) throw error;
  }
}

/** Resolves to the report of `examine`, with messages that use the API's names. */
export async function inspect(input: RawOptions, parts: DrawingParts = {}): Promise<Report> {
  const report = await examine(input, parts, checkScan);
  // Changes the report in place, because copying it would take longer than converting all its messages.
  return Object.assign(report, { issues: report.issues.map(toIssue) });
}
