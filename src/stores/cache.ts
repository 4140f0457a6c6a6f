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
  // Two halves, of which the older one goes when the younger is full: engines take long over the first of a map whose
  // first ones were deleted.
  let young = new Map<string, Found>();
  let old = young;

  function keep(link: StoredLink): void {
    if (young.size >= ROOM / 2) {
      old = young;
      young = new Map();
    }
    young.set(link.id, { link, until: now() + LIFE });
  }

  function forget(id: string): void {
    young.delete(id);
    old.delete(id);
  }

  return {
    async find(id) {
      const known = young.get(id) ?? old.get(id);
      if (known && known.until > now()) return known.link;
      const link = await store.find(id);
      if (link) keep(link);
      else forget(id);
      return link;
    },
    add: (link) => store.add(link),
    async remove(link) {
      forget(link.id);
      try {
        return await store.remove(link);
      } finally {
        // Somebody may have found it meanwhile.
        forget(link.id);
      }
    },
    close: () => store.close(),
  };
}
