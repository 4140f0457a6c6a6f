import { type Endpoint, expose, transfer as move, type Remote, wrap } from "comlink";
import { type ErrorRecord, fromRecord, QrError, toRecord } from "../errors.ts";
import type { Job, JobMap, Work } from "../ports.ts";
import { abandonable, onAbort } from "./on-abort.ts";

/** The outcome of a job. Errors are sent as records, because an Error that is copied between threads loses its class and
 *  code. */
export type Outcome<Value> = { readonly value: Value } | { readonly refusal: ErrorRecord } | { readonly fault: string };

interface Wire {
  run(name: string, input: unknown, id?: number): Promise<Outcome<unknown>>;
  abort(id: number): void;
}

/** Thrown if a job cannot be sent to the worker. The cause is the host's error, or the error from reading the input. */
export class UnsentError extends Error {}

export interface WorkerCall<Jobs extends JobMap<Jobs>> extends Work<Jobs> {
  /** Resolves to the job's result. Rejects with the QrError of the job. For any other error, rejects with an Error that
   *  has the worker's stack. If `signal` aborts, aborts the job in the worker and rejects with the signal's reason.
   *  Stays pending if the worker dies.
   *  @throws {UnsentError} if the job cannot be sent to the worker. */
  run<Name extends keyof Jobs & string>(job: Job<Jobs, Name>, signal?: AbortSignal): Promise<Jobs[Name]["result"]>;
  /** Resolves when the worker first responds. Stays pending if the worker dies. */
  ready(): Promise<void>;
}

/** Runs the jobs that arrive at `endpoint`, in a worker. `transfer` returns the buffers of a result that are
 *  transferred instead of copied. */
export function serveWork<Jobs extends JobMap<Jobs>>(
  work: Work<Jobs>,
  endpoint: Endpoint,
  transfer: (name: keyof Jobs & string, result: unknown) => Transferable[] = () => [],
): void {
  const aborts = new Map<number, AbortController>();
  const wire: Wire = {
    async run(given, input, id) {
      const name = given as keyof Jobs & string;
      const abort = id === undefined ? undefined : new AbortController();
      if (id !== undefined && abort) aborts.set(id, abort);
      const job = { name, input: input as Jobs[typeof name]["input"] };
      const outcome = await outcomeOf(() => work.run(job, abort?.signal));
      if (id !== undefined) aborts.delete(id);
      return "value" in outcome ? move(outcome, transfer(name, outcome.value)) : outcome;
    },
    abort: (id) => aborts.get(id)?.abort(),
  };
  expose(wire, endpoint);
}

export function callWork<Jobs extends JobMap<Jobs>>(endpoint: Endpoint): WorkerCall<Jobs> {
  const wire: Remote<Wire> = wrap<Wire>(answerUnsent(endpoint));
  let jobs = 0;

  async function run<Name extends keyof Jobs & string>({ name, input }: Job<Jobs, Name>, id?: number) {
    const answer = (await wire.run(name, input, id)) as Outcome<Jobs[Name]["result"]> | Unsent;
    if ("unsent" in answer) throw new UnsentError("the job could not be sent", { cause: answer.unsent });
    return valueIn(answer);
  }

  return {
    run(job, signal) {
      if (!signal) return run(job);
      const id = ++jobs;
      const unwatch = onAbort(signal, () => void wire.abort(id).catch(() => undefined));
      return abandonable(run(job, id), signal).finally(unwatch);
    },
    async ready() {
      await wire.run("ready", undefined).catch(() => undefined);
    },
  };
}

interface Unsent {
  readonly unsent: unknown;
}

/** Wraps `endpoint` so that a message that cannot be sent gets a response. Otherwise, Comlink would keep the call and its
 *  message in memory until the worker ends. */
function answerUnsent(endpoint: Endpoint): Endpoint {
  const events = new EventTarget();
  const receive = (data: unknown) => events.dispatchEvent(new MessageEvent("message", { data }));
  endpoint.addEventListener("message", (event) => receive((event as MessageEvent).data));
  return {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    start: () => endpoint.start?.(),
    postMessage(message: { readonly id: string }, moved) {
      try {
        endpoint.postMessage(message, moved);
      } catch (unsent) {
        receive({ id: message.id, type: "RAW", value: { unsent } satisfies Unsent });
      }
    },
  };
}

/** Runs `work`, and resolves to its outcome in a form that can be sent between threads. */
export async function outcomeOf<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof QrError)) return { fault: error instanceof Error ? `${error.stack}` : String(error) };
    const { cause, ...refusal } = toRecord(error);
    // Sent as text, because some causes cannot be copied to another thread.
    return { refusal: cause === undefined ? refusal : { ...refusal, cause: String(cause) } };
  }
}

/** Returns the value of `outcome`. @throws {QrError} with the original code, or an Error for any other fault. */
export function valueIn<Value>(outcome: Outcome<Value>): Value {
  if ("value" in outcome) return outcome.value;
  if ("fault" in outcome) throw new Error(outcome.fault);
  throw fromRecord(outcome.refusal);
}
