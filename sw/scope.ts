import { acceptsHtml, LINK_PATH, SHARED_PATH } from "../src/http/link-paths.ts";
import { escapeHtml } from "../src/http/markup.ts";
import type { WorkerSettings } from "./settings.ts";

/** The kind of a request. "code" is a request for a single code, which needs a part only if the code has a logo. "link" may
 *  be a link that only the server has. "unknown" is a request below the service's paths that no route matches, and to which
 *  the site may respond. */
export type RequestKind = "code" | "work" | "create" | "link" | "remove" | "unknown";

/** The routes of the service. See `kindOf` for other requests. */
const ROUTES: readonly (readonly [RegExp, string, RequestKind])[] = [
  [/^\/api\/qr$/, "GET HEAD", "code"],
  [/^\/api\/qr(?:\/(?:validate|inspect|optimize))?$/, "GET HEAD POST", "work"],
  [/^\/api\/qr\/(?:batch|picture)$/, "POST", "work"],
  [/^\/api\/(?:poster|sheet)$/, "POST", "work"],
  [/^\/api\/og$/, "GET HEAD", "work"],
  [/^\/api\/i$/, "GET POST", "create"],
  [LINK_PATH, "DELETE", "remove"],
  [SHARED_PATH, "GET HEAD", "link"],
];

/** The paths that belong to the service. The site may use other paths below /api. */
const OWN_PATH = /^\/api\/(?:qr|poster|sheet|og|i)(?:\/|$)/;

/** Returns the path of `url` after `root`; undefined if `url` is not below it. */
function pathWithin(url: string, root: string): string | undefined {
  if (!url.startsWith(root)) return undefined;
  const rest = url.slice(root.length);
  return rest.startsWith("/") ? rest.replace(/[?#].*$/s, "") : undefined;
}

/** Returns the kind of a request, or undefined if it is not for the service. `root` is the origin and the prefix.
 *  Synchronous, because a "fetch" listener must call respondWith() before it returns. */
export function kindOf(method: string, url: string, root: string): RequestKind | undefined {
  const path = pathWithin(url, root);
  if (path === undefined) return undefined;
  const route = ROUTES.find(([pattern, methods]) => pattern.test(path) && methods.split(" ").includes(method));
  return route?.[2] ?? (OWN_PATH.test(path) ? "unknown" : undefined);
}

/** Returns whether `response` is an HTML page, which captive portals and some sites send for every URL. */
export function isPage({ headers }: Response): boolean {
  return /^text\/html/i.test(headers.get("Content-Type") ?? "");
}

/** The header of requests that must not leave the device, such as those with secrets. */
const STAY = "X-Isoqr-Device";

/** Fetches from the server or, without one, from the site. `root` is the origin and the prefix. `response` is undefined if
 *  the request must not leave the device or fails, or if the response is an unexpected page, or an error other than 429. */
export async function fetchRemote(
  request: Request,
  kind: RequestKind,
  { server }: WorkerSettings,
  root: string,
): Promise<{ response?: Response; isOffline: boolean }> {
  if (request.headers.get(STAY) === "only") return { isOffline: false };
  try {
    const isSite = server === undefined || server === root;
    const response = await fetch(isSite ? request : await forServer(server, request, root, kind));
    const isUsable = (response.status < 400 || response.status === 429) && (kind === "link" || !isPage(response));
    if (!isUsable) return { isOffline: false };
    // A copy, because browsers reject a redirected response for a navigation.
    return { isOffline: false, response: response.redirected ? new Response(response.body, response) : response };
  } catch {
    return { isOffline: true };
  }
}

/** Returns `request` for the server, with only the headers that it needs. Reads the whole body, because a stream would
 *  require HTTP/2. */
async function forServer(server: string, request: Request, root: string, kind: RequestKind): Promise<Request> {
  const { method, headers } = request;
  const body = method === "POST" ? await request.arrayBuffer() : undefined;
  const sent = new Headers();
  for (const name of ["Accept", "Content-Type", ...(kind === "remove" ? ["Authorization"] : [])]) {
    const value = headers.get(name);
    if (value !== null) sent.set(name, value);
  }
  return new Request(server + request.url.slice(root.length), { method, headers: sent, ...(body && { body }) });
}

/** Replaces a JSON error with a plain page if a browser opened a link and a part is missing. */
export async function asPlainPage(request: Request, response: Response): Promise<Response> {
  const isPicture = /\.(?:png|svg)(?:[?#]|$)/.test(request.url);
  if (response.ok || isPicture || isPage(response) || request.method !== "GET" || !acceptsHtml(request))
    return response;
  const { error } = await response.json();
  const headers = new Headers(response.headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
  headers.set("Vary", "Accept");
  return new Response(pageOf(String(error)), { status: response.status, headers });
}

function pageOf(error: string): string {
  const message = escapeHtml(`${error.charAt(0).toUpperCase()}${error.slice(1)}.`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>QR code</title>
<main>
<h1>QR code</h1>
<p>${message}</p>
<p><a href="../">Start page</a></p>
</main>
</html>
`;
}
