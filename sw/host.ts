/** What a service worker finds in its world, as far as it is used here: the compiler knows either pages or workers. */

export interface LastingEvent extends Event {
  /** Keeps the worker alive until `work` is settled, within the browser's patience. */
  waitUntil(work: Promise<unknown>): void;
}

export interface RequestEvent extends LastingEvent {
  readonly request: Request;
  readonly clientId: string;
  respondWith(answer: Promise<Response>): void;
}

export interface PageMessageEvent extends LastingEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

/** A page, seen from the worker. */
export interface PageClient {
  readonly id: string;
  readonly url: string;
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

export interface SyncEvent extends LastingEvent {
  readonly tag: string;
}

interface Events {
  readonly install: LastingEvent;
  readonly activate: LastingEvent;
  readonly fetch: RequestEvent;
  readonly message: PageMessageEvent;
  readonly sync: SyncEvent;
}

/** The worker's registration; Background Sync is not everywhere. */
export interface Registration extends Versions {
  readonly scope: string;
  readonly active: ServiceWorker | null;
  readonly sync?: { register(tag: string): Promise<void> };
}

/** The versions that have not taken over yet. */
export interface Versions {
  readonly installing: ServiceWorker | null;
  readonly waiting: ServiceWorker | null;
}

/** What of a service worker's global the service uses. */
export interface OfflineHost {
  readonly location: { readonly href: string; readonly origin: string };
  readonly registration: Registration;
  /** This worker itself; not supported by every browser. */
  readonly serviceWorker?: ServiceWorker;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled?: boolean }): Promise<readonly PageClient[]>;
  };
  skipWaiting(): Promise<void>;
}

/** The global of a service worker. */
export interface WorkerHost extends OfflineHost {
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}
