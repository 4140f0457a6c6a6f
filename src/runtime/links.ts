import type { LinkAdmin, LinkStore } from "../ports.ts";
import { rememberLinks } from "../stores/cache.ts";
import type { LinkSettings } from "../stores/expiry.ts";
import { createMemoryLinks } from "../stores/memory.ts";
import { openPostgresLinks } from "../stores/postgres.ts";
import { openSqliteLinks } from "../stores/sqlite.ts";
import { away } from "../stores/store-errors.ts";
import { keepPurging } from "./purge-links.ts";

/** Optional settings for keeping links. */
export interface OpenLinksSettings {
  /** Bytes that all links together may take; by default 64 MiB in memory, 4 GiB in SQLite, 16 GiB in PostgreSQL. */
  readonly maxBytes?: number;
  /** Days without a read after which a link expires; by default links are kept forever. */
  readonly expireDays?: number;
  /** Called with one line if the database is away; links work once it is back. By default console.error. */
  readonly report?: (line: string) => void;
}

/** The store at `address`: `memory:`, `sqlite:PATH` or `postgres://...`.
 *  @throws {Error} with one sentence when it cannot be opened. */
export async function openLinks(
  address: string,
  { expireDays = 0, ...settings }: OpenLinksSettings = {},
): Promise<LinkStore> {
  const store = await openStore(address, { ...settings, expireDays });
  const stopPurging = expireDays > 0 ? keepPurging(store, expireDays) : () => undefined;
  // No cache: everything is in memory already.
  const links = address === "memory:" ? store : rememberLinks(store);
  return {
    find: (id) => links.find(id),
    add: (link) => links.add(link),
    remove: (link) => links.remove(link),
    async close() {
      stopPurging();
      await links.close();
    },
  };
}

/** Opens a store with its operator functions. */
export async function openStore(
  address: string,
  { report = console.error, ...settings }: LinkSettings & Pick<OpenLinksSettings, "report"> = {},
): Promise<LinkStore & LinkAdmin> {
  if (typeof address !== "string") throw unknownPlace();
  if (address === "memory:") return createMemoryLinks(settings);
  if (address.startsWith("sqlite:")) return openSqliteLinks(address.slice("sqlite:".length), settings);
  if (/^postgres(?:ql)?:/.test(address)) return openPostgresLinks(address, { ...settings, report });
  throw unknownPlace();
}

function unknownPlace(): Error {
  return new Error("links are kept in memory:, sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE");
}

/** The store that `opening` resolves to, from now on: until it is open, links answer 503. */
export function linksFrom(opening: Promise<LinkStore>): LinkStore {
  let store: LinkStore | undefined;
  opening.then(
    (opened) => {
      store = opened;
    },
    () => undefined,
  );
  const refuse = () => Promise.reject(away());
  return {
    find: (id) => store?.find(id) ?? refuse(),
    add: (link) => store?.add(link) ?? refuse(),
    remove: (link) => store?.remove(link) ?? refuse(),
    close: async () => (await opening.catch(() => undefined))?.close(),
  };
}
