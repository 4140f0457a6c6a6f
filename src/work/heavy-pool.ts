import type { Endpoint } from "comlink";
import { QrError } from "../errors.ts";
import type { HeavyJobName, HeavyJobs, HeavyWork, Work } from "../ports.ts";
import { busy, heavyJobs, type PoolHost } from "./heavy-jobs.ts";
import { createPool } from "./pool.ts";
import type { PoolRules, PoolSettings } from "./pool-rules.ts";
import { serveWork } from "./wire.ts";

export interface HeavyPool extends HeavyWork {
  /** Terminates all workers. Rejects jobs that are waiting or in progress, and all later ones, with BUSY. */
  close(): void;
}

export interface HeavyPoolSettings extends PoolSettings {
  readonly host: PoolHost;
}

const names = Object.keys(heavyJobs) as readonly HeavyJobName[];

/** Creates a pool of workers for heavy jobs. A job that is not urgent can wait for up to `timeLimit`. It can then run
 *  for up to its own time limit. A job can reject with its own error. If the queue is full or the job waits for too
 *  long, it rejects with BUSY (503). If the job runs for too long, it rejects with the error in its row. If its worker
 *  dies, it rejects with INTERNAL (500). Jobs are not retried. */
export function createHeavyPool({ host, ...settings }: HeavyPoolSettings): HeavyPool {
  const timeLimits = Object.fromEntries(
    names.flatMap((name) => {
      const { timeLimit } = heavyJobs[name];
      return timeLimit ? [[name, timeLimit[host]]] : [];
    }),
  );
  const rules: PoolRules<HeavyJobs> = { waitLimit: settings.timeLimit, retries: () => 0, refusals };
  const pool = createPool<HeavyJobs>({ timeLimits, ...settings }, rules);
  return {
    jobs: new Set(names),
    run(job, signal) {
      const urgent = heavyJobs[job.name].isUrgent?.(job.input);
      return pool.run(job, signal, { patient: urgent, urgent });
    },
    close: pool.close,
  };
}

const refusals: PoolRules<HeavyJobs>["refusals"] = {
  busy,
  closed: () => new QrError("BUSY", 503, "the server is stopping: try again in a moment"),
  died: () => new QrError("INTERNAL", 500, "image processing failed: try again"),
  overdue: (name) => heavyJobs[name].overdue(),
};

export function serveHeavyWork<Name extends HeavyJobName>(work: Work<Pick<HeavyJobs, Name>>, endpoint: Endpoint): void {
  serveWork<Pick<HeavyJobs, Name>>(work, endpoint, (name, result) => heavyJobs[name].transfer?.(result as never) ?? []);
}
