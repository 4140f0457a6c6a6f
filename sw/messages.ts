import type { Versions } from "./host.ts";
import type { OutboxState } from "./outbox.ts";
import type { PartName } from "./parts/part.ts";

/** Messages of pages to the worker, and its answers, each of which comes through a port of its own. */
export interface Messages {
  /** Returns the build that answers. */
  readonly version: { readonly asked: object; readonly answer: string };
  /** Takes over all pages in its scope. */
  readonly claim: { readonly asked: object; readonly answer: null };
  /** Takes over from the active worker. Rejects while a required part is missing. */
  readonly apply: { readonly asked: object; readonly answer: null };
  /** Fetches and keeps these parts. The active version passes the request to newer ones, with `passedOn` set. */
  readonly precache: {
    readonly asked: { readonly parts: readonly PartName[]; readonly passedOn?: boolean };
    readonly answer: null;
  };
  /** Returns the index of the first text that no link may have; -1 for none. */
  readonly judge: { readonly asked: { readonly texts: readonly string[] }; readonly answer: number };
  /** Stops answering and storing. Answered when everything under way is done. */
  readonly retire: { readonly asked: object; readonly answer: null };
  /** Sends what the server does not know yet; see Outbox. */
  readonly flush: { readonly asked: { readonly eager?: boolean }; readonly answer: OutboxState };
}

/** What the worker sends to its pages without being asked. */
export interface News {
  readonly isoqr: "outbox";
  readonly state: OutboxState;
}

export type MessageName = keyof Messages;

/** Milliseconds within which a worker answers; it may have to be started first. */
const PATIENCE = 10_000;
/** Milliseconds for a few megabytes over a slow network. */
export const PRECACHE_TIME = 10 * 60_000;

/** Sends a message to `worker`, and resolves to its answer.
 *  @throws {Error} with the worker's message, or if it does not answer in time. */
export function askWorker<Name extends MessageName>(
  worker: Pick<ServiceWorker, "postMessage">,
  name: Name,
  asked: Messages[Name]["asked"] = {},
  patience = PATIENCE,
): Promise<Messages[Name]["answer"]> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<Messages[Name]["answer"]>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("the service worker does not answer: load the page again")),
      patience,
    );
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      if ("error" in data) reject(new Error(data.error));
      else resolve(data.answer);
    };
    worker.postMessage({ ...asked, isoqr: name }, [port2]);
  }).finally(() => port1.close());
}

/** Sends a message to the worker that controls this page. If another one takes over meanwhile, that one is asked, because
 *  the browser may have ended the first before it answered. */
export async function askController<Name extends MessageName>(
  container: ServiceWorkerContainer,
  name: Name,
  asked: Messages[Name]["asked"] = {},
  patience = PATIENCE,
): Promise<Messages[Name]["answer"]> {
  const { controller } = container;
  if (!controller) throw new Error("the service worker has been unregistered: call register() again");
  const done = new AbortController();
  const changed = new Promise<undefined>((resolve) => {
    const options = { once: true, signal: done.signal };
    container.addEventListener("controllerchange", () => resolve(undefined), options);
  });
  const answer = askWorker(controller, name, asked, patience).then((value) => ({ value }));
  // Avoids an unhandled rejection if the answer is no longer awaited.
  answer.catch(() => undefined);
  const first = await Promise.race([answer, changed]).finally(() => done.abort());
  return first ? first.value : askController(container, name, asked, patience);
}

/** Asks newer versions to fetch and keep `parts`. Resolves when each of them has, or has been discarded. */
export async function askNewer({ installing, waiting }: Versions, parts: readonly PartName[]): Promise<void> {
  const newer = [installing, waiting].filter((worker) => worker !== null);
  await Promise.all(
    newer.map((worker) =>
      Promise.race([discarded(worker), askWorker(worker, "precache", { parts, passedOn: true }, PRECACHE_TIME)]),
    ),
  );
}

function discarded(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => worker.state === "redundant" && resolve();
    worker.addEventListener("statechange", look);
    look();
  });
}

/** The worker's handlers of messages. */
export type Answers = {
  readonly [Name in MessageName]: (asked: Messages[Name]["asked"]) => Promise<Messages[Name]["answer"]>;
};

/** Answers `data` through `port`. Returns undefined for a message that is not the service's. */
export function answerPage(answers: Answers, data: unknown, port: MessagePort | undefined): Promise<void> | undefined {
  const name = (data as { isoqr?: unknown } | null)?.isoqr;
  if (typeof name !== "string" || !Object.hasOwn(answers, name)) return undefined;
  const answer = answers[name as MessageName] as (asked: unknown) => Promise<unknown>;
  return answer(data).then(
    (value) => port?.postMessage({ answer: value }),
    (error: unknown) => port?.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
}
