import type { OutboxState } from "./outbox.ts";
import type { PartName } from "./parts/part.ts";

/** Messages from pages to the worker. Each response has its own port. */
export interface Messages {
  /** Returns the worker's build. */
  readonly version: { readonly request: object; readonly response: string };
  /** Takes control of all pages in the worker's scope, even after `retire`. */
  readonly claim: { readonly request: object; readonly response: null };
  /** Takes over from the active worker. Rejects while a required part is missing. */
  readonly apply: { readonly request: object; readonly response: null };
  /** Fetches and stores these parts. The active version forwards the message to newer versions, with `passedOn` set. */
  readonly precache: {
    readonly request: { readonly parts: readonly PartName[]; readonly passedOn?: boolean };
    readonly response: null;
  };
  /** Returns the index of the first text that the service would reject for a link, or -1 if all texts are valid. */
  readonly judge: { readonly request: { readonly texts: readonly string[] }; readonly response: number };
  /** Stops handling requests and storing data until `claim`. Resolves when all tasks in progress are done. */
  readonly retire: { readonly request: object; readonly response: null };
  /** Sends new and deleted links to the server. See createOutbox. */
  readonly flush: { readonly request: { readonly eager?: boolean }; readonly response: OutboxState };
}

/** The message that pages get from the worker after each flush of the outbox. */
export interface OutboxMessage {
  readonly isoqr: "outbox";
  readonly state: OutboxState;
}

export type MessageName = keyof Messages;

/** Milliseconds to wait for a response; the browser may have to start the worker first. */
const TIMEOUT = 10_000;
/** Milliseconds to wait while the worker fetches parts, which have a few megabytes. The network may be slow. */
export const PRECACHE_TIME = 10 * 60_000;

/** Sends a message to `worker`, and resolves to its response. Rejects with the worker's error message, or after `timeout`
 *  milliseconds without a response. */
export function askWorker<Name extends MessageName>(
  worker: Pick<ServiceWorker, "postMessage">,
  name: Name,
  request: Messages[Name]["request"] = {},
  timeout = TIMEOUT,
): Promise<Messages[Name]["response"]> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<Messages[Name]["response"]>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the service worker does not respond: reload the page")), timeout);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      if ("error" in data) reject(new Error(data.error));
      else resolve(data.answer);
    };
    worker.postMessage({ ...request, isoqr: name }, [port2]);
  }).finally(() => port1.close());
}

/** Sends a message to the worker that controls this page. If another worker takes over before the response, sends the
 *  message again to that one, because the browser may have terminated the first. */
export async function askController<Name extends MessageName>(
  container: ServiceWorkerContainer,
  name: Name,
  request: Messages[Name]["request"] = {},
  timeout = TIMEOUT,
): Promise<Messages[Name]["response"]> {
  const { controller } = container;
  if (!controller) throw new Error("the service worker has been unregistered: call register() again");
  const done = new AbortController();
  const changed = new Promise<undefined>((resolve) => {
    container.addEventListener("controllerchange", () => resolve(undefined), { once: true, signal: done.signal });
  });
  const response = askWorker(controller, name, request, timeout).then((value) => ({ value }));
  // Avoids an unhandled rejection if another worker takes over before the response.
  response.catch(() => undefined);
  const first = await Promise.race([response, changed]).finally(() => done.abort());
  return first ? first.value : askController(container, name, request, timeout);
}

/** Asks newer versions to fetch and store `parts`. Resolves when each of them has done so, or has been discarded. */
export async function askNewer(
  { installing, waiting }: Pick<ServiceWorkerRegistration, "installing" | "waiting">,
  parts: readonly PartName[],
): Promise<void> {
  const request = { parts, passedOn: true };
  const ask = (worker: ServiceWorker) =>
    Promise.race([discarded(worker), askWorker(worker, "precache", request, PRECACHE_TIME)]);
  await Promise.all([installing, waiting].filter((worker) => worker !== null).map(ask));
}

function discarded(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const check = () => worker.state === "redundant" && resolve();
    worker.addEventListener("statechange", check);
    check();
  });
}

export type MessageHandlers = {
  readonly [Name in MessageName]: (request: Messages[Name]["request"]) => Promise<Messages[Name]["response"]>;
};

/** Handles a message and responds through `port`. Returns undefined for a message that is not for the service. */
export function dispatchMessage(
  handlers: MessageHandlers,
  data: unknown,
  port: MessagePort | undefined,
): Promise<void> | undefined {
  const name = (data as { isoqr?: unknown } | null)?.isoqr;
  if (typeof name !== "string" || !Object.hasOwn(handlers, name)) return undefined;
  const handle = handlers[name as MessageName] as (request: unknown) => Promise<unknown>;
  return handle(data).then(
    (value) => port?.postMessage({ answer: value }),
    (error: unknown) => port?.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
}
