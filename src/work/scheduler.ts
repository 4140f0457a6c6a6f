import { nextTask } from "../async/next-task.ts";
import { onAbort } from "./on-abort.ts";

/** Milliseconds of work after which the thread handles other events. */
export const SLICE = 2;

/** A piece of synchronous work. */
export interface Task<Value> {
  /** Expected time in milliseconds. */
  readonly cost: number;
  readonly work: () => Value;
  /** The client that waits for the result, and its abort signal. For speed, the client is read only while other work waits
   *  or this slice is full, and the signal only if this work has to wait. Work without a client counts as that of one
   *  client. */
  readonly caller?: { readonly client?: string | undefined; readonly signal?: AbortSignal | undefined } | undefined;
}

/** Shares this thread between the work of many clients and other events. */
export interface Scheduler {
  /** Does the work now if this slice has time left and no earlier work of its client waits, and otherwise later. Throws or
   *  rejects with the error of the work, or rejects with the reason of the signal. */
  run<Value>(task: Task<Value>): Value | Promise<Value>;
}

interface Waiting {
  readonly cost: number;
  start(): void;
}

/** Creates a scheduler with slices of SLICE milliseconds, unless a single piece of work takes longer. Each turn of the event
 *  loop has one slice for new work and one for waiting work, so that clients with little work do not wait for others. `now`
 *  returns milliseconds. */
export function createScheduler(now: () => number = () => performance.now()): Scheduler {
  /** The waiting work of each client, starting with the client whose turn is next. */
  const clients = new Map<string | undefined, Waiting[]>();
  /** The start of this turn's slices. The time between tasks counts too, because the work of a request continues in
   *  promises. */
  let arrivedAt: number | undefined;
  let resumedAt: number | undefined;
  /** The caller whose work was started last in this turn, and the start of its slice. Further work of this client belongs to
   *  the same request. */
  let served: { readonly caller: Task<unknown>["caller"]; readonly began: number } | undefined;
  let isEnding = false;

  function fits(began: number | undefined, cost: number): boolean {
    return began === undefined || now() - began + cost <= SLICE;
  }

  /** Remembers whose work is started, and ends both slices in the next turn. */
  function serve(caller: Task<unknown>["caller"], began: number): void {
    served = { caller, began };
    if (isEnding) return;
    isEnding = true;
    void nextTask().then(() => {
      isEnding = false;
      arrivedAt = undefined;
      resumedAt = undefined;
      served = undefined;
    });
  }

  /** Starts the next waiting work in a later turn. Each piece of work has a task of its own, so that the promises of the
   *  previous piece settle first. */
  function resumeLater(): void {
    void nextTask().then(resume);
  }

  function resume(): void {
    const [first] = clients;
    if (!first) return;
    const [client, queue] = first;
    const [next] = queue;
    if (next && !fits(resumedAt, next.cost)) {
      resumeLater();
      return;
    }
    queue.shift();
    clients.delete(client);
    // The client is added again at the end, so that others come first.
    if (queue.length > 0) clients.set(client, queue);
    resumedAt ??= now();
    serve({ client }, resumedAt);
    next?.start();
  }

  return {
    run({ cost, work, caller }) {
      const start = () => {
        arrivedAt ??= now();
        serve(caller, arrivedAt);
        return work();
      };
      if (clients.size === 0 && fits(arrivedAt, cost)) return start();
      const client = caller?.client;
      if (served && served.caller?.client === client && fits(served.began, cost)) return work();
      if (!clients.has(client) && fits(arrivedAt, cost)) return start();
      const signal = caller?.signal;
      return new Promise((resolve, reject) => {
        const unwatch = onAbort(signal, () => {
          const queue = clients.get(client);
          const at = queue?.indexOf(waiting) ?? -1;
          if (at >= 0) queue?.splice(at, 1);
          if (queue?.length === 0) clients.delete(client);
          reject(signal?.reason);
        });
        const waiting: Waiting = {
          cost,
          start() {
            unwatch();
            try {
              resolve(work());
            } catch (error) {
              reject(error);
            }
          },
        };
        const queue = clients.get(client);
        if (queue) queue.push(waiting);
        else clients.set(client, [waiting]);
        resumeLater();
      });
    },
  };
}

/** Does all work immediately. For hosts that cancel the promises of a request when its client disconnects: other work that
 *  waits for such a promise would hang. */
export const unscheduled: Scheduler = { run: ({ work }) => work() };
