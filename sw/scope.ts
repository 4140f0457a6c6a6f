import { LINK_PATH, SHARED_PATH } from "../src/http/links.ts";

/** What a request asks for. Another place may know a link that this device does not have. */
export type Ours = "work" | "create" | "link" | "remove";

/** The requests that the worker answers; it leaves all others of the site alone. */
const ROUTES: readonly (readonly [RegExp, string, Ours])[] = [
  [/^\/api\/qr(?:\/(?:validate|inspect))?$/, "GET HEAD POST", "work"],
  [/^\/api\/qr\/batch$/, "POST", "work"],
  [/^\/api\/og$/, "GET HEAD", "work"],
  [/^\/api\/i$/, "GET POST", "create"],
  [LINK_PATH, "DELETE", "remove"],
  [SHARED_PATH, "GET HEAD", "link"],
];

/** Returns the path of `url` after the prefix; undefined for another origin or another path. */
function pathWithin(url: string, root: string): string | undefined {
  if (!url.startsWith(root)) return undefined;
  const rest = url.slice(root.length);
  return rest.startsWith("/") ? rest.replace(/[?#].*$/s, "") : undefined;
}

/** Returns what `method` on `url` asks of a worker whose addresses begin with `root`, an origin and a prefix; undefined if
 *  the request is not the worker's. Synchronous, because the browser needs to know before anything else happens. */
export function whatIsAsked(method: string, url: string, root: string): Ours | undefined {
  const path = pathWithin(url, root);
  if (path === undefined) return undefined;
  return ROUTES.find(([pattern, methods]) => pattern.test(path) && methods.split(" ").includes(method))?.[2];
}

/** Returns whether `answer` is a web page, as captive portals and some sites send for every address. */
export function isPage({ headers }: Response): boolean {
  return /^text\/html/i.test(headers.get("Content-Type") ?? "");
}
