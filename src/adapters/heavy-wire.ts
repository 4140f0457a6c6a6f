import { type Endpoint, expose, type Remote, wrap } from "comlink";
import { QrError } from "../errors.ts";
import type { HeavyWork } from "../ports.ts";

/** The name of a piece of heavy work, its job and its result. */
export type WorkName = keyof HeavyWork;
export type JobOf<Name extends WorkName> = Parameters<HeavyWork[Name]>[0];
export type ResultOf<Name extends WorkName> =
  ReturnType<HeavyWork[Name]> extends Promise<infer Result> ? Result : never;

/** What comes back from a worker. Errors travel as values, because copying an Error between threads loses its class and
 *  its code. */
type Outcome =
  | { readonly value: unknown }
  | { readonly refusal: Pick<QrError, "code" | "status" | "message" | "field"> }
  | { readonly fault: string };

interface Wire {
  run(name: WorkName, job: unknown): Promise<Outcome>;
}

/** Asks the worker at the other end of one wire. */
export interface WorkerCall {
  /** @throws {QrError} as the work itself does; any other error of the worker comes out as an Error with its stack. The
   *  promise stays pending for ever when the worker dies. */
  run<Name extends WorkName>(name: Name, job: JobOf<Name>): Promise<ResultOf<Name>>;
}

/** Answers for `work` at `endpoint`: the worker's end of the wire. */
export function serveHeavyWork(work: HeavyWork, endpoint: Endpoint): void {
  const calls: Readonly<Record<WorkName, (job: never) => Promise<unknown>>> = work;
  const wire: Wire = {
    async run(name, job) {
      try {
        return { value: await calls[name](job as never) };
      } catch (error) {
        if (!(error instanceof QrError)) return { fault: error instanceof Error ? `${error.stack}` : String(error) };
        const { code, status, message, field } = error;
        return { refusal: { code, status, message, field } };
      }
    },
  };
  expose(wire, endpoint);
}

/** The caller's end of the wire. */
export function callHeavyWork(endpoint: Endpoint): WorkerCall {
  const wire: Remote<Wire> = wrap<Wire>(endpoint);
  return {
    async run<Name extends WorkName>(name: Name, job: JobOf<Name>): Promise<ResultOf<Name>> {
      const outcome = (await wire.run(name, job)) as Outcome;
      if ("value" in outcome) return outcome.value as ResultOf<Name>;
      if ("fault" in outcome) throw new Error(outcome.fault);
      const { code, status, message, field } = outcome.refusal;
      throw new QrError(code, status, message, field);
    },
  };
}
