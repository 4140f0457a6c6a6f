import type { ApiCall, QrApi, Report } from "../api.ts";
import type { TakeBytes } from "../core/image-writer.ts";
import { QrError } from "../errors.ts";
import { type OwnRows, type RawOptions, unpackDesign } from "../options/parse.ts";
import { readBatch } from "../options/read.ts";
import type { HeavyWork, LinkStore, LogoFetcher } from "../ports.ts";
import { pictures } from "../render/formats.ts";
import { drawBatch, forBatches, type Schedule } from "./batch.ts";
import { examine } from "./examine.ts";
import { generate } from "./generate.ts";
import { toIssue } from "./issues.ts";
import { cacheJobs } from "./job-cache.ts";
import { createLinks } from "./links.ts";
import { type LogoParts, shareLogos } from "./logo.ts";
import { noCards, noLinks } from "./not-served.ts";
import { drawCard } from "./og.ts";
import { checkScan } from "./proof.ts";
import { withSuggestions } from "./unknown-options.ts";

/** The parts that the host provides. Operations that need a missing part reject with NOT_SUPPORTED. */
export interface ServiceParts {
  /** Rows that replace those of the option table, for hosts that read some options differently from the HTTP API. */
  readonly rows?: OwnRows;
  readonly links?: LinkStore;
  readonly logos?: LogoFetcher;
  readonly heavy?: HeavyWork;
  /** Maximum number of heavy jobs that all batches together run concurrently. Default: 4. */
  readonly batchJobs?: number;
  /** Copies PNGs out of the core's memory. Default: copies each PNG into a new buffer. */
  readonly take?: TakeBytes;
  /** Schedules the items of batches. Default: one queue for all batches of the process. */
  readonly schedule?: Schedule;
}

/** Creates a service that does the work in this process. */
export function createService({
  links,
  logos,
  heavy: work,
  batchJobs = 4,
  take,
  schedule,
  rows,
}: ServiceParts = {}): QrApi {
  const heavy = work && cacheJobs(work);
  const heavyForBatches = heavy && forBatches(heavy, batchJobs);
  const shared =
    links &&
    createLinks(links, undefined, (words, call) => checkDrawing(words, { logos, heavy: heavy && within(heavy, call) }));
  return {
    generate: (words, call) =>
      withSuggestions(
        words,
        generate(words, {
          rows,
          logos: logos && charged(logos, call),
          heavy: heavy && within(heavy, call),
          take,
          pictures: () => pictures,
        }),
      ),
    async generateBatch(words, call) {
      const items = readBatch(words, (shared) => unpackDesign(shared, rows));
      const read = shareLogos(items);
      const { client } = call ?? {};
      return drawBatch(
        items,
        (item) =>
          withSuggestions(
            item,
            generate(
              item,
              { rows, logos, heavy: heavyForBatches && within(heavyForBatches, { client }), pictures: () => pictures },
              read,
            ),
          ),
        schedule,
      );
    },
    inspect: (words, call) => inspect(words, { rows, logos, heavy: heavy && within(heavy, call) }),
    ...(shared
      ? { ...shared, createLink: (words, call) => withSuggestions(words, shared.createLink(words, call)) }
      : noLinks),
    ...(heavy
      ? {
          generateOgImage: (words, call) =>
            withSuggestions(words, drawCard(words, { rows, logos, heavy: within(heavy, call) })),
        }
      : noCards),
  };
}

/** Returns `heavy` with the client and the signal of `call` for all jobs, which are charged first. */
function within(heavy: HeavyWork, call: ApiCall | undefined): HeavyWork {
  if (!call) return heavy;
  let since: number | undefined;
  return {
    jobs: heavy.jobs,
    run(job) {
      since ??= performance.now();
      const { client } = call;
      const charge = call.charge?.();
      const run = () => heavy.run({ ...job, client, since }, call.signal);
      return charge ? charge.then(run) : run();
    },
  };
}

/** Returns `logos`, whose fetches are charged first, even if the logo is cached. */
function charged(logos: LogoFetcher, call: ApiCall | undefined): LogoFetcher {
  const charge = call?.charge?.bind(call);
  if (!charge) return logos;
  return { ...logos, fetch: (url, maxBytes) => charge().then(() => logos.fetch(url, maxBytes)) };
}

/** Rejects if the picture of a link could never be drawn: because of its caption, its logo, or data that does not fit with
 *  a logo. Does not fetch logos. Errors that may pass, or that depend on this host, are ignored. */
async function checkDrawing({ logo, ...words }: RawOptions, { logos, heavy }: LogoParts): Promise<void> {
  const { logoData, caption } = words;
  if ((logo ?? logoData ?? caption) === undefined) return;
  if (logoData === undefined && logo !== undefined) logos?.check?.(String(logo));
  // Pictures of links without a logo have level L if their data does not fit otherwise.
  const ec = (logo ?? logoData) === undefined ? "L" : "H";
  try {
    await generate({ ...words, ec, format: "svg" }, { heavy, pictures: () => pictures });
  } catch (error) {
    if (!(error instanceof QrError) || error.status < 500) throw error;
  }
}

/** Resolves to the report of `examine`, with messages that use the API's names. */
export async function inspect(words: RawOptions, parts: LogoParts = {}): Promise<Report> {
  const report = await examine(words, parts, checkScan);
  // Changes the report in place, because copying it would take longer than all its messages.
  return Object.assign(report, { issues: report.issues.map(toIssue) });
}
