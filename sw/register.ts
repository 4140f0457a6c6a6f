import type { Caption, CaptionJob } from "../src/ports.ts";
import { openDeviceLinks } from "../src/stores/indexeddb.ts";
import type { HeavyPool } from "../src/work/heavy-pool.ts";
import { askController, askNewer, askWorker, PRECACHE_TIME } from "./messages.ts";
import { createPageLinks, createPageOutbox, type PageLinks, type PageOutbox } from "./page-links.ts";
import type { PartName } from "./parts/part.ts";
import { readScript, registerScript, type Script } from "./script.ts";
import { type GivenSettings, namesOf, readSettings } from "./settings.ts";
import { createPageThreads, offerThreads } from "./threads.ts";

export interface RegisterOptions extends GivenSettings {
  /** The URL of the worker's script; defaults to sw.js in the folder of this module. On pages whose Trusted Types do
   *  not allow the policy isoqr-offline, it must be a TrustedScriptURL with `prefix` and `server` in its query. */
  readonly script?: Script;
  /** The worker's scope, as in ServiceWorkerContainer.register; defaults to the folder of its script. */
  readonly scope?: string;
  /** Parts to fetch immediately, so that logos, reports with a scan, and cards work offline before they are first used. */
  readonly offline?: readonly Exclude<PartName, "share">[];
}

/** The service on this page. Dispatches "update" when a new version is waiting to be applied and has every part that
 *  pages have requested. Dispatches "outbox" when `outbox.pending` changes. */
export interface OfflineService extends EventTarget {
  /** Resolves when the worker handles this page's requests. Rejects if it cannot be installed or is not an isoqr
   *  worker. */
  readonly ready: Promise<void>;
  /** Resolves when this page and all parts in `offline` work offline. Rejects if a part cannot be fetched or stored. Updates
   *  do not change this, because a new version takes over only when it has the same parts. */
  readonly offlineReady: Promise<void>;
  /** Resolves to the build of the worker that controls this page. */
  version(): Promise<string>;
  readonly links: PageLinks;
  /** The links and deletions that the server does not have yet. Each change dispatches "outbox". Always empty without a
   *  server. */
  readonly outbox: PageOutbox;
  /** Makes the waiting version take over on every page of the site, without reloading pages. Resolves when it has taken
   *  over, or if no version is waiting. Rejects if a required part is missing; the old version then stays active. */
  applyUpdate(): Promise<void>;
  /** Removes the worker from this site, with everything that it stored, including links. Open pages then send their requests
   *  to the site, until a page calls `register` again. */
  unregister(): Promise<void>;
}

/** The script of threads that run heavy jobs. A constant, because bundlers treat a literal in new URL() as an asset. */
const THREAD = `./isoqr-${ISOQR_BUILD}/worker.js`;

let threads: HeavyPool | undefined;

/** Draws a caption in a thread of this page. Needs no service worker: src/adapters/page-captions.ts imports this function
 *  from the built script. Rejects like HeavyWork. @internal */
export function drawCaption(input: CaptionJob): Promise<Caption> {
  return ownThreads().run({ name: "drawCaption", input });
}

/** Replaces the text in an SVG logo with outlines, like `drawCaption`. @internal */
export function outlineLogo(input: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return ownThreads().run({ name: "outlineLogo", input });
}

function ownThreads(): HeavyPool {
  threads ??= createPageThreads(new URL(THREAD, import.meta.url).href, 1);
  return threads;
}

const PARTS: readonly unknown[] = ["logo", "scan", "card", "picture"] satisfies RegisterOptions["offline"];

/** Registers the service worker.
 *  @throws {Error} for an invalid option, if service workers are not available, if the script cannot be loaded, or if
 *  this page is outside the worker's scope or belongs to another worker. */
