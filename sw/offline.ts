import { compileCore } from "../src/core/core.ts";
import { QrError } from "../src/errors.ts";
import { errorResponse, toResponse } from "../src/http/respond.ts";
import type { HeavyJobName } from "../src/ports.ts";
import type { LastingEvent, OfflineHost, PageMessageEvent, RequestEvent, SyncEvent } from "./host.ts";
import { dispatchMessage, type MessageHandlers } from "./messages.ts";
import type { OutboxState } from "./outbox.ts";
import { filesOf, PART_OF, type PartName, SERVICE } from "./parts/part.ts";
import { drawCode } from "./plain-code.ts";
import { asPlainPage, fetchRemote, kindOf, type RequestKind } from "./scope.ts";
import type { CreateSiteService, Service } from "./service.ts";
import { type GivenSettings, namesOf, settingsOfWorker } from "./settings.ts";
import { createShell } from "./shell.ts";
import { createSync } from "./sync.ts";
import { createRequiredParts, createTakeover } from "./takeover.ts";
import { createTasks, keepAlive } from "./tasks.ts";

const PARTS_BLOCKED =
  "the Content-Security-Policy blocks parts in the worker: allow script-src 'unsafe-eval' for sw.js only";

export type { OfflineHost } from "./host.ts";
export type { PartName } from "./parts/part.ts";
export type { GivenSettings } from "./settings.ts";

/** The service in a service worker, with one function per event. */
export interface Offline {
  /** Returns a promise of the response. Returns undefined synchronously for a request that is not for the service. */
  handleRequest(event: Pick<RequestEvent, "request" | "waitUntil">): Promise<Response> | undefined;
  /** Handles messages from register(). Ignores all other messages. */
  handleMessage(event: Pick<PageMessageEvent, "data" | "ports" | "waitUntil">): void;
  /** Sends links to the server when the browser reports that the network is back. Ignores other tags. */
  handleSync(event: Event | Pick<SyncEvent, "tag" | "waitUntil">): void;
  /** For the "install" event: fetches the parts that pages requested from an earlier version. Rejects if one cannot be
   *  fetched or stored, so that the earlier version stays active. For the first version, fetches only the script of the
   *  service, and never rejects. */
  prepare(): Promise<void>;
  /** For the "activate" event: removes the files of earlier versions if this one has every requested part. */
  tidy(): Promise<void>;
  /** Fetches and stores parts, for this version and all later ones. Rejects if one cannot be fetched, stored or run. */
  precache(parts: readonly PartName[]): Promise<void>;
}

/** Creates the service for `host`, the global of a service worker. The folder of parts is next to the worker's script.
 *  Missing settings are taken from those that pages pass to `register()`. Synchronous, so that a restarted worker can
 *  respond to the request that started it.
 *  @throws {TypeError} for invalid settings. */
