import { objectOf } from "../client/arguments.ts";
import { useCompiledCore } from "../core/core.ts";
import { QrError } from "../errors.ts";
import { createApp } from "../http/app.ts";
import { VERSION } from "../http/reference/document.ts";
import { isNamed } from "../http/respond.ts";
import { createService } from "../service/service.ts";
import { cacheLinks } from "../stores/cache.ts";
import { createD1Links, type D1Binding } from "../stores/d1.ts";
import { purgeUnread } from "../stores/expiry.ts";
import { unscheduled } from "../work/scheduler.ts";

const CORE = "{field} must be the WebAssembly.Module imported from isoqr/core.wasm";

export type { D1Binding } from "../stores/d1.ts";

/** Settings for a worker on an edge platform; `Env` is the type of its bindings. */
export interface EdgeSettings<Env> {
  /** The import of `isoqr/core.wasm`. Edge platforms compile WebAssembly when a worker is deployed, and cannot compile
   *  it from bytes later. */
  readonly core: WebAssembly.Module;
  /** Returns the D1 database for links; without one, link requests get 501. */
  readonly links?: (env: Env) => D1Binding | undefined;
  /** Maximum total size of all links in bytes; the default is in docs/deploy/bounds.md. */
  readonly linksMaxBytes?: number;
  /** Number of days a link may go unread before it expires; by default, links are kept forever. */
  readonly linksExpire?: number;
  /** The public URL, such as "https://qr.example.com"; the origin of each request by default. */
  readonly baseUrl?: string;
  /** Called with unexpected errors, whose details are not sent to clients; console.error by default. */
  readonly report?: (error: unknown) => void;
}

/** The methods of a platform's context that the service uses. */
export interface EdgeContext {
  /** Keeps the worker running until `work` is done. */
  waitUntil(work: Promise<unknown>): void;
}

/** The default export of a worker's module. */
export interface EdgeWorker<Env> {
  fetch(request: Request, env: Env, context?: EdgeContext): Promise<Response>;
  /** Removes expired links. Edge platforms call this on a cron trigger. */
  scheduled(event: unknown, env: Env): Promise<void>;
}

/** Creates a worker with the service, except for features that need more than the core: logos and social cards get 501,
 *  and reports have no scan check.
 *  @throws {QrError} INVALID_OPTION if the settings are not an object or lack the core. */
export function createEdge<Env>(settings: EdgeSettings<Env>): EdgeWorker<Env> {
  const { core, links, linksMaxBytes, linksExpire = 0, baseUrl, report = console.error } = objectOf(settings, "core");
  if (!core) {
    throw new QrError("INVALID_OPTION", { field: "core", rule: CORE });
  }
  useCompiledCore(core);

  const openStore = (database: D1Binding) =>
    createD1Links(database, {
      expireDays: linksExpire,
      ...(linksMaxBytes !== undefined && { maxBytes: linksMaxBytes }),
    });

  function open(database: D1Binding | undefined): (request: Request) => Promise<Response> {
    // When a client disconnects, the platform cancels the promises of its request, so no other request may wait for them.
    const links = database && cacheLinks(openStore(database));
    const service = createService({ scheduler: unscheduled, ...(links && { links }) });
    // This module is larger than all others together, so it is loaded with the first MCP message.
    const mcp = async (request: Request) => {
      const { createMcp } = await import("../http/mcp/routes.ts");
      return createMcp(service, report)(request);
    };
    return createApp(service, { ...(baseUrl && { baseUrl }), report, mcp });
  }

  let answer: ReturnType<typeof open> | undefined;
  return {
    fetch(request, env, context) {
      // Each request passes the same bindings, so the service is opened only once.
      answer ??= open(links?.(env));
      const cache = cacheFor(request);
      return cache ? answerFrom(cache, request, answer, context) : answer(request);
    },
    async scheduled(_event, env) {
      const database = links?.(env);
      if (database && linksExpire > 0) await purgeUnread(openStore(database), linksExpire);
    },
  };
}

/** The part of the data centre's cache that the service uses. */
interface EdgeCache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
}

/** Matches the URLs of codes. The images of links are not cached here, because links can be deleted. */
const CODE = /^https?:\/\/[^/?#]+\/api\/qr\?/;

function cacheFor({ method, url }: Request): EdgeCache | undefined {
  if (method !== "GET" || !CODE.test(url)) return undefined;
  return (globalThis as { readonly caches?: { readonly default?: EdgeCache } }).caches?.default;
}

/** Responds from `cache`, or with `answer`, whose public responses are stored. If the cache does not work, as in previews,
 *  every request calls `answer`. */
async function answerFrom(
  cache: EdgeCache,
  request: Request,
  answer: (request: Request) => Promise<Response>,
  context: EdgeContext | undefined,
): Promise<Response> {
  const { headers } = request;
  // Another version of isoqr may draw another image.
  const url = `${request.url}&isoqr-version=${VERSION}`;
  const kept = await cache.match(url).catch(() => undefined);
  if (kept) return isNamed(kept.headers.get("ETag") ?? "", headers.get("If-None-Match")) ? unchanged(kept) : kept;
  const response = await answer(request);
  if (response.status === 200 && response.headers.get("Cache-Control")?.startsWith("public")) {
    const stored = cache.put(url, response.clone()).catch(() => undefined);
    context?.waitUntil(stored);
  }
  return response;
}

/** Returns the 304 response for a client that already has the body of `kept`. */
function unchanged(kept: Response): Response {
  const headers = new Headers(kept.headers);
  for (const name of ["Content-Type", "Content-Length", "Content-Security-Policy"]) headers.delete(name);
  return new Response(null, { status: 304, headers });
}