export async function register(options: RegisterOptions = {}): Promise<OfflineService> {
  if (typeof options !== "object" || options === null) {
    throw new TypeError('options must be an object, such as { offline: ["logo"] }');
  }
  const { script, scope, offline = [], ...given } = options;
  if (!Array.isArray(offline) || !offline.every((part) => PARTS.includes(part))) {
    throw new TypeError(`offline must be an array of part names: ${PARTS.join(", ")}`);
  }
  const container = navigator.serviceWorker;
  if (!container) throw new Error("service workers are not available: serve this page over HTTPS or from localhost");
  const settings = readSettings(given, location.href);
  const worker = readScript(script, settings);
  // Checked before the registration, so that an error leaves no worker installed.
  const controlled = new URL(scope ?? ".", scope === undefined ? worker.url : document.baseURI).href;
  if (!location.href.startsWith(controlled)) {
    throw new Error(
      `this page is outside the worker's scope ${controlled}: put sw.js in a parent folder, for example with script: "/sw.js", or set scope`,
    );
  }
  const nearer = await container.getRegistration();
  if (nearer && nearer.scope.length > controlled.length) {
    throw new Error(
      `this page belongs to the worker with scope ${nearer.scope}: unregister that worker, or set scope to the same value`,
    );
  }
  const registration = await registerScript(container, worker, controlled);

  const service = new EventTarget();
  watchUpdates(registration, () => service.dispatchEvent(new Event("update")));
  const ready = takenOver(container, registration);
  const offlineReady = ready.then(async () => {
    const parts = ["share", ...offline] as const;
    await askController(container, "precache", { parts }, PRECACHE_TIME);
    // The page forwards the message, because workers of earlier releases do not.
    await askNewer(registration, parts);
  });
  // Avoids an unhandled rejection if the caller does not use this promise.
  offlineReady.catch(() => undefined);
  const withdraw = offerThreads(container);

  const names = namesOf(registration.scope);
  const deviceLinks = openDeviceLinks({ server: settings.server, name: names.database });
  const outbox = createPageOutbox(container, ready, () => service.dispatchEvent(new Event("outbox")));
  // A failure keeps `outbox.pending` above 0.
  const changed = () => void outbox.flush().catch(() => undefined);
  const judge = (texts: readonly string[]) => ready.then(() => askController(container, "judge", { texts }));
  const links = createPageLinks(deviceLinks, changed, judge);

  return Object.assign(service, {
    ready,
    offlineReady,
    links,
    outbox,
    version: () => ready.then(() => askController(container, "version")),
    async applyUpdate() {
      const { waiting } = registration;
      if (!waiting) return;
      const taken = new Promise((resolve) => container.addEventListener("controllerchange", resolve, { once: true }));
      // "controllerchange" proves the takeover, even if the response comes late or never.
      const applied = askWorker(waiting, "apply", {}, PRECACHE_TIME).then(() => taken);
      await Promise.race([taken, applied]);
    },
    async unregister() {
      outbox.close();
      const { installing, waiting, active } = registration;
      const workers = [installing, waiting, active].filter((worker) => worker !== null);
      // A worker that does not respond is stopped, so it stores nothing more.
      await Promise.allSettled(workers.map((worker) => askWorker(worker, "retire")));
      withdraw();
      await registration.unregister();
      const stored = (await caches.keys()).filter((name) => name.startsWith(names.cachePrefix));
      await Promise.all(stored.map((name) => caches.delete(name)));
      await deviceLinks.destroy();
    },
  });
}

/** Calls `found` for a waiting version, and for each later version. The first version of a site does not wait. */
function watchUpdates(registration: ServiceWorkerRegistration, found: () => void): void {
  // Deferred, so that the caller can first add a listener.
  if (registration.waiting && registration.active) setTimeout(found);
  const watched = new Set<ServiceWorker>();
  const watch = () => {
    const { installing } = registration;
    if (!installing || watched.has(installing)) return;
    watched.add(installing);
    installing.addEventListener("statechange", () => {
      if (installing.state === "installed" && registration.active) found();
    });
  };
  registration.addEventListener("updatefound", watch);
  // An update may already be in progress.
  if (registration.active) watch();
}

/** Resolves when the registration's worker controls this page. Claims the page if it was force-reloaded, or if a worker
 *  with a wider scope controls it. Rejects if the script cannot be installed or does not belong to an isoqr worker. */
async function takenOver(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration): Promise<void> {
  const ready = container.ready.then(({ active }) => registration.active ?? (active as ServiceWorker));
  const active = await Promise.race([ready, notInstalled(registration)]);
  const done = new AbortController();
  try {
    await Promise.all([claimed(active, registration), controlled(container, registration, done.signal)]);
  } finally {
    done.abort();
  }
}

/** Rejects if the first version cannot be installed. */
function notInstalled({ active, installing }: ServiceWorkerRegistration): Promise<never> {
  return new Promise((_, reject) => {
    if (active || !installing) return;
    installing.addEventListener("statechange", () => {
      if (installing.state !== "redundant") return;
      reject(new Error(`installing ${installing.scriptURL} failed: see the browser's console, then reload the page`));
    });
  });
}

/** Resolves when `worker`, or a newer version that has replaced it, has claimed this page. */
async function claimed(worker: ServiceWorker, registration: ServiceWorkerRegistration): Promise<void> {
  try {
    await askWorker(worker, "claim");
  } catch (cause) {
    const { active } = registration;
    if (active && active !== worker) return claimed(active, registration);
    const fix = "set script to sw.js or to a worker that uses createOffline(), and close all pages with an old worker";
    throw new Error(`${worker.scriptURL} does not respond like isoqr's worker: ${fix}`, { cause });
  }
}

async function controlled(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (!container.controller || container.controller !== registration.active)) {
    await new Promise((resolve) => container.addEventListener("controllerchange", resolve, { once: true, signal }));
  }
}
