import { type Endpoint, expose, transfer as move, type Remote, wrap } from "comlink";
import { type ErrorRecord, fromRecord, QrError, toRecord } from "../errors.ts";
import type { Job, JobMap, Work } from "../ports.ts";

/** What comes back from a worker. Errors travel as values, because copying an Error between threads loses its class and
 *  its code. */
export type Outcome<Value> = { readonly value: Value } | { readonly refusal: ErrorRecord } | { readonly fault: string };

interface Wire {
  run(name: string, input: unknown): Promise<Outcome<unknown>>;
}

/** The job could not be sent, and the worker knows nothing of it. The cause is what the host said, which is another error
 *  for a function than for what is nested too deep, or whatever the job threw when it was read. */
export class UnsentError extends Error {}

/** The worker at the other end of a wire. */
export interface WorkerCall<Jobs extends JobMap<Jobs>> extends Work<Jobs> {
  /** Rejects with a QrError as the job itself does, and with an Error with the worker's stack for anything else. The
   *  promise stays pending if the worker dies.
   *  @throws {UnsentError} */
  run<Name extends keyof Jobs & string>(job: Job<Jobs, Name>): Promise<Jobs[Name]["result"]>;
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
  const wire: Wire = {
    async run(given, input) {
      const name = given as keyof Jobs & string;
      const outcome = await outcomeOf(() => work.run({ name, input: input as Jobs[typeof name]["input"] }));
      return "value" in outcome ? move(outcome, transfer(name, outcome.value)) : outcome;
    },
  };
  expose(wire, endpoint);
}

/** The caller's end of the wire. */
export function callWork<Jobs extends JobMap<Jobs>>(endpoint: Endpoint): WorkerCall<Jobs> {
  const wire: Remote<Wire> = wrap<Wire>(answerUnsent(endpoint));
  return {
    async run<Name extends keyof Jobs & string>({ name, input }: Job<Jobs, Name>): Promise<Jobs[Name]["result"]> {
      const answer = (await wire.run(name, input)) as Outcome<Jobs[Name]["result"]> | Unsent;
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
