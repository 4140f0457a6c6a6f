import { createExpiry, type LinkSettings } from "./expiry.ts";
import type { DatedLink, LinkAdmin, LinkStore, StoredLink } from "./store.ts";
import { createGuard, LimitReached } from "./store-errors.ts";

/** Default size limit, in bytes, for all links together. */
export const CAPACITY = 64 * 1024 * 1024;

/** Approximate bytes that a link takes in addition to its text: its id, the token's hash and the map entry. */
const OVERHEAD = 400;

const FULL = "has no space for more links: raise LINKS_MAX_BYTES, or remove unused links with LINKS_EXPIRE";

export function createMemoryLinks(settings: LinkSettings = {}): LinkStore & LinkAdmin {
  const { maxBytes = CAPACITY } = settings;
  const expiry = createExpiry(settings);
  const since = expiry.isOn ? expiry.today() : undefined;
  expiry.recordsSince(since);
  const links = new Map<string, { readonly link: StoredLink; readDay: number }>();
  const guarded = createGuard("the link store in memory");
  let used = 0;
  const sizeOf = ({ data }: StoredLink) => OVERHEAD + 2 * data.length;

  function drop(link: StoredLink): void {
    links.delete(link.id);
    used -= sizeOf(link);
  }

  function read(id: string): StoredLink | undefined {
    const kept = links.get(id);
    if (!kept) return undefined;
    if (kept.readDay < expiry.cutoff()) {
      drop(kept.link);
      return undefined;
    }
    // The clock may have been set back, but the day never decreases.
    if (expiry.isOn) kept.readDay = Math.max(kept.readDay, expiry.today());
    return kept.link;
  }

  function put(link: StoredLink, readDay: number): void {
    if (used + sizeOf(link) > maxBytes) throw new LimitReached(FULL);
    links.set(link.id, { link, readDay });
    used += sizeOf(link);
  }

  return {
    async find(id) {
      return read(id);
    },
    add: (link) =>
      guarded(async () => {
        const existing = read(link.id);
        if (existing) return existing;
        put(link, expiry.today());
        return link;
      }),
    async remove({ id, tokenHash }) {
      const stored = read(id);
      if (stored?.tokenHash === tokenHash) drop(stored);
      return stored?.tokenHash;
    },
    async space() {
      return { bytes: used, maxBytes };
    },
    async stats(before = 0) {
      const days = Array.from(links.values(), ({ readDay }) => readDay);
      return {
        links: links.size,
        bytes: used,
        maxBytes,
        oldestRead: days.length > 0 ? days.reduce((a, b) => Math.min(a, b)) : undefined,
        newestRead: days.length > 0 ? days.reduce((a, b) => Math.max(a, b)) : undefined,
        unread: days.filter((day) => day < before).length,
      };
    },
    async readsSince() {
      return since;
    },
    async purge(before, most) {
      let purged = 0;
      for (const { link, readDay } of links.values()) {
        if (purged >= most) break;
        if (readDay >= before) continue;
        drop(link);
        purged += 1;
      }
      return purged;
    },
    async *export() {
      for (const id of [...links.keys()].sort()) {
        const kept = links.get(id);
        if (kept) yield { ...kept.link, readDay: kept.readDay } satisfies DatedLink;
      }
    },
    restore: ({ id, data, tokenHash, readDay }) =>
      guarded(async () => {
        const existing = links.get(id)?.link;
        if (existing) return existing.data === data ? "existing" : "taken";
        put({ id, data, tokenHash }, readDay);
        return "created";
      }),
    async close() {
      links.clear();
      used = 0;
    },
  };
}
