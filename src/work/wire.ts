import { type Endpoint, expose, transfer as move, type Remote, wrap } from "comlink";
import { type ErrorRecord, fromRecord, QrError, toRecord } from "../errors.ts";
import type { Job, JobMap, Work } from "../ports.ts";
import { abandonable, onAbort } from "./on-abort.ts";

/** How a job ended. Errors travel as values, because copying an Error between threads loses its class and its code. */
export type Outcome<Value> = { readonly value: Value } | { readonly refusal: ErrorRecord } | { readonly fault: string };

interface Wire {
  /** A job with an id can be aborted. */
  run(name: string, input: unknown, id?: number): Promise<Outcome<unknown>>;
  abort(id: number): void;
}

/** The job could not be sent to the worker. The cause is the host's error, or what the input threw when it was read. */
export class UnsentError extends Error {}

/** The worker at the other end of a wire. */
export interface WorkerCall<Jobs extends JobMap<Jobs>> extends Work<Jobs> {
  /** Rejects with a QrError as the job itself does, with an Error with the worker's stack for anything else, and with the
   *  reason of `signal`, which also aborts the job in the worker. The promise stays pending if the worker dies.
   *  @throws {UnsentError} */
  run<Name extends keyof Jobs & string>(job: Job<Jobs, Name>, signal?: AbortSignal): Promise<Jobs[Name]["result"]>;
  /** Resolves once the worker's program answers, whatever the answer. Stays pending if the worker dies. */
  ready(): Promise<void>;
}

/** Runs the jobs that come through `endpoint` by `work`: the worker's end of the wire. `transfer` returns the memory of a
 *  result that moves instead of being copied. */
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

/** The caller's end of the wire. */
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

/** Wraps `endpoint` so that a message that cannot be sent is answered at once: Comlink keeps every call that is not answered,
 *  together with its message, for as long as the worker exists. */
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

/** Runs `work`, and returns how it ended as a value that can be sent. */
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

/** Returns the value of `outcome`. @throws {QrError} with the code it had; an Error for any other fault. */
export function valueIn<Value>(outcome: Outcome<Value>): Value {
  if ("value" in outcome) return outcome.value;
  if ("fault" in outcome) throw new Error(outcome.fault);
  throw fromRecord(outcome.refusal);
}
