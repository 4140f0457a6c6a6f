import { QrError } from "../src/errors.ts";
import { type DrawSharePage, isForPeople } from "../src/http/links.ts";
import { escapeHtml } from "../src/http/markup.ts";
import { errorPageResponse, errorResponse, toResponse } from "../src/http/respond.ts";
import { createRouter } from "../src/http/router.ts";
import { addServiceRoutes } from "../src/http/service-routes.ts";
import { createPageLogos } from "../src/logo/host/page-fetcher.ts";
import type { HeavyWork } from "../src/ports.ts";
import { createService } from "../src/service/service.ts";
import { type DeviceLinks, openDeviceLinks } from "../src/stores/indexeddb.ts";
import { isPage, type Ours, whatIsAsked } from "./scope.ts";
import type { WorkerSettings } from "./settings.ts";

interface HandlerParts {
  readonly heavy: HeavyWork;
  readonly sharePage: DrawSharePage;
  /** The name of the database of links. */
  readonly database: string;
}

/** Logos are fetched without the visitor's cookies, because a stranger may have chosen their addresses. */
const logos = createPageLogos({ credentials: "omit", referrerPolicy: "no-referrer" });

/** Creates the handler for `origin` and the prefix. Requests that the device cannot answer go to a server. */
export function createHandler(
  { prefix, server }: WorkerSettings,
  origin: string,
  { heavy, sharePage, database }: HandlerParts,
) {
  const root = origin + prefix;
  const links = openDeviceLinks({ name: database, queue: server !== undefined });
  const report = console.error;
  const router = createRouter(report);
  addServiceRoutes(router, createService({ links, heavy, logos }), { report, sharePage, baseUrl: server ?? root });

  async function answer(request: Request, asked: Ours, changed: () => void): Promise<Response> {
    // A body can be read only once, and the server may need it.
    const spare = request.method === "POST" ? request.clone() : request;
    const mine = wantsLogoFromElsewhere(request, origin)
      ? toResponse(errorResponse(new QrError("NOT_SUPPORTED", 501, LOGO_RULE, "logo"), console.error))
      : await router.app(root === origin ? request : await addressedTo(origin, request, root));
    // Not supported here, or a logo whose site does not allow CORS.
    const beyond = mine.status === 501 || (mine.status === 502 && server !== undefined);
    if (beyond || isUnready(mine)) return (await elsewhere(spare, asked)).answer ?? mine;
    if (asked !== "work" && mine.status === 404) {
      const { answer, isAway } = await elsewhere(spare, asked);
      return answer ?? (isAway ? unknownLink(request, sharePage, server ?? root) : mine);
    }
    if (asked === "work") return mine;
    changed();
    return asked === "create" && mine.ok ? withState(mine, links, root) : mine;
  }

  /** Resolves to the network's response; without `answer` if it is away, refuses, or responds with an unexpected page. */
  async function elsewhere(request: Request, asked: Ours): Promise<{ answer?: Response; isAway: boolean }> {
    try {
      // Another server gets only what it needs to know.
      const isSite = server === undefined || server === root;
      const answer = await fetch(isSite ? request : await retold(server, request, root, asked));
      const counts = (answer.status < 400 || answer.status === 429) && (asked === "link" || !isPage(answer));
      // For a navigation, browsers reject a response that was redirected. A copy of it was not.
      return {
        isAway: false,
        ...(counts && { answer: answer.redirected ? new Response(answer.body, answer) : answer }),
      };
    } catch {
      return { isAway: true };
    }
  }

  return {
    /** Returns undefined if the request is not the worker's. Calls `changed` when the server should learn of a change. */
    handle(request: Request, changed: () => void): Promise<Response> | undefined {
      const asked = whatIsAsked(request.method, request.url, root);
      if (asked !== "link") return asked && answer(request, asked, changed);
      return answer(request, asked, changed).then((found) => asPlainPage(request, found));
    },
    links,
  };
}

/** Returns `request` without the prefix. A Request of a navigation cannot be copied, so its parts are. */
async function addressedTo(origin: string, request: Request, root: string): Promise<Request> {
  const { method, headers, signal } = request;
  // Firefox does not support request streams.
  const body = method === "POST" ? (request.body ?? (await request.arrayBuffer())) : undefined;
  return new Request(origin + request.url.slice(root.length), {
    method,
    headers,
    signal,
    ...(body && { body, duplex: "half" }),
  });
}

/** Returns `request` for another server, with few headers. Reads the body, because streams need HTTP/2. */
async function retold(server: string, request: Request, root: string, asked: Ours): Promise<Request> {
  const { method, headers } = request;
  const body = method === "POST" ? await request.arrayBuffer() : undefined;
  const sent = new Headers();
  for (const name of ["Accept", "Content-Type", ...(asked === "remove" ? ["Authorization"] : [])]) {
    const value = headers.get(name);
    if (value !== null) sent.set(name, value);
  }
  return new Request(server + request.url.slice(root.length), { method, headers: sent, ...(body && { body }) });
}

/** Returns whether another site seems to have opened `request` to make this one fetch a logo's address. */
function wantsLogoFromElsewhere({ mode, referrer, url }: Request, origin: string): boolean {
  const isOwn = mode !== "navigate" || referrer.startsWith(`${origin}/`);
  return !isOwn && new URL(url).searchParams.has("logo");
}

const LOGO_RULE = "by address is drawn on the pages of this site alone: open this picture from one of them";

/** Returns whether a part was never fetched, or the device cannot store links. */
function isUnready({ status, headers }: Response): boolean {
  return status === 503 && ["UNREACHABLE", "STORE_AWAY"].includes(headers.get("X-Error-Code") ?? "");
}

/** Returns the response about a link, with its state on the server. Its pictures are at `root`, where this worker draws
 *  them, online or offline; its page stays at the address in the response, because it is for sharing. */
async function withState(answer: Response, links: DeviceLinks, root: string): Promise<Response> {
  const created = await answer.json();
  const picture = `${root}/i/${created.id}`;
  const [link] = await links.read([created.id]);
  const headers = new Headers(answer.headers);
  headers.set("X-Isoqr-Link", link?.state ?? "local");
  const body = JSON.stringify({ ...created, image: `${picture}.png`, svg: `${picture}.svg` });
  return new Response(body, { status: answer.status, headers });
}

/** Returns the answer about an unknown link without the server: a page for people if `sharePage` can draw one, else JSON. */
async function unknownLink(request: Request, sharePage: DrawSharePage, base: string): Promise<Response> {
  const message = "this link is not on this device: try again when there is a network";
  const error = new QrError("UNREACHABLE", 503, message);
  const page = isForPeople(request)
    ? await Promise.resolve(sharePage({ fault: message, base })).catch(() => undefined)
    : undefined;
  const answer = page ? errorPageResponse(error, page, console.error) : errorResponse(error, console.error);
  return toResponse(request.method === "HEAD" ? { ...answer, body: null } : answer);
}

/** Converts a JSON error in place of the page behind a link into a plain page: the part that draws pages may be missing. */
async function asPlainPage(request: Request, answer: Response): Promise<Response> {
  const isPicture = /\.(?:png|svg)(?:[?#]|$)/.test(request.url);
  if (answer.ok || isPicture || isPage(answer) || request.method !== "GET" || !isForPeople(request)) return answer;
  const { error } = await answer.json();
  const headers = new Headers(answer.headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
  headers.set("Vary", "Accept");
  return new Response(pageOf(String(error)), { status: answer.status, headers });
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
