import type { LinkStore, StoredLink } from "../ports.ts";
import { createIndexedDatabase, resultOf, type StoreOf } from "./indexed-database.ts";
import { storeFull } from "./store-away.ts";

/** Links that a device may keep: each takes a kilobyte or two. */
const CAPACITY = 100_000;

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
  | { readonly id: string; readonly task: "post"; readonly serverToken?: string }
  | { readonly id: string; readonly task: "delete"; readonly serverToken: string };

/** The links of a device, and what a server is to learn of them. A link and its errand are kept in one step, so that none
 *  is ever without the other. All tabs and the service worker share them. */
export interface DeviceLinks extends LinkStore {
  /** Stores a link that was taken elsewhere with all that was known of it, unless its id is taken; resolves to whether it
   *  was stored. A server is to know it, too. */
  restore(link: DeviceLink): Promise<boolean>;
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
  /** The server has the link; `serverToken` when it was new to it. Where the link has been deleted meanwhile, the server
   *  is to delete it, too. */
  settlePosted(id: string, serverToken?: string): Promise<void>;
  /** The server will never take the link. */
  settleRefused(id: string): Promise<void>;
  /** The server has the link no more. */
  settleDeleted(id: string): Promise<void>;
}

export interface DeviceLinksSettings {
  /** Whether a server is to know the links. */
  readonly queue?: boolean;
  readonly name?: string;
  readonly capacity?: number;
  readonly now?: () => number;
}

const LINKS = "links";
const ERRANDS = "errands";
const BOTH = [LINKS, ERRANDS] as const;

/** Where links are kept on a device: IndexedDB. */
export function openDeviceLinks({
  queue = false,
  name = "isoqr",
  capacity = CAPACITY,
  now = Date.now,
}: DeviceLinksSettings = {}): DeviceLinks {
  const database = createIndexedDatabase(name, (created) => {
    for (const store of BOTH) created.createObjectStore(store, { keyPath: "id" });
  });
  const find = (store: IDBObjectStore, id: string) => resultOf<DeviceLink | undefined>(store.get(id));
  const errandOf = (store: IDBObjectStore, id: string) => resultOf<Errand | undefined>(store.get(id));

  const state = queue ? "queued" : "local";

  /** Keeps a new link and, where a server is to know it, the errand. */
  async function keep(store: StoreOf, link: DeviceLink): Promise<void> {
    if ((await resultOf(store(LINKS).count())) >= capacity) throw storeFull();
    const before = await errandOf(store(ERRANDS), link.id);
    const serverToken = link.serverToken ?? before?.serverToken;
    store(LINKS).put(link);
    if (queue) store(ERRANDS).put(postErrand(link.id, serverToken));
  }

  return {
    async find(id) {
      const link = await database.run([LINKS], "readonly", (store) => find(store(LINKS), id));
      return link && plain(link);
    },
    add: (link) =>
      database.run(BOTH, "readwrite", async (store) => {
        const there = await find(store(LINKS), link.id);
        if (there) return plain(there);
        await keep(store, { ...plain(link), state, created: now() });
        return link;
      }),
    restore: (link) =>
      database.run(BOTH, "readwrite", async (store) => {
        if (await find(store(LINKS), link.id)) return false;
        await keep(store, { ...link, state });
        return true;
      }),
    remove: ({ id, tokenHash }) =>
      database.run(BOTH, "readwrite", async (store) => {
        const there = await find(store(LINKS), id);
        if (there?.tokenHash !== tokenHash) return;
        store(LINKS).delete(id);
        const { serverToken } = there;
        if (serverToken === undefined) store(ERRANDS).delete(id);
        else store(ERRANDS).put({ id, task: "delete", serverToken } satisfies Errand);
      }),
    list: () => database.run([LINKS], "readonly", (store) => resultOf<DeviceLink[]>(store(LINKS).getAll())),
    read: (ids) =>
      database.run([LINKS], "readonly", async (store) => {
        const found = await Promise.all(ids.map((id) => find(store(LINKS), id)));
        return found.filter((link) => link !== undefined);
      }),
    errands: (most, after) =>
      database.run([ERRANDS], "readonly", (store) =>
        resultOf<Errand[]>(store(ERRANDS).getAll(IDBKeyRange.lowerBound(after, true), most)),
      ),
    pending: () => database.run([ERRANDS], "readonly", (store) => resultOf(store(ERRANDS).count())),
    queueLocal: () =>
      database.run(BOTH, "readwrite", async (store) => {
        for (const link of await resultOf<DeviceLink[]>(store(LINKS).getAll())) {
          if (link.state !== "local") continue;
          store(LINKS).put({ ...link, state: "queued" } satisfies DeviceLink);
          store(ERRANDS).put(postErrand(link.id));
        }
      }),
    settlePosted: (id, serverToken) =>
      database.run(BOTH, "readwrite", async (store) => {
        const [link, errand] = [await find(store(LINKS), id), await errandOf(store(ERRANDS), id)];
        const token = serverToken ?? errand?.serverToken;
        if (link) store(LINKS).put({ ...link, state: "posted", ...(token && { serverToken: token }) });
        if (link || token === undefined) store(ERRANDS).delete(id);
        else store(ERRANDS).put({ id, task: "delete", serverToken: token } satisfies Errand);
      }),
    settleRefused: (id) =>
      database.run(BOTH, "readwrite", async (store) => {
        const link = await find(store(LINKS), id);
        if (link) store(LINKS).put({ ...link, state: "refused" } satisfies DeviceLink);
        store(ERRANDS).delete(id);
      }),
    settleDeleted: (id) =>
      database.run([ERRANDS], "readwrite", async (store) => {
        const errand = await errandOf(store(ERRANDS), id);
        // Made anew while the server was asked: then it is to be posted, and that stands.
        if (errand?.task === "delete") store(ERRANDS).delete(id);
      }),
    async close() {
      database.close();
    },
  };
}

/** The errand to post a link that may have been on its way to be deleted, whose token is not to be lost. */
function postErrand(id: string, serverToken?: string): Errand {
  return { id, task: "post", ...(serverToken !== undefined && { serverToken }) };
}

/** What the port speaks of. */
function plain({ id, data, tokenHash }: StoredLink): StoredLink {
  return { id, data, tokenHash };
}
