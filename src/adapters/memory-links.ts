import type { LinkStore, StoredLink } from "../ports.ts";
import { storeFull } from "./store-away.ts";

/** Bytes that all links together may take. */
const CAPACITY = 64 * 1024 * 1024;

/** About what a link takes beside its text: its id, the token's hash and its place in the map. */
const OVERHEAD = 400;

/** Links that are gone when the process ends. Past `capacity` bytes new ones are refused. */
export function createMemoryLinks(capacity = CAPACITY): LinkStore {
  const links = new Map<string, StoredLink>();
  let used = 0;
  const sizeOf = ({ data }: StoredLink) => OVERHEAD + 2 * data.length;
  return {
    async find(id) {
      return links.get(id);
    },
    async add(link) {
      const there = links.get(link.id);
      if (there) return there;
      if (used + sizeOf(link) > capacity) throw storeFull();
      links.set(link.id, link);
      used += sizeOf(link);
      return link;
    },
    async remove({ id, tokenHash }) {
      const there = links.get(id);
      if (there?.tokenHash !== tokenHash) return;
      links.delete(id);
      used -= sizeOf(there);
    },
    async close() {
      links.clear();
      used = 0;
    },
  };
}
