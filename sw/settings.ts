import { withoutSlashes } from "../src/client/address.ts";

/** How a worker serves its site. Given once, where it is registered, and carried by the address of its script, so that a
 *  worker that was stopped finds them again without waiting for anything. */
export interface WorkerSettings {
  /** Where the service stands on the site: "" for /api/qr, "/codes" for /codes/api/qr. */
  readonly prefix: string;
  /** The isoqr server that learns of links and is asked for what cannot be done here; undefined for none. */
  readonly server: string | undefined;
}

/** What a site may say of them. */
export type GivenSettings = { readonly prefix?: string | undefined; readonly server?: string | undefined };

/** The settings in full; `base` is what relative addresses are relative to.
 *  @throws {TypeError} with one sentence for what is no prefix or no address. */
export function readSettings({ prefix = "", server }: GivenSettings, base: string): WorkerSettings {
  const bare = typeof prefix === "string" ? withoutSlashes(prefix) : "?";
  const isPath = bare === "" || (/^(?:\/(?:[\w.~-]|%[0-9A-Fa-f]{2})+)+$/.test(bare) && isResolved(bare));
  if (!isPath) {
    throw new TypeError('prefix must be a path such as "/codes": give it as the beginning of the addresses to answer');
  }
  return { prefix: bare, server: server === undefined || server === "" ? undefined : readServer(server, base) };
}

/** The settings in the query of a worker's script. */
export function settingsOfScript(script: string): GivenSettings {
  const { searchParams } = new URL(script);
  return { prefix: searchParams.get("prefix") ?? undefined, server: searchParams.get("server") ?? undefined };
}

/** The address of the worker's script with `settings` in its query. */
export function scriptWithSettings(script: URL, { prefix, server }: WorkerSettings): URL {
  const url = new URL(script);
  if (prefix) url.searchParams.set("prefix", prefix);
  if (server) url.searchParams.set("server", server);
  return url;
}

/** Whether addresses of requests can have `path`: they are without the dots that lead up again. */
function isResolved(path: string): boolean {
  return new URL(path, "https://site.invalid").pathname === path;
}

/** Relative to the site are paths from its root alone: "qr.example.com" is a server whose https:// was forgotten. */
function readServer(server: unknown, base: string): string {
  const isWhole = typeof server === "string" && /^(?:https?:\/\/|\/(?!\/))/i.test(server);
  const url = isWhole && URL.canParse(server, base) ? new URL(server, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new TypeError(
      "server must be the http or https address of an isoqr service, without user, password, ? and #",
    );
  }
  return withoutSlashes(url.href);
}
