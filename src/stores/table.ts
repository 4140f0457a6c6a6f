import type { LinkAdmin, LinkStore, SharedCounts } from "../ports.ts";
import { cacheLinks } from "./cache.ts";
import { keepPurging, type LinkSettings } from "./expiry.ts";
import { storeUnavailable } from "./store-errors.ts";

/** A kind of store, chosen by the scheme of its address. Drivers are loaded when a store is opened. */
interface StoreRow {
  /** The beginnings of its addresses. */
  readonly schemes: readonly string[];
  /** How an address is written, for messages and help. */
  readonly form: string;
  /** What `form` leaves open, for the rule of the setting. */
  readonly rule?: string;
  /** Matches what follows the scheme in a well-formed address. */
  readonly rest: RegExp;
  /** The default limit, and what it is a limit of, for help. */
  readonly limit: string;
  /** Whether several processes can use one store, and links outlive them. */
  readonly isShared: boolean;
  /** Whether links that were found are cached for a moment. */
  readonly isCached: boolean;
  /** @throws {Error} if the store cannot be opened. `report` is called with one line if it may be available later. */
  open(address: string, settings: LinkSettings, report: (line: string) => void): Promise<LinkStore & LinkAdmin>;
  /** Returns the path of the file that holds the links, for stores that keep them in one. */
  fileOf?(address: string): string;
  /** Opens counts for limits per client, for stores that can count for all servers together. */
  openCounts?(address: string, report: (line: string) => void): Promise<SharedCounts>;
}

/** All stores that an address can name. D1 and IndexedDB are opened by bindings and names, not by addresses. */
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
    // Addresses and names such as ":memory:" are not paths, though SQLite accepts some. A drive of Windows is.
    rest: /^(?!:|[a-z][a-z0-9+.-]+:)./is,
    limit: "4 GiB in a file",
    isShared: true,
    isCached: true,
    open: async (address, settings) => (await import("./sqlite.ts")).openSqliteLinks(withoutScheme(address), settings),
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
      (await import("./postgres.ts")).openPostgresLinks(address, { ...settings, report }),
    openCounts: async (address, report) => (await import("./postgres-counts.ts")).openPostgresCounts(address, report),
  },
} as const satisfies Readonly<Record<string, StoreRow>>;

export type StoreName = keyof typeof stores;

const rows: readonly StoreRow[] = Object.values(stores);

/** The address of links that end with their process. */
export const MEMORY = stores.memory.form;

function withoutScheme(address: string): string {
  return address.slice(address.indexOf(":") + 1);
}

/** Returns the scheme with which `address` begins, as it is written there; an empty string for any other. */
export function schemeOf(address: string): string {
  const scheme = rows.flatMap(({ schemes }) => schemes).find((one) => address.toLowerCase().startsWith(one));
  return address.slice(0, scheme?.length ?? 0);
}

/** Returns the row of the store at `address`, which may be malformed behind its scheme. */
export function storeAt(address: string): StoreRow | undefined {
  return rows.find(({ schemes, form }) =>
    schemes.some((scheme) => (scheme === form ? address === scheme : address.startsWith(scheme))),
  );
}

/** Returns whether `address` is well-formed. */
export function isStoreAddress(address: string): boolean {
  return storeAt(address)?.rest.test(withoutScheme(address)) ?? false;
}

/** Texts about addresses, for messages and help. */
export const addresses = {
  /** All stores: "memory:, sqlite:PATH or ...". */
  any: listOf(rows.map(({ form }) => form)),
  /** The same with what each form leaves open. */
  rule: listOf(
    rows.map(({ form, rule }) => (rule ? `${form} ${rule}` : form)),
    ", or ",
  ),
  /** Those that several processes can use. */
  shared: listOf(rows.filter(({ isShared }) => isShared).map(({ form }) => form)),
  /** Markdown: those first, and what happens to links in the others. */
  about: `${formsOf(true).join(", ")}, or ${listOf(formsOf(false))} to forget at the end`,
  /** Default limits. */
  limits: rows.map(({ limit }) => limit).join(", "),
} as const;

function formsOf(isShared: boolean): readonly string[] {
  return rows.filter((row) => row.isShared === isShared).map(({ form }) => `\`${form}\``);
}

/** Joins `items` with commas, and `last` before the last of them. */
function listOf(items: readonly string[], last = " or "): string {
  return items.length > 1 ? `${items.slice(0, -1).join(", ")}${last}${items.at(-1)}` : (items[0] ?? "");
}

/** Optional settings for keeping links. */
export interface OpenLinksSettings {
  /** Bytes that all links together may take; by default 64 MiB in memory, 4 GiB in SQLite, 16 GiB in PostgreSQL. */
  readonly maxBytes?: number;
  /** Days without a read after which a link expires; by default links are kept forever. */
  readonly expireDays?: number;
  /** Called with one line if the database is away; links work once it is back. By default console.error. */
  readonly report?: (line: string) => void;
}

/** Opens the store at `address`: `memory:`, `sqlite:PATH` or `postgres://...`.
 *  @throws {Error} with one sentence if it cannot be opened. */
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
  const row = typeof address === "string" ? storeAt(address) : undefined;
  if (!row) throw new Error(`links are kept in ${addresses.any}`);
  return row.open(address, settings, report);
}

/** Returns the store that `opening` resolves to. Until it is open, links answer 503. */
export function linksFrom(opening: Promise<LinkStore>): LinkStore {
  let store: LinkStore | undefined;
  const done = opening.then((opened) => (store = opened)).catch(() => undefined);
  const refuse = () => Promise.reject(storeUnavailable());
  return {
    find: (id) => store?.find(id) ?? refuse(),
    add: (link) => store?.add(link) ?? refuse(),
    remove: (link) => store?.remove(link) ?? refuse(),
    close: async () => (await done)?.close(),
  };
}
