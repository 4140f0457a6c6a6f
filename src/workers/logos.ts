import { createLogoCache } from "../logo/host/fetch-cache.ts";
import type { HeavyWork, LogoFetcher } from "../ports.ts";

/** What a worker draws logos with. */
export interface LogoTools {
  readonly logos: LogoFetcher;
  readonly drawLogo: HeavyWork["drawLogo"];
}

/** Seconds for which a fetched logo is kept, whatever its server says: the pictures of one batch come one by one. */
const KEPT = 60;

/** `logos`, fetching what is asked for again and again once in a minute, and once for all that ask at the same time. */
export function rememberFetched(logos: LogoFetcher): LogoFetcher {
  const kept = createLogoCache();
  const underWay = new Map<string, Promise<Uint8Array>>();

  async function fetchAnew(url: string, maxBytes: number): Promise<Uint8Array> {
    try {
      const bytes = await logos.fetch(url, maxBytes);
      kept.set(url, bytes, KEPT);
      return bytes;
    } finally {
      underWay.delete(url);
    }
  }

  return {
    async fetch(url, maxBytes) {
      const known = kept.get(url) ?? underWay.get(url);
      if (known) return known;
      const coming = fetchAnew(url, maxBytes);
      underWay.set(url, coming);
      return coming;
    },
  };
}
