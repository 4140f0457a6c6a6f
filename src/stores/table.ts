import { cacheLinks } from "./cache.ts";
import { keepPurging, type LinkSettings } from "./expiry.ts";
import type { SharedCounts } from "./postgres/counts.ts";
import type { LinkAdmin, LinkStore } from "./store.ts";
import { storeUnavailable } from "./store-errors.ts";

/** A kind of link store, chosen by the scheme of its URL. Drivers are loaded when a store is opened. */
interface StoreRow {
  readonly schemes: readonly string[];
  readonly form: string;
  readonly rule?: string;
  readonly rest: RegExp;
  /** The default of maxBytes, as shown in help text. */
  readonly limit: string;
  /** Whether several processes can share a store. The links of such a store remain when the processes stop. */
  readonly isShared: boolean;
  readonly isCached: boolean;
  /** Opens the store at `address`. If the store is unavailable but may become available later, calls `report` with one
   *  line. @throws {Error} if the store cannot be opened. */
  open(address: string, settings: LinkSettings, report: (line: string) => void): Promise<LinkStore & LinkAdmin>;
  fileOf?(address: string): string;
  /** Opens counts for limits per client, for stores that can count for all servers together. */
  openCounts?(address: string, report: (line: string) => void): Promise<SharedCounts>;
}

/** All stores that are opened by URL. D1 and IndexedDB are opened by a binding or a name instead. */
export const stores = {
  memory: {
    schemes: ["memory:"],
    form: "memory:",
    rest: /^$/,
    limit: "64 MiB in memory",
    isShared: false,
    isCached: false,
    open: async (_, settings) => (await import("./memory.ts")).createMemoryLinks(settings),
  },
  sqlite: {
    schemes: ["sqlite:"],
    form: "sqlite:PATH",
    rule: "with the path of a file",
    // Accepts a path with a Windows drive, but rejects URLs and names such as ":memory:", some of which SQLite would
    // accept.
    rest: /^(?!:|[a-z][a-z0-9+.-]+:)./is,
    limit: "4 GiB in a file",
    isShared: true,
    isCached: true,
    open: async (address, settings) =>
      (await import("./sqlite/store.ts")).openSqliteLinks(withoutScheme(address), settings),
    fileOf: withoutScheme,
  },
  postgres: {
    schemes: ["postgres:", "postgresql:"],
    form: "postgres://USER:PASSWORD@HOST/DATABASE",
    rest: /^\/\/./s,
    limit: "16 GiB in PostgreSQL",
    isShared: true,
    isCached: true,
    open: async (address, settings, report) =>
      (await import("./postgres/store.ts")).openPostgresLinks(address, { ...settings, report }),
    openCounts: async (address, report) => (await import("./postgres/counts.ts")).openPostgresCounts(address, report),
  },
} as const satisfies Readonly<Record<string, StoreRow>>;

export type StoreName = keyof typeof stores;

const rows: readonly StoreRow[] = Object.values(stores);

/** The URL of the store in memory, which loses its links when the process ends. */
export const MEMORY = stores.memory.form;

function withoutScheme(address: string): string {
  return address.slice(address.indexOf(":") + 1);
}

/** Returns the scheme of `address` as written there, or an empty string if no store has it. */
export function schemeOf(address: string): string {
  const scheme = rows.flatMap(({ schemes }) => schemes).find((one) => address.toLowerCase().startsWith(one));
  return address.slice(0, scheme?.length ?? 0);
}

/** Returns the row of the store at `address`. Checks only the scheme of the address. */
export function storeAt(address: string): StoreRow | undefined {
  return rows.find(({ schemes, form }) =>
    schemes.some((scheme) => (scheme === form ? address === scheme : address.startsWith(scheme))),
  );
}

export function isStoreAddress(address: string): boolean {
  return storeAt(address)?.rest.test(withoutScheme(address)) ?? false;
}

/** Text about store URLs, for error messages and help. */
export const addresses = {
  /** All stores: "memory:, sqlite:PATH or ...". */
  any: listOf(rows.map(({ form }) => form)),
  rule: listOf(
    rows.map(({ form, rule }) => (rule ? `${form} ${rule}` : form)),
    ", or ",
  ),
  shared: listOf(rows.filter(({ isShared }) => isShared).map(({ form }) => form)),
  about: `${formsOf(true).join(", ")}, or ${listOf(formsOf(false))}, which loses the links when the server stops`,
  limits: rows.map(({ limit }) => limit).join(", "),
} as const;

function formsOf(isShared: boolean): readonly string[] {
  return rows.filter((row) => row.isShared === isShared).map(({ form }) => `\`${form}\``);
}

/** Joins `items` with commas, and the last two items with `last`. */
function listOf(items: readonly string[], last = " or "): string {
  return items.length > 1 ? `${items.slice(0, -1).join(", ")}${last}${items.at(-1)}` : (items[0] ?? "");
}

export interface OpenLinksSettings {
  /** Size limit, in bytes, for all links together; the defaults are in docs/deploy/bounds.md. */
  readonly maxBytes?: number;
  /** Number of days a link may go unread before it expires. By default, links never expire. */
  readonly expireDays?: number;
  /** Called with one line if the database is unavailable. Links can be used when it is available again. Default:
   *  console.error. */
  readonly report?: (line: string) => void;
}

/** Opens the link store at `address`: `memory:`, `sqlite:PATH` or `postgres://...`.
 *  @throws {Error} with a one-line message if it cannot be opened. */
export async function openLinks(
  address: string,
  { expireDays = 0, ...settings }: OpenLinksSettings = {},
): Promise<LinkStore> {
  const store = await openStore(address, { ...settings, expireDays });
  const stopPurging = expireDays > 0 ? keepPurging(store, expireDays) : () => undefined;
  const links = storeAt(address)?.isCached ? cacheLinks(store) : store;
  return {
    find: (id) => links.find(id),
    add: (link) => links.add(link),
    remove: (link) => links.remove(link),
    ...(store.space && { space: store.space }),
    async close() {
      stopPurging();
      await links.close();
    },
  };
}

export async function openStore(
  address: string,
  { report = console.error, ...settings }: LinkSettings & Pick<OpenLinksSettings, "report"> = {},
): Promise<LinkStore & LinkAdmin> {
  const row = typeof address === "string" ? storeAt(address) : undefined;
  if (!row) throw new Error(`the link store must be ${addresses.any}`);
  return row.open(address, settings, report);
}

/** Returns the store that `opening` resolves to. Until it is open, all calls reject with STORE_UNAVAILABLE (503). */
export function linksFrom(opening: Promise<LinkStore>): LinkStore {
  let store: LinkStore | undefined;
  const done = opening.then((opened) => (store = opened)).catch(() => undefined);
  const refuse = () => Promise.reject(storeUnavailable());
  return {
    find: (id) => store?.find(id) ?? refuse(),
    add: (link) => store?.add(link) ?? refuse(),
    remove: (link) => store?.remove(link) ?? refuse(),
    space: () => store?.space?.() ?? refuse(),
    close: async () => (await done)?.close(),
  };
}
