import { QrError } from "../src/errors.ts";
import { acceptsHtml, type DrawSharePage } from "../src/http/links.ts";
import { escapeHtml } from "../src/http/markup.ts";
import { errorPageResponse, errorResponse, toResponse } from "../src/http/respond.ts";
import { createRouter } from "../src/http/router.ts";
import { addServiceRoutes } from "../src/http/service-routes.ts";
import { createPageLogos } from "../src/logo/host/page-fetcher.ts";
import type { HeavyWork } from "../src/ports.ts";
import { createService } from "../src/service/service.ts";
import { type DeviceLinks, openDeviceLinks } from "../src/stores/indexeddb.ts";
import { isPage, kindOf, type RequestKind } from "./scope.ts";
import type { WorkerSettings } from "./settings.ts";

/** Logos are fetched without the visitor's cookies, because a stranger may have chosen their URLs. */
const logos = createPageLogos({ credentials: "omit", referrerPolicy: "no-referrer" });

/** Creates the request handler. Requests that the device cannot handle go to the server or, if there is no server, to
 *  the site. `database` is the name of the database for links. */
export function createHandler(
  { prefix, server }: WorkerSettings,
  origin: string,
  { heavy, sharePage }: { readonly heavy: HeavyWork; readonly sharePage: DrawSharePage },
  database: string,
) {
  const root = origin + prefix;
  const links = openDeviceLinks({ name: database, queue: server !== undefined });
  const report = console.error;
  const router = createRouter(report);
  addServiceRoutes(router, createService({ links, heavy, logos }), { report, sharePage, baseUrl: server ?? root });

  async function respond(request: Request, kind: RequestKind, changed: () => void): Promise<Response> {
    // A body can be read only once, and the server may need it.
    const copy = request.method === "POST" ? request.clone() : request;
    const local = isForeignLogo(request, origin)
      ? toResponse(errorResponse(new QrError("NOT_SUPPORTED", 501, LOGO_RULE, "logo"), report))
      : await router.app(root === origin ? request : await withoutPrefix(origin, request, root));
    // A 502 means that the logo could not be fetched here, usually because its site does not allow CORS.
    const isUnsupported = local.status === 501 || (local.status === 502 && server !== undefined);
    if (isUnsupported || isUnready(local)) return (await fetchRemote(copy, kind)).response ?? local;
    if (kind === "work") return local;
    if (local.status === 404) {
      const { response, isOffline } = await fetchRemote(copy, kind);
      return response ?? (isOffline ? unknownLink(request, sharePage, server ?? root) : local);
    }
    changed();
    return kind === "create" && local.ok ? withState(local, links, root) : local;
  }

  /** Fetches from the server or the site. `response` is undefined if the request fails, or if the response is an
   *  unexpected page or any error except 429. */
  async function fetchRemote(
    request: Request,
    kind: RequestKind,
  ): Promise<{ response?: Response; isOffline: boolean }> {
    try {
      const isSite = server === undefined || server === root;
      const response = await fetch(isSite ? request : await forServer(server, request, root, kind));
      const isUsable = (response.status < 400 || response.status === 429) && (kind === "link" || !isPage(response));
      if (!isUsable) return { isOffline: false };
      // Browsers reject a redirected response for a navigation, but accept a copy of it.
      return { isOffline: false, response: response.redirected ? new Response(response.body, response) : response };
    } catch {
      return { isOffline: true };
    }
  }

  return {
    /** Returns undefined for a request that is not for the service. Calls `changed` after a request about links. */
    handle(request: Request, changed: () => void): Promise<Response> | undefined {
      const kind = kindOf(request.method, request.url, root);
      if (kind !== "link") return kind && respond(request, kind, changed);
      return respond(request, kind, changed).then((response) => asPlainPage(request, response));
    },
    links,
  };
}

/** Returns `request` without the prefix. Built from its properties, because a navigation request cannot be copied. */
async function withoutPrefix(origin: string, request: Request, root: string): Promise<Request> {
  const { method, headers, signal } = request;
  // Firefox does not support request streams.
  const body = method === "POST" ? (request.body ?? (await request.arrayBuffer())) : undefined;
  const init = { method, headers, signal, ...(body && { body, duplex: "half" }) };
  return new Request(origin + request.url.slice(root.length), init);
}

/** Returns `request` for the server, with only the headers it needs. Reads the whole body, because streaming requires
 *  HTTP/2. */
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

/** Returns whether `request` may be another site's attempt to make this one fetch a logo from a URL. */
function isForeignLogo({ mode, referrer, url }: Request, origin: string): boolean {
  const isOwn = mode !== "navigate" || referrer.startsWith(`${origin}/`);
  return !isOwn && new URL(url).searchParams.has("logo");
}

const LOGO_RULE = "can be a URL only if the image is opened from this site: open the image from a page of this site";

/** Returns whether the response means that a file the worker needs is not on the device yet, or that the device cannot
 *  store links. */
function isUnready({ status, headers }: Response): boolean {
  return status === 503 && ["UNREACHABLE", "STORE_UNAVAILABLE"].includes(headers.get("X-Error-Code") ?? "");
}

/** Adds the link's state on the server to the response that created it. The URLs of its images start with `root`, where
 *  this worker draws them online and offline. The URL of its page stays the same, because it is for sharing. */
async function withState(response: Response, links: DeviceLinks, root: string): Promise<Response> {
  const created = await response.json();
  const picture = `${root}/i/${created.id}`;
  const [link] = await links.read([created.id]);
  const headers = new Headers(response.headers);
  headers.set("X-Isoqr-Link", link?.state ?? "local");
  const body = JSON.stringify({ ...created, image: `${picture}.png`, svg: `${picture}.svg` });
  return new Response(body, { status: response.status, headers });
}

/** Responds to a request for an unknown link while offline: with a page if `sharePage` can draw one, otherwise with
 *  JSON. */
async function unknownLink(request: Request, sharePage: DrawSharePage, base: string): Promise<Response> {
  const fault = "this link is not on this device: try again when you are online";
  const error = new QrError("UNREACHABLE", 503, fault);
  const page = acceptsHtml(request)
    ? await Promise.resolve(sharePage({ fault, base })).catch(() => undefined)
    : undefined;
  const answer = page ? errorPageResponse(error, page, console.error) : errorResponse(error, console.error);
  return toResponse(request.method === "HEAD" ? { ...answer, body: null } : answer);
}

/** Converts a JSON error into a plain page if a browser opened a link and the part that draws pages is missing. */
async function asPlainPage(request: Request, response: Response): Promise<Response> {
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
</main>
</html>
`;
}
