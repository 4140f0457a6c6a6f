import { createStore, get, getMany, promisifyRequest, type UseStore } from "idb-keyval";
import { QrError } from "../errors.ts";
import { createToken } from "../link-id.ts";
import type { LinkStore, StoredLink } from "../ports.ts";
import { storeFailed, storeFull } from "./store-errors.ts";

/** Links that a device may keep: each takes a kilobyte or two. */
export const CAPACITY = 100_000;

/** What a server knows about a link: nothing ("local"), nothing yet ("queued"), everything ("posted"), or that it refused it. */
export type LinkState = "local" | "queued" | "posted" | "refused";

/** A link as the device keeps it. */
export interface DeviceLink extends StoredLink {
  readonly state: LinkState;
  /** Milliseconds since 1970 by the device's clock, for display. */
  readonly created: number;
  /** The token with which the server deletes it, if this device posted it first. */
  readonly serverToken?: string;
}

/** Something to send to the server: a link, or its removal. */
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

/** The links of a device, and errands for the server. A link and its errand are stored in one step. All tabs and the service
 *  worker share them. */
export interface DeviceLinks extends LinkStore {
  /** Stores links of another database in one step, unless their ids are taken, and queues them for the server. Resolves to the
   *  number of those stored. */
  restore(links: readonly DeviceLink[]): Promise<number>;
  /** Every link, at most CAPACITY, in the order of ids. */
  list(): Promise<readonly DeviceLink[]>;
  /** The links with these ids that exist. */
  read(ids: readonly string[]): Promise<readonly DeviceLink[]>;
  /** At most `most` errands in the order of ids, those after `after`. */
  errands(most: number, after: string): Promise<readonly Errand[]>;
  /** How many errands there are. */
  pending(): Promise<number>;
  /** Queues every local link, because there is a server now. */
  queueLocal(): Promise<void>;
  /** Resolves to what to post; undefined if the link is gone. The token is stored before it is sent and is the same for each
   *  attempt, so that the link can be deleted even if the response is lost. */
  beginPost(id: string): Promise<{ readonly data: string; readonly token: string } | undefined>;
  /** The server has the link, with `serverToken` if it is new there. If the link has been deleted meanwhile, its removal is
   *  queued. */
  settlePosted(id: string, serverToken?: string): Promise<void>;
  /** The server will never take the link. */
  settleRefused(id: string): Promise<void>;
  /** The server has deleted the link. */
  settleDeleted(id: string): Promise<void>;
  /** Deletes the database. */
  destroy(): Promise<void>;
}

export interface DeviceLinksSettings {
  /** Whether links are sent to a server. */
  readonly queue?: boolean;
  readonly name?: string;
  readonly capacity?: number;
  readonly now?: () => number;
}

/** What is stored for an id, under separate keys: errands are listed and counted apart from the many links. */
interface Kept {
  readonly link?: DeviceLink | undefined;
  readonly errand?: Errand | undefined;
}

type Kind = keyof Kept;

const KINDS: readonly Kind[] = ["link", "errand"];
const countOf = (all: readonly Kept[]) => all.filter(({ link }) => link !== undefined).length;
const keyOf = (kind: Kind, id: string) => [kind, id];
/** All keys of a kind after the id `after`: IndexedDB sorts arrays after strings. */
const keysOf = (kind: Kind, after = "") => IDBKeyRange.bound([kind, after], [kind, []], true, true);

const ENTRIES = "entries";

/** The key of the number of links, because browsers count them one by one. */
const COUNT = ["count"];

/** Opens the links of a device, in IndexedDB. */
export function openDeviceLinks({
  queue = false,
  name = "isoqr-links",
  capacity = CAPACITY,
  now = Date.now,
}: DeviceLinksSettings = {}): DeviceLinks {
  const { use, close, destroy } = createDatabase(name);
  const state = queue ? "queued" : "local";

  /** Replaces what is stored for each of `ids`, which differ, with what `next` returns, in one step. Resolves to what was stored
   *  before. */
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

  /** Returns a new link and, if there is a server, its errand. */
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
      const keys = ids.map((id) => keyOf("link", id));
      const found = await getMany<DeviceLink>(keys, use);
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
      // If it was created again meanwhile, the errand to post it stays.
      await change(id, (there) => (there.errand?.task === "delete" ? { link: there.link } : there));
    },
    destroy,
    async close() {
      close();
    },
  };
}

/** Stores `value` under `key`; undefined deletes the entry. */
async function write(store: IDBObjectStore, key: IDBValidKey, value: unknown): Promise<void> {
  if (value === undefined) await promisifyRequest(store.delete(key));
  else await promisifyRequest(store.put(value, key));
}

/** Returns the errand to post a link, with the token that the server may have. */
function posting(id: string, serverToken?: string): Errand {
  return { id, task: "post", ...(serverToken !== undefined && { serverToken }) };
}

/** Returns the errand to delete a link, if the server has a token for it. */
function deleting(id: string, serverToken: string | undefined): Errand | undefined {
  return serverToken === undefined ? undefined : { id, task: "delete", serverToken };
}

/** Returns the part of a link that the port knows. */
function plain({ id, data, tokenHash }: StoredLink): StoredLink {
  return { id, data, tokenHash };
}

/** Opens the database `name` with idb-keyval. In addition, it closes the database when that is to be deleted, opens it again
 *  when the browser closed it, and explains failures. */
function createDatabase(name: string) {
  let open = createStore(name, ENTRIES);
  let database: IDBDatabase | undefined;

  function close(): void {
    database?.close();
    database = undefined;
    open = createStore(name, ENTRIES);
  }

  /** Runs `work` in one transaction, and resolves to its result once that is stored. `work` may only await requests of the
   *  transaction; if it throws, nothing is stored.
   *  @throws {QrError} STORE_AWAY (503) if the browser refuses storage or has no space left. */
  const use: UseStore = async (mode, work) => {
    let begun = false;
    const attempt = async () =>
      open(mode, (store) => {
        begun = true;
        database = store.transaction.db;
        database.onversionchange = close;
        return transact(store, work);
      });
    try {
      return await attempt().catch((error: unknown) => {
        if (begun) throw error;
        // The browser may have closed the connection. If it refuses storage, the second attempt fails as well.
        close();
        return attempt();
      });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      throw error.name === "QuotaExceededError" ? storeFull() : storeFailed("IndexedDB", error);
    }
  };

  return {
    use,
    close,
    async destroy() {
      close();
      await promisifyRequest(indexedDB.deleteDatabase(name));
    },
  };
}

/** Resolves to the result of `work` when its transaction is stored; aborts the transaction if `work` fails. */
async function transact<T>(store: IDBObjectStore, work: (store: IDBObjectStore) => T | PromiseLike<T>): Promise<T> {
  const { transaction } = store;
  const done = promisifyRequest(transaction);
  done.catch(() => undefined);
  try {
    const result = await work(store);
    await done;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has already ended.
    }
    // The reason of the transaction says more than that of a request.
    const reason = (await done.catch((cause: unknown) => cause)) ?? error;
    throw error instanceof QrError ? error : reason;
  }
}
