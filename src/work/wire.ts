import { type ErrorRecord, fromRecord, QrError, toRecord } from "../errors.ts";
import type { Job, JobMap, Work } from "../ports.ts";
import { abandonable, onAbort } from "./on-abort.ts";

/** One end of a wire: a MessagePort, a Worker, or the global of a worker. */
export interface Endpoint {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(name: "message", listener: (event: { readonly data: unknown }) => void): void;
  start?(): void;
}

/** What the caller sends: a job, or that it is no longer needed. */
type Request =
  | { readonly id: number; readonly name: string; readonly input: unknown; readonly abortable: boolean }
  | { readonly id: number; readonly abort: true };

/** What comes back for a job. */
interface Answer {
  readonly id: number;
  readonly outcome: Outcome<unknown>;
}

/** How a job ended. Errors travel as values, because copying an Error between threads loses its class and its code. */
export type Outcome<Value> = { readonly value: Value } | { readonly refusal: ErrorRecord } | { readonly fault: string };

/** The job could not be sent, and the worker knows nothing of it. The cause is the host's error, which is another one for a
 *  function than for data that are nested too deep, or whatever the input threw when it was read. */
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

  async function answer({ id, name: given, input, abortable }: Exclude<Request, { abort: true }>): Promise<void> {
    const name = given as keyof Jobs & string;
    if (abortable) aborts.set(id, new AbortController());
    const job = { name, input: input as Jobs[typeof name]["input"] };
    const outcome = await outcomeOf(() => work.run(job, aborts.get(id)?.signal));
    aborts.delete(id);
    try {
      send({ id, outcome }, "value" in outcome ? transfer(name, outcome.value) : []);
    } catch (error) {
      send({ id, outcome: { fault: String(error) } });
    }
  }

  const send = (message: Answer, moved: Transferable[] = []) => endpoint.postMessage(message, moved);
  endpoint.addEventListener("message", ({ data }) => {
    // A worker gets other messages, too.
    const request = data as Partial<Request> | undefined;
    if (typeof request?.id !== "number") return;
    if ("abort" in request) aborts.get(request.id)?.abort();
    else void answer(request as Exclude<Request, { abort: true }>);
  });
  endpoint.start?.();
}

/** The caller's end of the wire. */
export function callWork<Jobs extends JobMap<Jobs>>(endpoint: Endpoint): WorkerCall<Jobs> {
  const pending = new Map<number, (outcome: Outcome<unknown>) => void>();
  let last = 0;
  const send = (message: Request) => endpoint.postMessage(message);
  endpoint.addEventListener("message", ({ data }) => {
    const { id, outcome } = data as Answer;
    pending.get(id)?.(outcome);
    pending.delete(id);
  });
  endpoint.start?.();

  async function ask(name: string, input: unknown, signal?: AbortSignal): Promise<Outcome<unknown>> {
    const id = ++last;
    const answered = new Promise<Outcome<unknown>>((resolve) => pending.set(id, resolve));
    try {
      send({ id, name, input, abortable: signal !== undefined });
    } catch (cause) {
      pending.delete(id);
      throw new UnsentError("the job could not be sent", { cause });
    }
    if (!signal) return answered;
    const unwatch = onAbort(signal, () => send({ id, abort: true }));
    return abandonable(answered, signal).finally(unwatch);
  }

  return {
    async run<Name extends keyof Jobs & string>({ name, input }: Job<Jobs, Name>, signal?: AbortSignal) {
      return valueIn((await ask(name, input, signal)) as Outcome<Jobs[Name]["result"]>);
    },
    async ready() {
      await ask("ready", undefined);
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
