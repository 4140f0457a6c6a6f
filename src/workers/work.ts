import type { Report } from "../api.ts";
import { encodeSymbol } from "../core/core.ts";
import { QrError } from "../errors.ts";
import { once } from "../once.ts";
import type { RawOptions } from "../options/parse.ts";
import { freeColors } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { HeavyJobs, JobType, LogoFetcher, LogoJob, Pixels, Work } from "../ports.ts";
import { generate } from "../service/generate.ts";
import { cacheJobs } from "../service/job-cache.ts";
import type { LogoParts } from "../service/logo.ts";
import { wholeBuffer } from "../work/heavy-jobs.ts";
import { performHere } from "../work/perform.ts";
import { type Outcome, outcomeOf } from "../work/wire.ts";

export interface PictureJobs {
  readonly generate: JobType<RawOptions, Picture>;
  /** Draws several pictures per message, because sending a message takes as long as drawing a picture. Each picture has
   *  its own outcome. */
  readonly generateSome: JobType<readonly RawOptions[], readonly Outcome<Picture>[]>;
  readonly inspect: JobType<RawOptions, Report>;
}

/** The jobs that a page runs for its workers. */
export type PageJobs = Pick<HeavyJobs, "drawLogo">;

/** The first message to a worker: a port to its page. */
export interface PageMessage {
  readonly page: MessagePort;
}

export interface LogoTools {
  readonly logos: LogoFetcher;
  readonly drawLogo: (job: LogoJob) => Promise<Pixels>;
}

/** Returns an object that runs the jobs in the calling thread. Calls `loadTools` at the first job with a logo. */
export function createPictureWork(loadTools: () => Promise<LogoTools>): Work<PictureJobs> {
  const plain = once(async (): Promise<LogoParts> => {
    await settleCore();
    return { rows: freeColors };
  });
  const drawing = once(async (): Promise<LogoParts> => {
    const [{ logos, drawLogo }] = await Promise.all([loadTools(), plain()]);
    const readLogo = async (bytes: Uint8Array) => (await import("../logo/header.ts")).readLogoHeader(bytes);
    // Only the jobs for logos: the pool's reports have no scan check.
    const others = { scan: undefined, drawCard: undefined, drawCaption: undefined, drawPicture: undefined };
    return { rows: freeColors, logos, heavy: cacheJobs(performHere<HeavyJobs>({ drawLogo, readLogo, ...others })) };
  });
  const partsFor = ({ logo, logoData }: RawOptions): Promise<LogoParts> =>
    logo === undefined && logoData === undefined ? plain() : drawing();

  const pictures = async () => (await import("../render/formats.ts")).pictures;
  const draw = async (words: RawOptions) => generate(words, { ...(await partsFor(words)), pictures });
  return performHere<PictureJobs>({
    generate: draw,
    generateSome: (list) => Promise.all(list.map((words) => outcomeOf(() => draw(words)))),
    async inspect(words) {
      const { inspectUnscanned } = await import("./report.ts");
      return inspectUnscanned(words, await partsFor(words));
    },
  });
}

/** Loads the JavaScript core if the worker's Content Security Policy forbids WebAssembly. */
async function settleCore(): Promise<void> {
  try {
    encodeSymbol("isoqr");
  } catch (error) {
    if (!(error instanceof QrError) || error.code !== "NOT_SUPPORTED") throw error;
    await import("../core/strict.ts");
  }
}

/** Returns the buffers of the pictures in a result, which are transferred between threads instead of copied. */
export function memoryOf(_: string, result: unknown): ArrayBuffer[] {
  const pictures = Array.isArray(result) ? result.map((one: Partial<{ value: Picture }>) => one.value) : [result];
  return pictures.flatMap((picture) => {
    const { body } = (picture ?? {}) as Partial<Picture>;
    return body instanceof Uint8Array ? wholeBuffer(body) : [];
  });
}
