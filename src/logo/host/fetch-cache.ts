import { singleFlight } from "../../async/once.ts";
import { type Cache, createCache } from "../../cache.ts";
import type { LogoFetcher } from "../../ports.ts";

export const MAX_LOGOS = 64;
export const MAX_BYTES = 16 * 1024 * 1024;

/** Creates a cache for fetched logos, by URL. It holds at most 64 logos and 16 MiB in total. Entries expire after at
 *  most a minute. `now` returns milliseconds. */
export function createLogoCache(now?: () => number): Cache<string, Uint8Array> {
  return createCache({
    maxEntries: MAX_LOGOS,
    maxWeight: MAX_BYTES,
    weigh: ({ length }) => length,
    maxAge: LONGEST_LIFE,
    ...(now && { now }),
  });
}

/** Maximum time in milliseconds that a logo is cached, even if its server allows longer. */
export const LONGEST_LIFE = 60_000;

/** Adds a cache to `logos`. Each logo is fetched at most once a minute, even if its server forbids caching, because the
 *  pictures of a batch request the same logo one after another. Concurrent calls share one fetch. */
export function cacheLogos(logos: LogoFetcher): LogoFetcher {
  const cache = createLogoCache();
  const fetchLogo = singleFlight(async (url: string, maxBytes: number) => {
    const bytes = await logos.fetch(url, maxBytes);
    cache.set(url, bytes);
    return bytes;
  });
  return { fetch: async (url, maxBytes) => cache.get(url) ?? fetchLogo(url, maxBytes) };
}

/** Header fields as received: names are in lower case, and a repeated field is a list. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns for how many seconds a shared cache may keep a response with these headers. RFC 9111, 4.2.1 and 5.2.2. */
export function freshFor(headers: ReceivedHeaders): number {
  const directives = [headers["cache-control"] ?? []].flat().join(",").toLowerCase().split(",");
  const words = directives.map((directive) => directive.trim());
  if (words.some((word) => /^(?:no-store|no-cache|private)(?:$|=)/.test(word))) return 0;
  if ([headers.vary ?? []].flat().join(",").includes("*")) return 0;
  const lifetime = secondsOf("s-maxage", words) ?? secondsOf("max-age", words) ?? 0;
  const age = Number([headers.age ?? 0].flat()[0]);
  return Math.max(0, lifetime - (age > 0 ? age : 0));
}

/** Returns the value of a directive in seconds. If the directive is repeated, the smallest value wins. A value that is not a
 *  number becomes 0. */
function secondsOf(name: string, words: readonly string[]): number | undefined {
  const values = words
    .filter((word) => word.startsWith(`${name}=`))
    .map((word) => Number(/^"?([0-9]{1,12})"?$/.exec(word.slice(name.length + 1))?.[1] ?? 0));
  return values.length > 0 ? Math.min(...values) : undefined;
}