export function createOffline(host: OfflineHost, given: GivenSettings = {}): Offline {
  const { href, origin } = host.location;
  const settings = settingsOfWorker(given, href);
  const base = new URL(`isoqr-${ISOQR_BUILD}/`, href).href;
  const names = namesOf(host.registration.scope);
  const shell = createShell(base, names, ISOQR_FILES);
  const required = createRequiredParts(names.required, shell.isKeptElsewhere);
  const takeover = createTakeover(host, shell, required, { load: () => service(), fetchFirst });
  const root = origin + settings.prefix;
  const fetches = new Map<PartName, Promise<boolean>>();
  const { track, settled } = createTasks();
  const sync = createSync(host, flushOutbox);
  let retired = false;
  let retiring: Promise<null> | undefined;
  let loading: Promise<Service> | undefined;

  /** Resolves to the service, which handles everything except plain codes. Loads its script with the first such request. */
  function service(): Promise<Service> {
    if (loading) return loading;
    const mine: Promise<Service> = loadService().catch((error: unknown) => {
      if (loading === mine) loading = undefined;
      throw error;
    });
    loading = mine;
    return mine;
  }

  /** Prepares the first version of the worker on a site. Fetches the service's script without running it, which would delay
   *  the first codes, unless the script cannot be compiled later. */
  async function fetchFirst(): Promise<void> {
    await shell.fetchFirst(SERVICE);
    if (!canCompile()) await service();
  }

  async function loadService(): Promise<Service> {
    const share = (await run(SERVICE, "isoqr_service")) as (shared: object) => {
      readonly createSiteService: CreateSiteService;
    };
    const { createSiteService } = share(ISOQR_SHARED);
    return createSiteService({ host, settings, names, program: `${base}worker.js`, loadFor, run, read: shell.read });
  }

  async function respond(request: Request, kind: RequestKind, changed: () => void): Promise<Response> {
    return kind === "unknown" ? respondUnknown(request) : respondHere(request, kind, changed);
  }

  async function respondHere(request: Request, kind: RequestKind, changed: () => void): Promise<Response> {
    const code = kind === "code" && (await drawCode(request));
    if (code) return code;
    const response = await service().then(
      (loaded) => loaded.respond(request, kind, changed),
      (error: unknown) => withoutService(request, kind, error),
    );
    return kind === "link" ? asPlainPage(request, response) : response;
  }

  /** Responds to a request after loading the service's script failed with `error`. */
  async function withoutService(request: Request, kind: RequestKind, error: unknown): Promise<Response> {
    const { response } = kind === "unknown" ? {} : await fetchRemote(request, kind, settings, root);
    return response ?? toResponse(errorResponse(error, console.error));
  }

  /** Fetches the files that a thread needs for a job, so that the job's time limit does not include the download. */
  async function loadFor(job: HeavyJobName): Promise<void> {
    const part = PART_OF[job];
    if (part) await fetchPart(part);
    await shell.readText("worker.js");
  }

  async function fetchPart(part: PartName): Promise<void> {
    const fetched = fetches.get(part) ?? shell.fetchAhead(filesOf(part));
    fetches.set(part, fetched);
    if (!(await fetched) && fetches.get(part) === fetched) fetches.delete(part);
  }

  /** Called when links have been created, opened or removed. Sends changes to the server, and fetches the part that draws
   *  the pages of links. */
  function changed(event: Pick<LastingEvent, "waitUntil">): void {
    if (settings.server !== undefined) keepAlive(event, track(sync.flush()));
    if (!fetches.has("share")) keepAlive(event, Promise.all([required.add(["share"]), fetchPart("share")]));
  }

  async function precache(parts: readonly PartName[], passedOn: boolean): Promise<void> {
    if (!Array.isArray(parts)) throw new TypeError("parts must be an array of part names");
    // Rejects unknown names of parts.
    parts.forEach(filesOf);
    compileCore();
    await takeover.require(parts, passedOn);
  }

  function retire(): Promise<null> {
    retiring ??= stop();
    return retiring;
  }

  async function stop(): Promise<null> {
    retired = true;
    takeover.cancel();
    shell.close();
    required.close();
    const closing = loading?.then(({ close }) => close());
    loading = undefined;
    fetches.clear();
    await closing?.catch(() => undefined);
    await settled();
    return null;
  }

  /** Takes control of all pages. This also undoes `retire`: in Chromium, a page that registers the worker again before the
   *  pages of the old registration are closed gets the same running worker. */
  async function claim(): Promise<null> {
    if (retired) {
      await retiring;
      retiring = undefined;
      retired = false;
      shell.open();
      required.open();
    }
    await host.clients.claim();
    return null;
  }

  /** Responds to a request that no route of the service matches. The site responds to it, or this worker with an error if
   *  the site cannot be reached. */
  async function respondUnknown(request: Request): Promise<Response> {
    const { url, method, headers } = request;
    try {
      return await fetch(request);
    } catch (error) {
      if (retired || request.signal.aborted) throw error;
      // fetch() has used up the body, which the error does not need.
      return respondHere(new Request(url, { method, headers }), "unknown", () => undefined);
    }
  }

  /** Sends links to the server, unless this worker has no server or is retired. */
  async function flushOutbox(eager?: boolean): Promise<OutboxState> {
    const mayPost = !retired && settings.server !== undefined;
    return (mayPost && (await (await service()).flush(eager))) || { pending: 0, wait: 0 };
  }

  /** Runs a script from the folder of parts in this thread, and resolves to the global that it defines. Compiles the
   *  script's text, because an installed worker can import only the scripts that it imported while it was being installed. */
  async function run(script: string, global: string): Promise<unknown> {
    const text = await shell.readText(script);
    try {
      return new Function(`${text}\nreturn ${global};`)();
    } catch (error) {
      if (!(error instanceof EvalError)) throw error;
      try {
        host.importScripts(base + script);
      } catch (cause) {
        throw new QrError("NOT_SUPPORTED", { rule: PARTS_BLOCKED, cause });
      }
      return (host as unknown as Readonly<Record<string, unknown>>)[global];
    }
  }

  const handlers: MessageHandlers = {
    version: async () => ISOQR_BUILD,
    claim,
    async apply() {
      await takeover.complete();
      await host.skipWaiting();
      return null;
    },
    flush: ({ eager }) => sync.flush(eager),
    async precache({ parts: names, passedOn = false }) {
      await precache(names, passedOn);
      // Only the active version may remove files of other versions. It gets the message without `passedOn`.
      if (!passedOn) await takeover.tidy().catch(() => undefined);
      return null;
    },
    judge: async ({ texts }) => {
      if (!Array.isArray(texts)) throw new TypeError("texts must be an array");
      return (await service()).judge(texts);
    },
    retire,
  };

  return {
    handleRequest(event) {
      if (retired) return undefined;
      const { request } = event;
      const kind = kindOf(request.method, request.url, root);
      const response = shell.handle(request) ?? (kind && respond(request, kind, () => changed(event)));
      return response && track(response);
    },
    handleMessage(event) {
      const done = dispatchMessage(handlers, event.data, event.ports[0]);
      if (done) event.waitUntil(done);
    },
    handleSync: sync.handle,
    prepare: takeover.prepare,
    async tidy() {
      const queued = settings.server !== undefined && service().then(({ queueLocal }) => queueLocal());
      await Promise.allSettled([takeover.tidy(), queued]);
    },
    // Sets `passedOn` while the worker is being installed. Otherwise, the installation would wait for itself.
    precache: (parts) => precache(parts, host.serviceWorker?.state !== "activated"),
  };
}

/** Returns whether the policy of the worker allows compiling scripts from text. */
function canCompile(): boolean {
  try {
    new Function("");
    return true;
  } catch {
    return false;
  }
}
