import { openDeviceLinks } from "../src/stores/indexeddb.ts";
import { askController, askNewer, askWorker, PRECACHE_TIME } from "./messages.ts";
import { createPageLinks, createPageOutbox, type PageLinks, type PageOutbox } from "./page-links.ts";
import type { PartName } from "./parts/part.ts";
import { readScript, registerScript, type Script } from "./script.ts";
import { type GivenSettings, namesOf, readSettings } from "./settings.ts";
import { offerThreads } from "./threads.ts";

export interface RegisterOptions extends GivenSettings {
  /** The worker's script; defaults to sw.js beside this one. On pages with Trusted Types that forbid the policy
   *  isoqr-offline, it must be a TrustedScriptURL with `prefix` and `server` in its query. */
  readonly script?: Script;
  /** What the worker controls, as in ServiceWorkerContainer.register; defaults to the folder of its script. */
  readonly scope?: string;
  /** Parts to fetch now, so that logos, reports with a scan, and cards work offline before they are first used. */
  readonly offline?: readonly Exclude<PartName, "share">[];
}

/** The service on this page. Dispatches "update" when a new version has every part that pages asked for and waits to be
 *  applied, and "outbox" when sending to the server succeeded or failed. */
export interface OfflineService extends EventTarget {
  /** Resolves when the worker answers this page's requests; rejects if its script is another program or cannot be installed. */
  readonly ready: Promise<void>;
  /** Resolves when this page and all parts in `offline` work without a network; rejects if a part cannot be fetched. This
   *  remains true across updates: a new version takes over only when it has the same parts. */
  readonly offlineReady: Promise<void>;
  /** The build of the worker that answers. */
  version(): Promise<string>;
  /** The links of this device. */
  readonly links: PageLinks;
  /** What the server does not know yet; each change is an "outbox" event. Always empty without a server. */
  readonly outbox: PageOutbox;
  /** Lets the waiting version take over on every page of the site, without reloading pages. Resolves when it has, or if none
   *  is waiting. Rejects if it lacks a required part; the old version then keeps serving. */
  applyUpdate(): Promise<void>;
  /** Ends the service on this site and removes everything it stored, including links. */
  unregister(): Promise<void>;
}

/** The parts that can be fetched now. */
const PARTS: readonly unknown[] = ["logo", "scan", "card"] satisfies RegisterOptions["offline"];

/** Registers the service worker.
 *  @throws {Error} for an invalid option, if the browser has no service workers, if the script cannot be loaded, or if this
 *  page is not within its scope or belongs to another worker. */
export async function register(options: RegisterOptions = {}): Promise<OfflineService> {
  if (typeof options !== "object" || options === null) {
    throw new TypeError('register() takes an object of options, such as { offline: ["logo"] }');
  }
  const { script, scope, offline = [], ...given } = options;
  if (!Array.isArray(offline) || !offline.every((part) => PARTS.includes(part))) {
    throw new TypeError(`offline must be a list of parts: ${PARTS.join(", ")}`);
  }
  const container = navigator.serviceWorker;
  if (!container) throw new Error("this page can have no service worker: serve it over https, or from localhost");
  const settings = readSettings(given, location.href);
  const worker = readScript(script, settings);
  // Checked first, so that no worker stays behind after an error.
  const controlled = new URL(scope ?? ".", scope === undefined ? worker.address : document.baseURI).href;
  if (!location.href.startsWith(controlled)) {
    throw new Error(
      `the worker is for ${controlled} and does not see this page: put sw.js above it, such as script: "/sw.js", or set scope`,
    );
  }
  const nearer = await container.getRegistration();
  if (nearer && nearer.scope.length > controlled.length) {
    throw new Error(
      `this page belongs to another worker, for ${nearer.scope}: unregister that, or register for that scope`,
    );
  }
  const registration = await registerScript(container, worker, controlled);

  const service = new EventTarget();
  watchUpdates(registration, () => service.dispatchEvent(new Event("update")));
  const ready = takenOver(container, registration);
  const offlineReady = ready.then(async () => {
    const parts = ["share", ...offline] as const;
    await askController(container, "precache", { parts }, PRECACHE_TIME);
    // Workers of earlier releases do not pass the request on.
    await askNewer(registration, parts);
  });
  // Avoids an unhandled rejection if nobody awaits it.
  offlineReady.catch(() => undefined);
  const withdraw = offerThreads(container);

  const names = namesOf(registration.scope);
  const deviceLinks = openDeviceLinks({ queue: settings.server !== undefined, name: names.links });
  const outbox = createPageOutbox(container, ready, () => service.dispatchEvent(new Event("outbox")));
  // Failures are reported by events of the outbox.
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
      const taken = once(container, "controllerchange");
      // The answer may come late or never. What counts is which version is active.
      const applied = askWorker(waiting, "apply", {}, PRECACHE_TIME).then(() => taken);
      await Promise.race([taken, applied]);
    },
    async unregister() {
      outbox.close();
      const { installing, waiting, active } = registration;
      const workers = [installing, waiting, active].filter((worker) => worker !== null);
      // A worker that is dead or hangs stores nothing any more.
      await Promise.allSettled(workers.map((worker) => askWorker(worker, "retire")));
      withdraw();
      await registration.unregister();
      const kept = (await caches.keys()).filter((name) => name.startsWith(names.caches));
      await Promise.all(kept.map((name) => caches.delete(name)));
      await deviceLinks.destroy();
    },
  });
}

/** Calls `found` if a worker is waiting, and for each one that waits later. The very first worker does not wait. */
function watchUpdates(registration: ServiceWorkerRegistration, found: () => void): void {
  // Later, so that the caller can add a listener first.
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
  // An update that is already being installed was found before this page listened.
  if (registration.active) watch();
}

function once(target: EventTarget, name: string): Promise<void> {
  return new Promise((resolve) => target.addEventListener(name, () => resolve(), { once: true }));
}

/** Resolves when the registration's worker controls this page and answers. A page that was force-reloaded, or that has a
 *  worker with a wider scope, asks to be taken over.
 *  @throws {Error} if the script cannot be installed, or is another program. */
async function takenOver(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration): Promise<void> {
  const active = await Promise.race([activeOf(container, registration), notInstalled(registration)]);
  const done = new AbortController();
  try {
    await Promise.all([claimed(active, registration), controlled(container, registration, done.signal)]);
  } finally {
    done.abort();
  }
}

async function activeOf(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
): Promise<ServiceWorker> {
  const ready = await container.ready;
  return registration.active ?? (ready.active as ServiceWorker);
}

/** Rejects if the very first worker cannot be installed. */
function notInstalled({ active, installing }: ServiceWorkerRegistration): Promise<never> {
  return new Promise((_, reject) => {
    if (active || !installing) return;
    installing.addEventListener("statechange", () => {
      if (installing.state !== "redundant") return;
      reject(new Error(`${installing.scriptURL} could not be installed: see what it says, and load the page again`));
    });
  });
}

/** Resolves when `worker` has taken over this page. If another one replaces it meanwhile, that one is asked. */
async function claimed(worker: ServiceWorker, registration: ServiceWorkerRegistration): Promise<void> {
  try {
    await askWorker(worker, "claim");
  } catch (cause) {
    const { active } = registration;
    if (active && active !== worker) return claimed(active, registration);
    const rule = "let script be sw.js, or a worker that hands its messages to createOffline()";
    const older = "where it is the site's worker of before, close all pages of the site";
    const message = `${worker.scriptURL} does not answer as isoqr's worker does: ${rule}; ${older}`;
    throw new Error(message, { cause });
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
