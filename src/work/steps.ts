import { type Scheduler, type Task, unscheduled } from "./scheduler.ts";

/** Work that can be interrupted between its steps. */
export type Steps<Value> = Generator<void, Value>;

/** Does all steps without a pause. */
export function atOnce<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does each step, which may take `cost` milliseconds, in the caller's turn. Rejects with the error of a step, or with the
 *  reason of the caller's signal. */
export async function inTurns<Value>(
  steps: Steps<Value>,
  cost: number,
  { scheduler = unscheduled, caller }: { readonly scheduler?: Scheduler | undefined } & Pick<Task<Value>, "caller">,
): Promise<Value> {
  for (;;) {
    const step = await scheduler.run({ cost, work: () => steps.next(), caller });
    if (step.done) return step.value;
  }
}
