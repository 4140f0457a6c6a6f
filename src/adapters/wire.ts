import { type Endpoint, expose, type Remote, transfer, wrap } from "comlink";
import { type ErrorRecord, fromRecord, QrError, toRecord } from "../errors.ts";

/** Work that a worker does: every method takes one job. */
export type Work<W> = { readonly [Name in keyof W]: ((job: never) => Promise<unknown>) | undefined };
export type JobOf<W extends Work<W>, Name extends keyof W> = Parameters<NonNullable<W[Name]>>[0];
export type ResultOf<W extends Work<W>, Name extends keyof W> = Awaited<ReturnType<NonNullable<W[Name]>>>;

/** What comes back from a worker. Errors travel as values, because copying an Error between threads loses its class and
 *  its code. */
export type Outcome<Value> = { readonly value: Value } | { readonly refusal: ErrorRecord } | { readonly fault: string };

interface Wire {
  run(name: string, job: unknown): Promise<Outcome<unknown>>;
}

/** The job could not be sent, and the worker knows nothing of it. The cause is what the host said, which is another error
 *  for a function than for what is nested too deep, or whatever the job threw when it was read. */
export class UnsentError extends Error {}

/** Asks the worker at the other end of one wire. */
export interface WorkerCall<W extends Work<W>> {
  /** @throws {QrError} as the work itself does; any other error of the worker comes out as an Error with its stack. The
   *  promise stays pending for ever when the worker dies.
   *  @throws {UnsentError} */
  run<Name extends keyof W & string>(name: Name, job: JobOf<W, Name>): Promise<ResultOf<W, Name>>;
  /** Resolves once the worker's program answers, whatever the answer. Stays pending if the worker dies. */
  ready(): Promise<void>;
}

/** Answers for `work` at `endpoint`: the worker's end of the wire. What `moved` names of a value is handed over instead of
 *  copied. */
export function serveWork<W extends Work<W>>(
  work: W,
  endpoint: Endpoint,
  moved: (value: unknown) => Transferable[] = () => [],
): void {
  const calls = work as Readonly<Record<string, (job: never) => Promise<unknown>>>;
  const wire: Wire = {
    async run(name, job) {
      const outcome = await outcomeOf(async () => calls[name]?.(job as never));
      return "value" in outcome ? transfer(outcome, moved(outcome.value)) : outcome;
    },
  };
  expose(wire, endpoint);
}

/** The caller's end of the wire. */
export function callWork<W extends Work<W>>(endpoint: Endpoint): WorkerCall<W> {
  const wire: Remote<Wire> = wrap<Wire>(answerUnsent(endpoint));
  return {
    async run<Name extends keyof W & string>(name: Name, job: JobOf<W, Name>): Promise<ResultOf<W, Name>> {
      const answer = (await wire.run(name, job)) as Outcome<ResultOf<W, Name>> | Unsent;
      if ("unsent" in answer) throw new UnsentError("the job could not be sent", { cause: answer.unsent });
      return valueIn(answer);
    },
    async ready() {
      await wire.run("ready", undefined).catch(() => undefined);
    },
  };
}

interface Unsent {
  readonly unsent: unknown;
}

/** `endpoint`, with an answer of its own to a message that cannot be sent: Comlink keeps what nobody answers, and with it the
 *  message, for as long as there are workers. */
function answerUnsent(endpoint: Endpoint): Endpoint {
  const events = new EventTarget();
  const hear = (data: unknown) => events.dispatchEvent(new MessageEvent("message", { data }));
  endpoint.addEventListener("message", (event) => hear((event as MessageEvent).data));
  return {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    start: () => endpoint.start?.(),
    postMessage(message: { readonly id: string }, moved) {
      try {
        endpoint.postMessage(message, moved);
      } catch (unsent) {
        hear({ id: message.id, type: "RAW", value: { unsent } satisfies Unsent });
      }
    },
  };
}

/** What `work` comes to, as a value that may travel. */
export async function outcomeOf<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof QrError)) return { fault: error instanceof Error ? `${error.stack}` : String(error) };
    const { cause, ...refusal } = toRecord(error);
    // Not everything that may be thrown can be copied to another thread.
    return { refusal: cause === undefined ? refusal : { ...refusal, cause: String(cause) } };
  }
}

/** The value, at the end of the journey. @throws {QrError} with the code it had; an Error for any other fault. */
export function valueIn<Value>(outcome: Outcome<Value>): Value {
  if ("value" in outcome) return outcome.value;
  if ("fault" in outcome) throw new Error(outcome.fault);
  throw fromRecord(outcome.refusal);
}
