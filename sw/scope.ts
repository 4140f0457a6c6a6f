import { LINK_PATH, SHARED_PATH } from "../src/http/links.ts";

/** The kind of a request. If a link is not on the device, the server may have it. */
export type RequestKind = "work" | "create" | "link" | "remove";

/** The requests that the worker responds to. All others go to the network as usual. */
const ROUTES: readonly (readonly [RegExp, string, RequestKind])[] = [
  [/^\/api\/qr(?:\/(?:validate|inspect))?$/, "GET HEAD POST", "work"],
  [/^\/api\/qr\/batch$/, "POST", "work"],
  [/^\/api\/og$/, "GET HEAD", "work"],
  [/^\/api\/i$/, "GET POST", "create"],
  [LINK_PATH, "DELETE", "remove"],
  [SHARED_PATH, "GET HEAD", "link"],
];

/** Returns the path of `url` after `root`; undefined if `url` is not below it. */
function pathWithin(url: string, root: string): string | undefined {
  if (!url.startsWith(root)) return undefined;
  const rest = url.slice(root.length);
  return rest.startsWith("/") ? rest.replace(/[?#].*$/s, "") : undefined;
}

/** Returns the kind of a request, or undefined if the worker does not handle it. `root` is the origin and the prefix.
 *  Synchronous, because a "fetch" listener must call respondWith() before it returns. */
export function kindOf(method: string, url: string, root: string): RequestKind | undefined {
  const path = pathWithin(url, root);
  if (path === undefined) return undefined;
  return ROUTES.find(([pattern, methods]) => pattern.test(path) && methods.split(" ").includes(method))?.[2];
}

/** Returns whether `response` is an HTML page, which captive portals and some sites send for every URL. */
export function isPage({ headers }: Response): boolean {
  return /^text\/html/i.test(headers.get("Content-Type") ?? "");
}
