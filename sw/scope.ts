import { LINK_PATH, SHARED_PATH } from "../src/http/links.ts";

/** Which requests are the worker's to answer: these, and no other of the site's. */

/** What is asked for of a link that the device may not know; another place may know it. */
export type Ours = "work" | "create" | "link" | "remove";

const ROUTES: readonly (readonly [RegExp, string, Ours])[] = [
  [/^\/api\/qr(?:\/(?:validate|inspect))?$/, "GET HEAD POST", "work"],
  [/^\/api\/qr\/batch$/, "POST", "work"],
  [/^\/api\/og$/, "GET HEAD", "work"],
  [/^\/api\/i$/, "GET POST", "create"],
  [LINK_PATH, "DELETE", "remove"],
  [SHARED_PATH, "GET HEAD", "link"],
];

/** The path of `url` after the prefix; undefined where that is another origin or another path. */
export function pathWithin(url: string, root: string): string | undefined {
  if (!url.startsWith(root)) return undefined;
  const rest = url.slice(root.length);
  return rest.startsWith("/") ? rest.replace(/[?#].*$/s, "") : undefined;
}

/** What `method` on `url` asks of a worker whose addresses begin with `root`, an origin and a prefix; undefined for what
 *  is not its own. Pure and immediate, for the browser wants to know before anything else goes on. */
export function whatIsAsked(method: string, url: string, root: string): Ours | undefined {
  const path = pathWithin(url, root);
  if (path === undefined) return undefined;
  return ROUTES.find(([pattern, methods]) => pattern.test(path) && methods.split(" ").includes(method))?.[2];
}
