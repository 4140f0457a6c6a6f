import { createD1Links, type D1Binding } from "../../../src/adapters/d1-links.ts";
import { QrError } from "../../../src/errors.ts";
import type { LinkStore, StoredLink } from "../../../src/ports.ts";

/** What is asked of a store of links: of a new one, or of the one with that number. */
export interface AskedOfStore {
  readonly open?: { readonly timeLimit?: number };
  readonly store?: number;
  readonly find?: string;
  readonly add?: StoredLink;
  readonly remove?: StoredLink;
}

const stores: LinkStore[] = [];

/** A worker that lets tests elsewhere use the store of links on its D1 binding. */
export default {
  async fetch(request: Request, { LINKS }: { readonly LINKS: D1Binding }): Promise<Response> {
    const { open, store: at = -1, find, add, remove } = (await request.json()) as AskedOfStore;
    if (open) return Response.json({ value: stores.push(createD1Links(LINKS, open.timeLimit)) - 1 });
    const store = stores[at];
    if (!store) throw new Error("there is no such store");
    try {
      const value = find ? await store.find(find) : add ? await store.add(add) : remove && (await store.remove(remove));
      return Response.json({ value });
    } catch (error) {
      if (!(error instanceof QrError)) throw error;
      const { code, status, message, cause } = error;
      return Response.json({ error: { code, status, message, cause } });
    }
  },
};
