import { createCache } from "../cache.ts";
import type { LinkStore, StoredLink } from "./store.ts";

/** Milliseconds for which a link stays in the cache. Links never change, but another server may delete them. */
export const LIFE = 1_000;
/** Maximum number of links in the cache, each of at most 9 kB. */
export const MAX_LINKS = 1_000;

/** Wraps `store` with a cache of found links, so that a popular link is read only once a second. `now` returns milliseconds. */
export function cacheLinks(store: LinkStore, now?: () => number): LinkStore {
  const cache = createCache<string, StoredLink>({ maxEntries: MAX_LINKS, maxAge: LIFE, ...(now && { now }) });
  return {
    async find(id) {
      const known = cache.get(id);
      if (known) return known;
      const link = await store.find(id);
      if (link) cache.set(id, link);
      else cache.delete(id);
      return link;
    },
    add: (link) => store.add(link),
    async remove(link) {
      cache.delete(link.id);
      try {
        return await store.remove(link);
      } finally {
        // A concurrent `find` may have added the link again.
        cache.delete(link.id);
      }
    },
    close: () => store.close(),
  };
}
