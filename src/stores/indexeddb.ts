import { get, getMany, promisifyRequest } from "idb-keyval";
import { createToken } from "../link-id.ts";
import type { LinkStore, StoredLink } from "../ports.ts";
import { createIndexedStore } from "./indexeddb-database.ts";
import { storeFull } from "./store-errors.ts";

/** Links that a device may keep: each takes a kilobyte or two. */
export const CAPACITY = 100_000;

/** What a server knows of a link: nothing and never will ("local"), nothing yet ("queued"), all of it ("posted"), or that
 *  it does not take it ("refused"). */
export type LinkState = "local" | "queued" | "posted" | "refused";

/** A link as the device keeps it. */
export interface DeviceLink extends StoredLink {
  readonly state: LinkState;
  /** Milliseconds since 1970 by the device's clock, for people to look at. */
  readonly created: number;
  /** The token by which the server deletes it; only where this device was the first to post it. */
  readonly serverToken?: string;
}

/** Something the server is still to be told: to know a link, or to delete it. */
export type Errand =
  | {
      readonly id: string;
      readonly task: "post";
      /** The token that the server may already have for the link. */
      readonly serverToken?: string;
      /** Whether the device chose that token and the server has not confirmed it. */
      readonly isOffered?: true;
    }
  | { readonly id: string; readonly task: "delete"; readonly serverToken: string };

/** The links of a device, and what a server is to learn of them. A link and its errand are kept in one step, so that none
 *  is ever without the other. All tabs and the service worker share them. */
export interface DeviceLinks extends LinkStore {
  /** Stores, in one step, links that were taken elsewhere with all that was known of them, unless their ids are taken;
   *  resolves to how many were stored. A server is to know them, too. */
  restore(links: readonly DeviceLink[]): Promise<number>;
  /** Every link, at most CAPACITY, in the order of ids. */
  list(): Promise<readonly DeviceLink[]>;
  /** The links with these ids; those that are not there are left out. */
  read(ids: readonly string[]): Promise<readonly DeviceLink[]>;
  /** At most `most` errands in the order of ids, those after `after`. */
  errands(most: number, after: string): Promise<readonly Errand[]>;
  /** How many errands there are. */
  pending(): Promise<number>;
  /** Queues every link that no server was to know, for now there is one. */
  queueLocal(): Promise<void>;
  /** Resolves to what to post; undefined if the link is gone. The token is stored before it is sent and stays the same for
   *  each attempt, so the link can be deleted even if the response is lost. */
  beginPost(id: string): Promise<{ readonly data: string; readonly token: string } | undefined>;
  /** The server has the link; `serverToken` when it was new to it. Where the link has been deleted meanwhile, the server
   *  is to delete it, too. */
  settlePosted(id: string, serverToken?: string): Promise<void>;
  /** The server will never take the link. */
  settleRefused(id: string): Promise<void>;
  /** The server has the link no more. */
  settleDeleted(id: string): Promise<void>;
  /** Removes all that is kept, and where it is kept. */
  destroy(): Promise<void>;
}

export interface DeviceLinksSettings {
  /** Whether a server is to know the links. */
  readonly queue?: boolean;
  readonly name?: string;
  readonly capacity?: number;
  readonly now?: () => number;
}

/** What is kept for an id, each under a key of its own: errands are listed and counted apart from the many links. */
interface Kept {
  readonly link?: DeviceLink | undefined;
  readonly errand?: Errand | undefined;
}

type Kind = keyof Kept;

const KINDS: readonly Kind[] = ["link", "errand"];
const countOf = (all: readonly Kept[]) => all.filter(({ link }) => link !== undefined).length;
const keyOf = (kind: Kind, id: string) => [kind, id];
/** All keys of a kind, those after the id `after`: to IndexedDB an array is more than any string. */
const keysOf = (kind: Kind, after = "") => IDBKeyRange.bound([kind, after], [kind, []], true, true);

/** The key of the number of links, for counting them takes a browser longer the more there are. */
const COUNT = ["count"];

