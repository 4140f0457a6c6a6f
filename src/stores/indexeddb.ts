import { get, getMany, promisifyRequest } from "idb-keyval";
import { createToken } from "../links/token.ts";
import { createDatabase } from "./device-database.ts";
import type { LinkStore, StoredLink } from "./store.ts";
import { storeFull } from "./store-errors.ts";

/** Maximum number of links on a device. Each link takes one or two kilobytes. */
export const CAPACITY = 100_000;

/** The token of a link on a server, and the URL of that server. Earlier releases, which supported a single server, did not
 *  store the URL. */
interface ServerToken {
  readonly serverToken: string;
  readonly server?: string;
}

/** The state of a link: only on this device ("local"), waiting to be sent ("queued"), on the server ("posted"), or
 *  rejected by the server ("refused"). */
export type LinkState = "local" | "queued" | "posted" | "refused";

/** A link as stored on the device. It has a token for deleting it on the server if this device was the first to post it. */
export interface DeviceLink extends StoredLink, Partial<ServerToken> {
  readonly state: LinkState;
  /** Milliseconds since 1970 by the device's clock, for display. */
  readonly created: number;
}

/** A request for the server: to post a link, with the token that the server may already have, or to delete it. `isOffered`
 *  means that the device chose the token, and that the server has not confirmed it. */
export type Errand =
  | ({ readonly id: string; readonly task: "post"; readonly isOffered?: true } & Partial<ServerToken>)
  | ({ readonly id: string; readonly task: "delete" } & ServerToken);

/** What the outbox stores about failures, so that the pause continues if the browser restarts the worker. Times are in
 *  milliseconds since 1970. */
export interface OutboxPause {
  /** Time of the last attempt, and of the earliest next one. */
  readonly last: number;
  readonly until: number;
  /** Whether the server requested the pause. */
  readonly byServer: boolean;
  /** Number of consecutive failures. */
  readonly failures: number;
  /** Start of the hour in which attempts are counted, and their number. */
  readonly hour: number;
  readonly attempts: number;
}

/** The links of a device, and the outbox of requests for the server. Each link has at most one errand, and is stored in
 *  the same transaction as its errand. All tabs and the service worker share the database. */
export interface DeviceLinks extends LinkStore {
  /** Stores links from another database in one transaction, unless their ids are taken, and queues them for the server.
   *  Resolves to the number of stored links. */
  restore(links: readonly DeviceLink[]): Promise<number>;
  /** Resolves to all links, at most CAPACITY, ordered by id. */
  list(): Promise<readonly DeviceLink[]>;
  /** Resolves to the links with these ids. Leaves out ids that have no link. */
  read(ids: readonly string[]): Promise<readonly DeviceLink[]>;
  /** Resolves to at most `most` errands with ids after `after`, ordered by id. */
  errands(most: number, after: string): Promise<readonly Errand[]>;
  pending(): Promise<number>;
  /** Queues all local links for the server. Call it when a server becomes available. */
  queueLocal(): Promise<void>;
  /** Resolves to the text to post and its token, or to undefined if the link was deleted. The token is stored before it
   *  is sent, and is the same for each attempt, so that the link can be deleted even if the response is lost. */
  beginPost(id: string): Promise<{ readonly data: string; readonly token: string } | undefined>;
  /** Records that the server has the link, with `serverToken` if it is new there. If the link has been deleted in the
   *  meantime, queues its deletion. */
  settlePosted(id: string, serverToken?: string): Promise<void>;
  /** Records that the server permanently rejected the link. */
  settleRefused(id: string): Promise<void>;
  settleDeleted(id: string): Promise<void>;
  /** Resolves to the pause of the outbox; undefined if the last attempt succeeded. */
  readPause(): Promise<OutboxPause | undefined>;
  writePause(pause: OutboxPause | undefined): Promise<void>;
  destroy(): Promise<void>;
}

export interface DeviceLinksSettings {
  /** The URL of the server that links are sent to; undefined for none. Tokens for other servers are not used. */
  readonly server?: string | undefined;
  readonly name?: string;
  readonly capacity?: number;
  readonly now?: () => number;
}

/** The link and the errand of an id. They are stored under separate keys, so that the few errands can be listed and
 *  counted without reading all links. */
interface Entry {
  readonly link?: DeviceLink | undefined;
  readonly errand?: Errand | undefined;
}

type Kind = keyof Entry;

const KINDS: readonly Kind[] = ["link", "errand"];
const countOf = (entries: readonly Entry[]) => entries.filter(({ link }) => link !== undefined).length;
const keyOf = (kind: Kind, id: string) => [kind, id];
/** Returns the range of all keys of a kind after the id `after`. The range ends at an array, because IndexedDB sorts
 *  arrays after strings. */
const keysOf = (kind: Kind, after = "") => IDBKeyRange.bound([kind, after], [kind, []], true, true);

/** The key of the number of links. The number is stored, because browsers count entries one by one, which is slow. */
const COUNT = ["count"];

const PAUSE = ["pause"];

