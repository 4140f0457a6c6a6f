import { rememberLinks } from "../adapters/link-cache.ts";
import { createMemoryLinks } from "../adapters/memory-links.ts";
import { openPostgresLinks } from "../adapters/postgres-links.ts";
import { openSqliteLinks } from "../adapters/sqlite-links.ts";
import { away } from "../adapters/store-away.ts";
import type { LinkStore } from "../ports.ts";

/** The store at `address`: `memory:`, `sqlite:PATH` or `postgres://...`. Of a database that is away, and is used from when
 *  it is there, `report` reads in one line.
 *  @throws {Error} with one sentence when it cannot be opened. */
export async function openLinks(address: string, report: (line: string) => void = console.error): Promise<LinkStore> {
  if (typeof address !== "string") throw unknownPlace();
  if (address === "memory:") return createMemoryLinks();
  if (address.startsWith("sqlite:")) return rememberLinks(await openSqliteLinks(address.slice("sqlite:".length)));
  if (/^postgres(?:ql)?:/.test(address)) return rememberLinks(await openPostgresLinks(address, { report }));
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
    find: (id, anew) => store?.find(id, anew) ?? refuse(),
    add: (link) => store?.add(link) ?? refuse(),
    remove: (link) => store?.remove(link) ?? refuse(),
    close: async () => (await opening.catch(() => undefined))?.close(),
  };
}
