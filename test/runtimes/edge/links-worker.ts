import { QrError } from "../../../src/errors.ts";
import { createD1Links, type D1Binding, type D1Settings } from "../../../src/stores/d1.ts";
import type { DatedLink, LinkAdmin, LinkStore, StoredLink } from "../../../src/stores/store.ts";

/** A call to a link store. `open` opens a new store and returns its number. `store` is the number of an open store. */
export interface StoreCall {
  readonly open?: Pick<D1Settings, "timeLimit" | "maxBytes" | "expireDays"> & { readonly clock?: number };
  /** Sets a clock to `time`, in milliseconds since 1970. All stores that were opened with this clock use it. */
  readonly setClock?: readonly [clock: number, time: number];
  readonly stats?: number;
  readonly readsSince?: true;
  readonly purge?: readonly [before: number, most: number];
  readonly export?: true;
  readonly restore?: DatedLink;
  readonly store?: number;
  readonly find?: string;
  readonly add?: StoredLink;
  readonly remove?: Pick<StoredLink, "id" | "tokenHash">;
}

const stores: (LinkStore & LinkAdmin)[] = [];
const clocks = new Map<number, number>();

function settingsOf({ clock, ...settings }: NonNullable<StoreCall["open"]>): D1Settings {
  return clock === undefined ? settings : { ...settings, now: () => clocks.get(clock) ?? Date.now() };
}

function answer(store: LinkStore & LinkAdmin, call: StoreCall): Promise<unknown> {
  if (call.find !== undefined) return store.find(call.find);
  if (call.add) return store.add(call.add);
  if (call.remove) return store.remove(call.remove);
  if (call.stats !== undefined) return store.stats(call.stats);
  if (call.readsSince) return store.readsSince();
  if (call.purge) return store.purge(...call.purge);
  if (call.restore) return store.restore(call.restore);
  return collect(store.export());
}

async function collect(links: AsyncIterable<DatedLink>): Promise<readonly DatedLink[]> {
  const all: DatedLink[] = [];
  for await (const one of links) all.push(one);
  return all;
}

/** A worker through which tests use the link store on its D1 binding. */
export default {
  async fetch(request: Request, { LINKS }: { readonly LINKS: D1Binding }): Promise<Response> {
    const call = (await request.json()) as StoreCall;
    const { open, setClock, store: at = -1 } = call;
    if (setClock) {
      clocks.set(...setClock);
      return Response.json({});
    }
    if (open) return Response.json({ value: stores.push(createD1Links(LINKS, settingsOf(open))) - 1 });
    const store = stores[at];
    if (!store) throw new Error("store must be the number of an open store");
    try {
      return Response.json({ value: await answer(store, call) });
    } catch (error) {
      if (!(error instanceof QrError)) throw error;
      const { code, message, cause } = error;
      return Response.json({ error: { code, message, cause } });
    }
  },
};