export function openDeviceLinks({
  server,
  name = "isoqr-links",
  capacity = CAPACITY,
  now = Date.now,
}: DeviceLinksSettings = {}): DeviceLinks {
  const { use, close, destroy } = createDatabase(name);
  const state = server === undefined ? "local" : "queued";

  const withServer = (serverToken: string): ServerToken => ({ serverToken, ...(server !== undefined && { server }) });
  /** Returns the token of a link or an errand, and its server. Returns undefined if links are sent to another server. */
  const tokenOf = (holder: Partial<ServerToken> | undefined): ServerToken | undefined => {
    if (holder?.serverToken === undefined) return undefined;
    const { serverToken, server: its = server } = holder;
    return server === undefined || its === server
      ? { serverToken, ...(its !== undefined && { server: its }) }
      : undefined;
  };

  /** Replaces the entry for each of `ids` with the one that `next` returns, all in one transaction. The ids must be
   *  distinct. Resolves to the previous entries. */
  const changeAll = (ids: readonly string[], next: (before: Entry, id: string) => Entry): Promise<readonly Entry[]> =>
    use("readwrite", async (store) => {
      const read = <T>(key: IDBValidKey) => promisifyRequest<T | undefined>(store.get(key));
      const [count = 0, ...before] = await Promise.all([
        read<number>(COUNT),
        ...ids.map(async (id): Promise<Entry> => {
          const kinds = [read<DeviceLink>(keyOf("link", id)), read<Errand>(keyOf("errand", id))] as const;
          const [link, errand] = await Promise.all(kinds);
          return { link, errand };
        }),
      ]);
      const after = before.map((entry, at) => next(entry, ids[at] as string));
      const more = countOf(after) - countOf(before);
      // Other scripts of the site may have changed the number, so an impossible number is counted again. A full device is also
      // counted again.
      const isValid = Number.isInteger(count) && Math.min(count, count + more) >= 0 && count + more <= capacity;
      const known = isValid || more === 0 ? count : await promisifyRequest(store.count(keysOf("link")));
      if (more > 0 && known + more > capacity) throw storeFull();
      const writes = ids.flatMap((id, at) =>
        KINDS.filter((kind) => after[at]?.[kind] !== before[at]?.[kind]).map((kind) =>
          write(store, keyOf(kind, id), after[at]?.[kind]),
        ),
      );
      if (more !== 0) writes.push(write(store, COUNT, known + more));
      await Promise.all(writes);
      return before;
    });

  const change = async (id: string, next: (before: Entry) => Entry): Promise<Entry> =>
    (await changeAll([id], next))[0] ?? {};

  /** Returns the entry for a new link, with an errand if there is a server. */
  const created = (link: DeviceLink, errand: Errand | undefined): Entry => ({
    link,
    errand: server === undefined ? errand : posting(link.id, tokenOf(link) ?? tokenOf(errand)),
  });

  return {
    async find(id) {
      const link = await get<DeviceLink>(keyOf("link", id), use);
      return link && plain(link);
    },
    async add(link) {
      const fresh: DeviceLink = { ...plain(link), state, created: now() };
      const before = await change(link.id, (entry) => (entry.link ? entry : created(fresh, entry.errand)));
      return before.link ? plain(before.link) : link;
    },
    async restore(links) {
      const fresh = new Map(links.map((link) => [link.id, { ...link, state } satisfies DeviceLink]));
      const before = await changeAll([...fresh.keys()], (entry, id) => {
        const link = fresh.get(id);
        return entry.link || !link ? entry : created(link, entry.errand);
      });
      return before.filter(({ link }) => link === undefined).length;
    },
    async remove({ id, tokenHash }) {
      const before = await change(id, (entry) =>
        entry.link?.tokenHash === tokenHash
          ? { errand: deleting(id, tokenOf(entry.link) ?? tokenOf(entry.errand)) }
          : entry,
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
        const known = tokenOf(errand)?.serverToken;
        token = known ?? token;
        if (!link || errand?.task !== "post" || known !== undefined) return { link, errand };
        return { link, errand: { ...errand, ...withServer(token), isOffered: true } };
      });
      return link && { data: link.data, token };
    },
    async settlePosted(id, serverToken) {
      await change(id, ({ link, errand }) => {
        const confirmed = serverToken === undefined ? undefined : withServer(serverToken);
        if (!link) return { errand: deleting(id, confirmed ?? tokenOf(errand)) };
        // If the server did not confirm the token that this device chose, another client owns the link.
        const isOffered = errand?.task === "post" && errand.isOffered;
        return { link: { ...link, state: "posted", ...(confirmed ?? (isOffered ? undefined : tokenOf(errand))) } };
      });
    },
    async settleRefused(id) {
      await change(id, ({ link }) => ({ link: link && { ...link, state: "refused" } }));
    },
    async settleDeleted(id) {
      // If the link has been created again in the meantime, its errand now posts it, and must stay.
      await change(id, (entry) => (entry.errand?.task === "delete" ? { link: entry.link } : entry));
    },
    readPause: () => use("readonly", (store) => promisifyRequest<OutboxPause | undefined>(store.get(PAUSE))),
    writePause: (pause) => use("readwrite", (store) => write(store, PAUSE, pause)),
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
function posting(id: string, held?: ServerToken): Errand {
  return { id, task: "post", ...held };
}

/** Returns the errand to delete a link, if the server has a token for it. */
function deleting(id: string, held: ServerToken | undefined): Errand | undefined {
  return held && { id, task: "delete", ...held };
}

function plain({ id, data, tokenHash }: StoredLink): StoredLink {
  return { id, data, tokenHash };
}
