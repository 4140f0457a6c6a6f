/** The service worker types that this folder uses. Declared here, because TypeScript's DOM and WebWorker libraries cannot be
 *  used together. */

export interface LastingEvent extends Event {
  /** Keeps the worker alive until `work` settles, within the browser's limits. */
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

/** The part of a service worker's global that this folder uses. */
export interface OfflineHost {
  readonly location: { readonly href: string; readonly origin: string };
  /** Some browsers do not support Background Sync. */
  readonly registration: Pick<ServiceWorkerRegistration, "scope" | "active" | "installing" | "waiting"> & {
    readonly sync?: { register(tag: string): Promise<void>; getTags(): Promise<readonly string[]> };
  };
  /** This worker. Some browsers do not support this property. */
  readonly serviceWorker?: ServiceWorker;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled?: boolean }): Promise<readonly PageClient[]>;
  };
  skipWaiting(): Promise<void>;
  /** Fails in a module worker. */
  importScripts(url: string): void;
}

export interface WorkerHost extends OfflineHost {
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}
