import type { Endpoint } from "comlink";
import { QrError } from "../errors.ts";
import type { HeavyJobName, HeavyJobs, HeavyWork, Work } from "../ports.ts";
import { busy, heavyJobs, type PoolHost } from "./heavy-jobs.ts";
import { createPool } from "./pool.ts";
import type { PoolRules, PoolSettings } from "./pool-rules.ts";
import { serveWork } from "./wire.ts";

export const STOPPING = "the server is stopping: try again in a moment";
export const FAILED = "image processing failed: try again";

export interface HeavyPool extends HeavyWork {
  /** Terminates all workers. Rejects jobs that are waiting or in progress, and all later ones, with BUSY. */
  close(): void;
}

export interface HeavyPoolSettings extends PoolSettings {
  readonly host: PoolHost;
  /** Milliseconds that a job may wait. Default: `timeLimit`. */
  readonly waitLimit?: number;
}

const names = Object.keys(heavyJobs) as readonly HeavyJobName[];

/** Creates a pool of workers for heavy jobs. Clients take turns. A job that is neither urgent nor patient can wait for
 *  up to `waitLimit`, and then run for up to its own time limit. A job rejects with BUSY (503) if the queue is full or
 *  the wait is too long, with the error in its row if it runs for too long, with INTERNAL (500) if its worker dies, and
 *  otherwise with its own error. Jobs are not retried. */
export function createHeavyPool({ host, waitLimit, ...settings }: HeavyPoolSettings): HeavyPool {
  const timeLimits = Object.fromEntries(
    names.flatMap((name) => {
      const { timeLimit } = heavyJobs[name];
      return timeLimit ? [[name, timeLimit[host]]] : [];
    }),
  );
  const rules: PoolRules<HeavyJobs> = { waitLimit: waitLimit ?? settings.timeLimit, retries: () => 0, refusals };
  const pool = createPool<HeavyJobs>({ timeLimits, ...settings }, rules);
  return {
    jobs: new Set(names),
    run(job, signal) {
      const { isUrgent, load = 1 } = heavyJobs[job.name];
      const { input, patient } = job;
      const urgent = isUrgent?.(input);
      return pool.run(job, signal, { urgent, patient, load: urgent ? 1 : load, bytes: bytesIn(input) });
    },
    close: pool.close,
  };
}

/** Returns the approximate size of the bytes and texts in `value`. */
function bytesIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesIn(part), 0);
}

const refusals: PoolRules<HeavyJobs>["refusals"] = {
  busy: (wait) => busy(Math.max(1, Math.ceil(wait / 1_000))),
  closed: () => new QrError("BUSY", { rule: STOPPING }),
  died: () => new QrError("INTERNAL", { rule: FAILED }),
  overdue: (name) => heavyJobs[name].overdue(),
};

export function serveHeavyWork<Name extends HeavyJobName>(work: Work<Pick<HeavyJobs, Name>>, endpoint: Endpoint): void {
  serveWork<Pick<HeavyJobs, Name>>(work, endpoint, (name, result) => heavyJobs[name].transfer?.(result as never) ?? []);
}
