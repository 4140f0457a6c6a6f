import { withoutSlashes } from "../src/client/address.ts";

/** How a worker serves its site. Kept in the query of its script, where a restarted worker finds it synchronously. */
export interface WorkerSettings {
  /** The path of the service on the site: "" for /api/qr, "/codes" for /codes/api/qr. */
  readonly prefix: string;
  /** The isoqr server that gets the links, and the requests that cannot be answered here; undefined for none. */
  readonly server: string | undefined;
}

/** The settings as a site gives them. */
export type GivenSettings = { readonly prefix?: string | undefined; readonly server?: string | undefined };

/** Returns the settings with addresses resolved against `base`. @throws {TypeError} for a bad prefix or address. */
export function readSettings({ prefix = "", server }: GivenSettings, base: string): WorkerSettings {
  const bare = typeof prefix === "string" ? withoutSlashes(prefix) : "?";
  const isPath = bare === "" || (/^(?:\/(?:[\w.~-]|%[0-9A-Fa-f]{2})+)+$/.test(bare) && isResolved(bare));
  if (!isPath) {
    throw new TypeError('prefix must be a path such as "/codes": give it as the beginning of the addresses to answer');
  }
  return { prefix: bare, server: server === undefined || server === "" ? undefined : readServer(server, base) };
}

/** Reads the settings in the query of a worker's script. */
export function settingsOfScript(script: string): GivenSettings {
  const { searchParams } = new URL(script);
  return { prefix: searchParams.get("prefix") ?? undefined, server: searchParams.get("server") ?? undefined };
}

/** Returns the address of the worker's script with `settings` in its query. */
export function scriptWithSettings(script: URL, { prefix, server }: WorkerSettings): URL {
  const url = new URL(script);
  if (prefix) url.searchParams.set("prefix", prefix);
  if (server) url.searchParams.set("server", server);
  return url;
}

/** Returns whether `path` has no dot segments, which addresses of requests never have. */
function isResolved(path: string): boolean {
  return new URL(path, "https://site.invalid").pathname === path;
}

/** Takes relative addresses only if they begin with a slash: "qr.example.com" is a server without its https://. */
function readServer(server: unknown, base: string): string {
  const isWhole = typeof server === "string" && /^(?:https?:\/\/|\/(?!\/))/i.test(server);
  const url = isWhole && URL.canParse(server, base) ? new URL(server, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new TypeError("server must be the http or https URL of an isoqr service, without user, password, ? and #");
  }
  return withoutSlashes(url.href);
}

export type Names = ReturnType<typeof namesOf>;

/** Returns the names of what the worker with this scope stores in the browser. Each contains the scope's path, which has no
 *  spaces, so that two sites of one origin never collide. */
export function namesOf(scope: string) {
  const { pathname } = new URL(scope);
  return {
    /** The beginning of the names of caches. */
    caches: `isoqr ${pathname} `,
    /** The cache that records the required parts. */
    required: `isoqr ${pathname} required`,
    /** The database of links. */
    links: `isoqr-links ${pathname}`,
    /** The lock of the outbox. */
    outbox: `isoqr-outbox ${pathname}`,
  };
}
