import { nextTask } from "../next-task.ts";
import { onAbort } from "./on-abort.ts";

/** Milliseconds of work after which other events of this thread are handled. */
export const SLICE = 5;

/** A piece of synchronous work. */
export interface Task<Value> {
  /** Expected time in milliseconds. */
  readonly cost: number;
  readonly work: () => Value;
  /** The client that waits for the result, and its signal; read only if the work has to wait. Clients take turns; work
   *  without a client counts as that of one client. */
  readonly caller?: { readonly client?: string | undefined; readonly signal?: AbortSignal | undefined } | undefined;
}

/** Shares this thread between the work of many clients and all other events. */
export interface Scheduler {
  /** Does the work now if this slice has time left and its client has no other work that waits, and otherwise later. Throws
   *  or rejects with the error of the work, or rejects with the reason of the signal. */
  run<Value>(task: Task<Value>): Value | Promise<Value>;
}

interface Waiting {
  readonly cost: number;
  start(): void;
}

/** Creates a scheduler with slices of SLICE milliseconds. A slice is longer only if a single piece of work takes longer. `now` returns
 *  milliseconds. */
export function createScheduler(now: () => number = () => performance.now()): Scheduler {
  /** The waiting work of each client. The next client is the first one. */
  const clients = new Map<string | undefined, Waiting[]>();
  let spent = 0;
  let isEnding = false;

  function perform<Value>(work: () => Value): Value {
    const start = now();
    try {
      return work();
    } finally {
      spent += now() - start;
      endLater();
    }
  }

  /** Ends this slice when other events have been handled. */
  function endLater(): void {
    if (isEnding) return;
    isEnding = true;
    void nextTask().then(() => {
      isEnding = false;
      spent = 0;
      startNext();
      // Work that arrives before the next slice has its own time, so that clients with little work need not wait for others.
      spent = 0;
    });
  }

  function fits(cost: number): boolean {
    return spent === 0 || spent + cost <= SLICE;
  }

  function startNext(): void {
    for (const [client, queue] of clients) {
      const [next] = queue;
      if (next && !fits(next.cost)) break;
      queue.shift();
      clients.delete(client);
      // The client goes to the end, where this loop finds it again.
      if (queue.length > 0) clients.set(client, queue);
      next?.start();
    }
    if (clients.size > 0) endLater();
  }

  return {
    run({ cost, work, caller }) {
      if (clients.size === 0 && fits(cost)) return perform(work);
      const { client, signal } = caller ?? {};
      if (!clients.has(client) && fits(cost)) return perform(work);
      return new Promise((resolve, reject) => {
        const unwatch = onAbort(signal, () => {
          const queue = clients.get(client);
          const at = queue?.indexOf(waiting) ?? -1;
          if (at >= 0) queue?.splice(at, 1);
          reject(signal?.reason);
        });
        const waiting: Waiting = {
          cost,
          start() {
            unwatch();
            try {
              resolve(perform(work));
            } catch (error) {
              reject(error);
            }
          },
        };
        const queue = clients.get(client);
        if (queue) queue.push(waiting);
        else clients.set(client, [waiting]);
        endLater();
      });
    },
  };
}

/** Does all work at once. For hosts that cancel the promises of a request when its client disconnects: work of others that
 *  waits for such a promise would hang. */
export const unscheduled: Scheduler = { run: ({ work }) => work() };
