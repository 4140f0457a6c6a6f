import type { RawOptions } from "../options/parse.ts";
import type { LogoFetcher } from "../ports.ts";

/** `logos` for the items of one batch: what several of them want is fetched once, failures included, and let go after
 *  the last of them has asked, so that a batch of fifty large logos does not hold them all. */
export function rememberLogos(logos: LogoFetcher, items: readonly (RawOptions | undefined)[]): LogoFetcher {
  const wanted = new Map<unknown, number>();
  for (const item of items) wanted.set(item?.logo, (wanted.get(item?.logo) ?? 0) + 1);
  const fetched = new Map<string, Promise<Uint8Array>>();
  return {
    fetch(url, maxBytes) {
      const bytes = fetched.get(url) ?? logos.fetch(url, maxBytes);
      const left = (wanted.get(url) ?? 1) - 1;
      wanted.set(url, left);
      if (left > 0) fetched.set(url, bytes);
      else fetched.delete(url);
      return bytes;
    },
  };
}
