import type { LastingEvent } from "./host.ts";

/** Keeps the worker alive for `work`. Ignores failures, because the work is retried. */
export function keepAlive(event: Pick<LastingEvent, "waitUntil">, work: Promise<unknown>): void {
  event.waitUntil(work.catch(() => undefined));
}

/** Tracks tasks in progress. */
export function createTasks() {
  const all = new Set<Promise<unknown>>();
  return {
    /** Tracks `work` until it settles, and returns it. */
    track<T>(work: Promise<T>): Promise<T> {
      const done: Promise<unknown> = work.catch(() => undefined).finally(() => all.delete(done));
      all.add(done);
      return work;
    },
    /** Resolves when no task is left, including tasks that start while it waits. */
    async settled(): Promise<void> {
      while (all.size > 0) await Promise.all(all);
    },
  };
}
