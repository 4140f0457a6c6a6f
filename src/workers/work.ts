import type { QrApi, Report } from "../api.ts";
import { encodeSymbol } from "../core/core.ts";
import { QrError } from "../errors.ts";
import { once } from "../once.ts";
import type { RawOptions } from "../options/parse.ts";
import type { Picture } from "../picture.ts";
import type { HeavyJobs, JobType, LogoFetcher, LogoJob, Pixels, Work } from "../ports.ts";
import { createService } from "../service/service.ts";
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

/** Returns an object that runs the jobs in the calling thread. The libraries are loaded for the first logo. */
export function createPictureWork(loadTools: () => Promise<LogoTools>): Work<PictureJobs> {
  const plain = once(async () => {
    await settleCore();
    return createService();
  });
  const drawing = once(async () => {
    const [{ logos, drawLogo }] = await Promise.all([loadTools(), plain()]);
    const readLogo = async (bytes: Uint8Array) => (await import("../logo/header.ts")).readLogoHeader(bytes);
    // Only the jobs for logos: the pool's reports have no scan check.
    const others = { scan: undefined, drawCard: undefined, drawPicture: undefined };
    return createService({ logos, heavy: performHere<HeavyJobs>({ drawLogo, readLogo, ...others }) });
  });
  const serviceFor = ({ logo, logoData }: RawOptions): Promise<QrApi> =>
    logo === undefined && logoData === undefined ? plain() : drawing();

  const generate = async (words: RawOptions) => (await serviceFor(words)).generate(words);
  return performHere<PictureJobs>({
    generate,
    generateSome: (list) => Promise.all(list.map((words) => outcomeOf(() => generate(words)))),
    inspect: async (words) => (await serviceFor(words)).inspect(words),
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
