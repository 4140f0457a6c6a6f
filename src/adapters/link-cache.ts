import type { LinkStore, StoredLink } from "../ports.ts";

/** How long a link that was found is taken for granted, in milliseconds, and how many are. A link never changes; that it
 *  was deleted by another server is seen after this long. Each takes at most some 9 kB. */
const LIFE = 1_000;
const ROOM = 1_000;

interface Found {
  readonly link: StoredLink;
  readonly until: number;
}

/** `store` with the links found last at hand: a link that many people open at once is asked for once a second. */
export function rememberLinks(store: LinkStore, now: () => number = Date.now): LinkStore {
  const found = new Map<string, Found>();

  function keep(link: StoredLink): void {
    found.delete(link.id);
    found.set(link.id, { link, until: now() + LIFE });
    // The first in the map is the one kept longest.
    for (const id of found.keys()) {
      if (found.size <= ROOM) break;
      found.delete(id);
    }
  }

  return {
    async find(id) {
      const known = found.get(id);
      if (known && known.until > now()) return known.link;
      const link = await store.find(id);
      if (link) keep(link);
      else found.delete(id);
      return link;
    },
    add: (link) => store.add(link),
    async remove(link) {
      found.delete(link.id);
      try {
        return await store.remove(link);
      } finally {
        // Somebody may have found it meanwhile.
        found.delete(link.id);
      }
    },
    close: () => store.close(),
  };
}
