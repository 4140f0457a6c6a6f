import { createLogoCache } from "../logo/host/fetch-cache.ts";
import { singleFlight } from "../once.ts";
import type { LogoFetcher, LogoJob, Pixels } from "../ports.ts";

/** What a worker draws logos with. */
export interface LogoTools {
  readonly logos: LogoFetcher;
  readonly drawLogo: (job: LogoJob) => Promise<Pixels>;
}

/** Wraps `logos` with a cache, so that a logo is fetched once a minute, whatever its server says, and once for all calls at
 *  the same time: the pictures of one batch come one by one. */
export function rememberFetched(logos: LogoFetcher): LogoFetcher {
  const cache = createLogoCache();
  const fetchLogo = singleFlight(async (url: string, maxBytes: number) => {
    const bytes = await logos.fetch(url, maxBytes);
    cache.set(url, bytes);
    return bytes;
  });
  return { fetch: async (url, maxBytes) => cache.get(url) ?? fetchLogo(url, maxBytes) };
}
