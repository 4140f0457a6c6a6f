import { QrError } from "../src/errors.ts";
import { acceptedLanguages, acceptsHtml } from "../src/http/link-paths.ts";
import type { ErrorPage } from "../src/http/page.ts";
import { errorPageResponse, errorResponse, toResponse } from "../src/http/respond.ts";
import { createRouter } from "../src/http/router.ts";
import { addServiceRoutes } from "../src/http/service-routes.ts";
import { createPageLogos } from "../src/logo/host/page-fetcher.ts";
import { readDesign } from "../src/options/design-text.ts";
import type { HeavyJobName, HeavyWork } from "../src/ports.ts";
import { pauseBroken } from "../src/scan/broken-decoders.ts";
import { checkStoredText } from "../src/service/links.ts";
import { createService } from "../src/service/service.ts";
import { type DeviceLinks, openDeviceLinks } from "../src/stores/indexeddb.ts";
import type { OfflineHost } from "./host.ts";
import { createOutbox, type OutboxState } from "./outbox.ts";
import type { PartWork } from "./parts/part.ts";
import { fetchRemote, type RequestKind } from "./scope.ts";
import type { Names, WorkerSettings } from "./settings.ts";
import { createPartsWork, createThreads, type PartHost } from "./threads.ts";

/** The worker's contributions to the script service.js. */
export interface ServiceHost extends PartHost {
  readonly host: OfflineHost;
  readonly settings: WorkerSettings;
  readonly names: Names;
  /** The URL of the threads' script. */
  readonly program: string;
  /** Fetches the files that a thread needs for a job. */
  loadFor(job: HeavyJobName): Promise<void>;
}

/** Handles all requests except those for plain codes, which the worker draws without this script. */
export interface Service {
  /** Responds to a request of this kind. Calls `changed` after a request about links. */
  respond(request: Request, kind: RequestKind, changed: () => void): Promise<Response>;
  /** Sends new and deleted links to the server, if there is one. See createOutbox. */
  flush(eager?: boolean): Promise<OutboxState | undefined>;
  /** Queues links that were created before the site set a server. */
  queueLocal(): Promise<unknown>;
  /** Returns the index of the first text that is not valid for a link, or -1 if all texts are valid. */
  judge(texts: readonly string[]): number;
  /** Stops sending. Resolves when the requests in progress are done. */
  close(): Promise<void>;
}

/** The type of the export of service.js. */
export type CreateSiteService = typeof createSiteService;

/** Creates the service from the parts of the host. It is in a separate script, because plain codes need none of this code. */
export function createSiteService({ host, settings, names, program, loadFor, ...parts }: ServiceHost): Service {
  const { server } = settings;
  const here = createPartsWork(parts);
  const request = { isoqr: "work", protocol: ISOQR_PROTOCOL, program } as const;
  const heavy = pauseBroken(createThreads(host, request, here, loadFor), console.warn);
  const links = openDeviceLinks({ name: names.database, server });
  const outbox = server === undefined ? undefined : createOutbox(links, server, names.outboxLock);
  return {
    respond: createHandler(settings, host.location.origin, { links, heavy, share: here }),
    flush: async (eager) => outbox?.flush(eager),
    queueLocal: async () => outbox && links.queueLocal(),
    judge: (texts) => texts.findIndex((text) => !isLinkText(text)),
    close: async () => outbox?.close(),
  };
}

/** Returns whether the service would create a link to `text`. */
function isLinkText(text: unknown): boolean {
  try {
    checkStoredText(text);
    return true;
  } catch {
    return false;
  }
}

/** Fetches logos without the visitor's cookies, because a stranger may have chosen their URLs. */
const logos = createPageLogos({ credentials: "omit", referrerPolicy: "no-referrer" });

interface HandlerParts {
  readonly links: DeviceLinks;
  readonly heavy: HeavyWork;
  readonly share: PartWork<"share">;
}

/** Creates the request handler. Requests that the device cannot handle go to the server or, without one, to the site.
 *  `changed` is called after each request about links. */
