import { readLogoHeader } from "../logo/header.ts";
import { cacheLogos } from "../logo/host/fetch-cache.ts";
import { once } from "../once.ts";
import type { RawOptions } from "../options/parse.ts";
import { freeColors } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { HeavyJobs, LogoFetcher, LogoJob, Pixels } from "../ports.ts";
import { pictures } from "../render/formats.ts";
import { generate } from "../service/generate.ts";
import { cacheJobs } from "../service/job-cache.ts";
import type { LogoParts } from "../service/logo.ts";
import { performHere } from "../work/perform.ts";

export interface LogoTools {
  readonly logos: LogoFetcher;
  readonly drawLogo: (job: LogoJob) => Promise<Pixels>;
}

/** The functions that only reports, and pictures with a logo or a look, need. */
export interface Drawing {
  /** Draws any picture. Rejects with a QrError. */
  generate(words: RawOptions): Promise<Picture>;
  partsFor(words: RawOptions): Promise<LogoParts>;
}

/** Calls `loadTools` at the first job with a logo. In a separate file, because workers import it when they first need
 *  it. */
export function createDrawing(loadTools: () => Promise<LogoTools>): Drawing {
  const withLogos = once(async (): Promise<LogoParts> => {
    const { logos, drawLogo } = await loadTools();
    const readLogo = async (bytes: Uint8Array) => readLogoHeader(bytes);
    // Only the jobs for logos: the pool's reports have no scan check.
    const others = { scan: undefined, drawCard: undefined, drawCaption: undefined, drawPicture: undefined };
    const heavy = cacheJobs(performHere<HeavyJobs>({ drawLogo, readLogo, ...others }));
    return { rows: freeColors, logos: cacheLogos(logos), heavy };
  });
  const partsFor = async ({ logo, logoData }: RawOptions): Promise<LogoParts> =>
    logo === undefined && logoData === undefined ? { rows: freeColors } : withLogos();
  return {
    partsFor,
    generate: async (words) => generate(words, { ...(await partsFor(words)), pictures: () => pictures }),
  };
}
