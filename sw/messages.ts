import type { Versions } from "./host.ts";
import type { OutboxState } from "./outbox.ts";
import type { PartName } from "./parts/part.ts";

/** What pages say to the worker, and its answers, which come through a port of their own. */
export interface Messages {
  /** Which build answers. */
  readonly version: { readonly asked: object; readonly answer: string };
  /** Take this page over, too. */
  readonly claim: { readonly asked: object; readonly answer: null };
  /** Take over from the active worker. Rejects while a required part is missing. */
  readonly apply: { readonly asked: object; readonly answer: null };
  /** Fetch and keep these parts; they are required from now on. The active version passes the request to newer ones, with
   *  `passedOn` set. */
  readonly precache: {
    readonly asked: { readonly parts: readonly PartName[]; readonly passedOn?: boolean };
    readonly answer: null;
  };
  /** Say which of these texts is the first that no link may have; -1 for none. */
  readonly judge: { readonly asked: { readonly texts: readonly string[] }; readonly answer: number };
  /** Answer nothing more and keep nothing more; answered when all that was under way is done. */
  readonly retire: { readonly asked: object; readonly answer: null };
  /** Tell the server what it does not know yet; see Outbox. */
  readonly flush: { readonly asked: { readonly eager?: boolean }; readonly answer: OutboxState };
}

/** What the worker says to its pages unasked. */
export interface News {
  readonly isoqr: "outbox";
  readonly state: OutboxState;
}

export type MessageName = keyof Messages;

/** Milliseconds in which a worker that is alive answers; it may have to be started first. */
const PATIENCE = 10_000;
/** Milliseconds in which a few megabytes arrive over a slow network. */
export const PRECACHE_TIME = 10 * 60_000;

/** Asks the worker at the other end.
 *  @throws {Error} with the worker's sentence, or when it does not answer in time. */
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

/** Asks the worker that controls this page. One that takes over meanwhile is asked instead, for the one before it may have
 *  been ended with the question. */
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
  // Where it is not waited for, its silence is nobody's.
  answer.catch(() => undefined);
  const first = await Promise.race([answer, changed]).finally(() => done.abort());
  return first ? first.value : askController(container, name, asked, patience);
}

/** Asks the versions that have not taken over yet to fetch and keep `parts`. Resolves when each of them has, or has been
 *  discarded. */
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

/** The worker's side: what it does at each message. */
export type Answers = {
  readonly [Name in MessageName]: (asked: Messages[Name]["asked"]) => Promise<Messages[Name]["answer"]>;
};

/** Answers `data` through `port`; undefined for a message that is somebody else's. */
export function answerPage(answers: Answers, data: unknown, port: MessagePort | undefined): Promise<void> | undefined {
  const name = (data as { isoqr?: unknown } | null)?.isoqr;
  if (typeof name !== "string" || !Object.hasOwn(answers, name)) return undefined;
  const answer = answers[name as MessageName] as (asked: unknown) => Promise<unknown>;
  return answer(data).then(
    (value) => port?.postMessage({ answer: value }),
    (error: unknown) => port?.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
}