function createHandler(settings: WorkerSettings, origin: string, { links, heavy, share }: HandlerParts) {
  const { server } = settings;
  const root = origin + settings.prefix;
  const report = console.error;
  const start = `${server ?? root}/`;
  const router = createRouter(report, undefined, (reason, request) =>
    share.drawErrorPage(reason, start, acceptedLanguages(request)),
  );
  addServiceRoutes(router, createService({ links, heavy, logos }), { report, share, baseUrl: server ?? root });

  async function respond(request: Request, kind: RequestKind, changed: () => void): Promise<Response> {
    // A copy for the server, because a body can be read only once.
    const copy = request.method === "POST" ? request.clone() : request;
    const isForeign = isFromElsewhere(request, origin);
    if (isForeign && kind === "create") return refuseForeignLink(request, share, root);
    const local =
      isForeign && namesLogo(request.url)
        ? toResponse(errorResponse(new QrError("NOT_SUPPORTED", { field: "logo", rule: FOREIGN_LOGO }), report))
        : await router.app(root === origin ? request : await withoutPrefix(origin, request, root));
    // With 502, the logo could not be fetched here, usually because its site does not allow CORS.
    const isUnsupported = local.status === 501 || (local.status === 502 && server !== undefined);
    if (kind !== "unknown" && (isUnsupported || isUnready(local)))
      return (await fetchRemote(copy, kind, settings, root)).response ?? local;
    if (kind === "code" || kind === "unknown") return local;
    // The link is not on the device. The request can also be for the card of a link, whose kind is "work".
    if (local.status === 404) {
      const { response, isOffline } = await fetchRemote(copy, kind, settings, root);
      return response ?? (isOffline ? unknownLink(request, share, start) : local);
    }
    if (kind === "work") return local;
    changed();
    return kind === "create" && local.ok ? withState(local, links, root) : local;
  }

  return respond;
}

/** Returns `request` without the prefix. Creates a new request from its properties, because a navigation request cannot be
 *  copied. */
async function withoutPrefix(origin: string, request: Request, root: string): Promise<Request> {
  const { method, headers, signal } = request;
  // In Firefox, requests have no streams.
  const body = method === "POST" ? (request.body ?? (await request.arrayBuffer())) : undefined;
  const init = { method, headers, signal, ...(body && { body, duplex: "half" }) };
  return new Request(origin + request.url.slice(root.length), init);
}

/** Returns whether another site may have opened the URL of `request`. That site could make this one fetch a logo, or fill
 *  the device with links. */
function isFromElsewhere({ mode, referrer }: Request, origin: string): boolean {
  return mode === "navigate" && !referrer.startsWith(`${origin}/`);
}

/** Returns whether the query contains a logo, which a design may contain too. */
function namesLogo(url: string): boolean {
  const { searchParams } = new URL(url);
  const design = searchParams.getAll("design").flatMap((text) => readDesign(text) ?? []);
  return searchParams.has("logo") || design.some(([name]) => name === "logo");
}

const FOREIGN_LOGO = "{field} must not be a URL if another site opens the image: open it from a page of this site";
const OTHER_DEVICE = "this link is not on this device: try again when you are online";
const FOREIGN_LINK = "links can be created only from this site: open the URL from one of its pages";

/** Returns whether the response means that the worker lacks a file, or that the device cannot store links. */
function isUnready({ status, headers }: Response): boolean {
  return status === 503 && ["UNREACHABLE", "STORE_UNAVAILABLE"].includes(headers.get("X-Error-Code") ?? "");
}

/** Adds the state of the link on the server to the response that created it. The URLs of its images start with `root`, where
 *  this worker draws them online and offline. The URL of its page is not changed, because it is for sharing. */
async function withState(response: Response, links: DeviceLinks, root: string): Promise<Response> {
  const created = await response.json();
  const picture = `${root}/i/${created.id}`;
  const [link] = await links.read([created.id]);
  const headers = new Headers(response.headers);
  headers.set("X-Isoqr-Link", link?.state ?? "local");
  const body = JSON.stringify({ ...created, image: `${picture}.png`, svg: `${picture}.svg` });
  return new Response(body, { status: response.status, headers });
}

/** Responds to a request for an unknown link while offline. */
function unknownLink(request: Request, share: PartWork<"share">, start: string): Promise<Response> {
  const error = new QrError("UNREACHABLE", { rule: OTHER_DEVICE, status: 503 });
  return refuse(request, error, () => share.drawErrorPage("otherDevice", start, acceptedLanguages(request)));
}

/** Responds to another site's attempt to create a link. The page has a button that opens the same URL from this site. */
function refuseForeignLink(request: Request, share: PartWork<"share">, root: string): Promise<Response> {
  const error = new QrError("FORBIDDEN", { rule: FOREIGN_LINK });
  const path = request.url.slice(root.length + 1);
  return refuse(request, error, () => share.drawErrorPage("foreign", `${root}/`, acceptedLanguages(request), path));
}

/** Responds with `error`: as a page if the client accepts one and `draw` succeeds, and otherwise as JSON. */
async function refuse(request: Request, error: QrError, draw: () => ErrorPage | Promise<ErrorPage>): Promise<Response> {
  const page = acceptsHtml(request) ? await Promise.resolve(draw()).catch(() => undefined) : undefined;
  const plain = errorResponse(error, console.error);
  const answer = page ? errorPageResponse(plain, page) : plain;
  return toResponse(request.method === "HEAD" ? { ...answer, body: null } : answer);
}