/** Where links are kept on a device: IndexedDB. */
export function openDeviceLinks({
  queue = false,
  name = "isoqr-links",
  capacity = CAPACITY,
  now = Date.now,
}: DeviceLinksSettings = {}): DeviceLinks {
  const { use, close, destroy } = createIndexedStore(name);
  const state = queue ? "queued" : "local";

  /** Puts what `next` makes of what is kept for each of `ids`, which are different, in its place, all in one step, as
   *  idb-keyval's update does for one key. Resolves to what was there before. */
  const changeAll = (ids: readonly string[], next: (there: Kept, id: string) => Kept): Promise<readonly Kept[]> =>
    use("readwrite", async (store) => {
      const read = <T>(key: IDBValidKey) => promisifyRequest<T | undefined>(store.get(key));
      const [count = 0, ...before] = await Promise.all([
        read<number>(COUNT),
        ...ids.map(async (id) => {
          const kinds = [read<DeviceLink>(keyOf("link", id)), read<Errand>(keyOf("errand", id))] as const;
          const [link, errand] = await Promise.all(kinds);
          return { id, there: { link, errand } };
        }),
      ]);
      const all = before.map(({ id, there }) => ({ id, there, wanted: next(there, id) }));
      const more = countOf(all.map(({ wanted }) => wanted)) - countOf(all.map(({ there }) => there));
      if (more > 0 && count + more > capacity) throw storeFull();
      const writes = all.flatMap(({ id, there, wanted }) =>
        KINDS.filter((kind) => wanted[kind] !== there[kind]).map((kind) => write(store, keyOf(kind, id), wanted[kind])),
      );
      if (more !== 0) writes.push(write(store, COUNT, count + more));
      await Promise.all(writes);
      return all.map(({ there }) => there);
    });

  /** The same for one. */
  const change = async (id: string, next: (there: Kept) => Kept): Promise<Kept> =>
    (await changeAll([id], next))[0] ?? {};

  /** A new link and, where a server is to know it, the errand. */
  const made = (link: DeviceLink, errand: Errand | undefined): Kept => ({
    link,
    errand: queue ? posting(link.id, link.serverToken ?? errand?.serverToken) : errand,
  });

  return {
    async find(id) {
      const link = await get<DeviceLink>(keyOf("link", id), use);
      return link && plain(link);
    },
    async add(link) {
      const fresh: DeviceLink = { ...plain(link), state, created: now() };
      const before = await change(link.id, (there) => (there.link ? there : made(fresh, there.errand)));
      return before.link ? plain(before.link) : link;
    },
    async restore(links) {
      const fresh = new Map(links.map((link) => [link.id, { ...link, state } satisfies DeviceLink]));
      const before = await changeAll([...fresh.keys()], (there, id) => {
        const link = fresh.get(id);
        return there.link || !link ? there : made(link, there.errand);
      });
      return before.filter(({ link }) => link === undefined).length;
    },
    async remove({ id, tokenHash }) {
      const before = await change(id, (there) =>
        there.link?.tokenHash === tokenHash
          ? { errand: deleting(id, there.link.serverToken ?? there.errand?.serverToken) }
          : there,
      );
      return before.link?.tokenHash;
    },
    list: () => use("readonly", (store) => promisifyRequest<DeviceLink[]>(store.getAll(keysOf("link")))),
    async read(ids) {
      const found = await getMany<DeviceLink>(
        ids.map((id) => keyOf("link", id)),
        use,
      );
      return found.filter((link) => link !== undefined);
    },
    errands: (most, after) =>
      use("readonly", (store) => promisifyRequest<Errand[]>(store.getAll(keysOf("errand", after), most))),
    pending: () => use("readonly", (store) => promisifyRequest(store.count(keysOf("errand")))),
    queueLocal: () =>
      use("readwrite", async (store) => {
        for (const link of await promisifyRequest<DeviceLink[]>(store.getAll(keysOf("link")))) {
          if (link.state !== "local") continue;
          await write(store, keyOf("link", link.id), { ...link, state: "queued" } satisfies DeviceLink);
          await write(store, keyOf("errand", link.id), posting(link.id));
        }
      }),
    async beginPost(id) {
      let token = createToken();
      const { link } = await change(id, ({ link, errand }) => {
        token = errand?.serverToken ?? token;
        if (!link || errand?.task !== "post" || errand.serverToken !== undefined) return { link, errand };
        return { link, errand: { ...errand, serverToken: token, isOffered: true } };
      });
      return link && { data: link.data, token };
    },
    async settlePosted(id, serverToken) {
      await change(id, ({ link, errand }) => {
        if (!link) return { errand: deleting(id, serverToken ?? errand?.serverToken) };
        // If the server did not confirm the offered token, someone else created the link.
        const isOffered = errand?.task === "post" && errand.isOffered;
        const token = serverToken ?? (isOffered ? undefined : errand?.serverToken);
        return { link: { ...link, state: "posted", ...(token !== undefined && { serverToken: token }) } };
      });
    },
    async settleRefused(id) {
      await change(id, ({ link }) => ({ link: link && { ...link, state: "refused" } }));
    },
    async settleDeleted(id) {
      // Made anew while the server was asked: then it is to be posted, and that stands.
      await change(id, (there) => (there.errand?.task === "delete" ? { link: there.link } : there));
    },
    destroy,
    async close() {
      close();
    },
  };
}

/** Puts `value` under `key`; undefined leaves nothing there. */
async function write(store: IDBObjectStore, key: IDBValidKey, value: unknown): Promise<void> {
  if (value === undefined) await promisifyRequest(store.delete(key));
  else await promisifyRequest(store.put(value, key));
}

/** The errand to post a link that may have been on its way to be deleted, whose token is not to be lost. */
function posting(id: string, serverToken?: string): Errand {
  return { id, task: "post", ...(serverToken !== undefined && { serverToken }) };
}

/** The errand to delete a link, where the server gave a token for it. */
function deleting(id: string, serverToken: string | undefined): Errand | undefined {
  return serverToken === undefined ? undefined : { id, task: "delete", serverToken };
}

/** What the port speaks of. */
function plain({ id, data, tokenHash }: StoredLink): StoredLink {
  return { id, data, tokenHash };
}
