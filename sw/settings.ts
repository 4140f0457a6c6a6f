import { withoutSlashes } from "../src/client/address.ts";

/** The settings of a worker for its site. They are in the query of its script's URL, where a restarted worker reads them
 *  synchronously. */
export interface WorkerSettings {
  /** The path of the service on the site: "" for /api/qr, "/codes" for /codes/api/qr. */
  readonly prefix: string;
  /** The isoqr server for links and for requests that the worker cannot answer; undefined for none. */
  readonly server: string | undefined;
}

/** The settings from a site, before they are validated. */
export type GivenSettings = { readonly prefix?: string | undefined; readonly server?: string | undefined };

/** Validates the settings, and resolves URLs against `base`. @throws {TypeError} for an invalid prefix or server. */
export function readSettings({ prefix = "", server }: GivenSettings, base: string): WorkerSettings {
  const path = typeof prefix === "string" ? withoutSlashes(prefix) : "?";
  if (path !== "" && !(/^(?:\/(?:[\w.~-]|%[0-9A-Fa-f]{2})+)+$/.test(path) && isResolved(path))) {
    throw new TypeError('prefix must be a path to put before /api/qr, such as "/codes"');
  }
  return { prefix: path, server: server === undefined || server === "" ? undefined : readServer(server, base) };
}

/** Returns the settings of a worker: those in `given`, and those that pages passed to `register()`, which are in the query
 *  of the URL `script`.
 *  @throws {TypeError} if a setting is invalid, or has two values. */
export function settingsOfWorker(given: GivenSettings, script: string): WorkerSettings {
  const { searchParams } = new URL(script);
  const query = { prefix: searchParams.get("prefix") ?? undefined, server: searchParams.get("server") ?? undefined };
  const [own, passed] = [readSettings(given, script), readSettings(query, script)];
  for (const name of ["prefix", "server"] as const) {
    if (own[name] && passed[name] && own[name] !== passed[name])
      throw new TypeError(
        `${name} must be the same in createOffline() and register(): ${own[name]} and ${passed[name]} differ`,
      );
  }
  return { prefix: own.prefix || passed.prefix, server: own.server ?? passed.server };
}

/** Returns the URL of the worker's script with the settings in its query. */
export function scriptWithSettings(script: URL, { prefix, server }: WorkerSettings): URL {
  const url = new URL(script);
  if (prefix) url.searchParams.set("prefix", prefix);
  if (server) url.searchParams.set("server", server);
  return url;
}

/** Returns whether `path` has no dot segments, which browsers remove from URLs. */
const isResolved = (path: string) => new URL(path, "https://site.invalid").pathname === path;

/** Returns the URL of the server without trailing slashes. A relative URL must start with a slash, because
 *  "qr.example.com" is more likely a server without https://.
 *  @throws {TypeError} for an invalid URL. */
function readServer(server: unknown, base: string): string {
  const isWhole = typeof server === "string" && /^(?:https?:\/\/|\/(?!\/))/i.test(server);
  const url = isWhole && URL.canParse(server, base) ? new URL(server, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new TypeError(
      "server must be the http or https URL of an isoqr server, such as https://qr.example.com, without a user name, password, ? or #",
    );
  }
  return withoutSlashes(url.href);
}

export type Names = ReturnType<typeof namesOf>;

/** Returns the names under which the worker with this scope stores data. Each has the scope's path, which contains no
 *  spaces, so that two sites on one origin never collide. */
export function namesOf(scope: string) {
  const { pathname } = new URL(scope);
  return {
    cachePrefix: `isoqr ${pathname} `,
    /** The cache that records the required parts. */
    required: `isoqr ${pathname} required`,
    database: `isoqr-links ${pathname}`,
    outboxLock: `isoqr-outbox ${pathname}`,
  };
}
