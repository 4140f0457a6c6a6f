import type { Endpoint } from "comlink";
import type { QrError } from "../errors.ts";
import type { Job, JobMap, Work } from "../ports.ts";

export interface PoolWorker {
  readonly endpoint: Endpoint;
  /** Calls `listener` when the worker fails or ends, possibly more than once. */
  onDeath(listener: (cause: unknown) => void): void;
  terminate(): void;
}

export interface PoolSettings {
  readonly spawn: () => PoolWorker;
  /** Maximum number of workers. Each worker is started when it is first needed. */
  readonly size: number;
  /** Maximum number of jobs in the queue, without patient ones. A known client can use half of it. */
  readonly queue: number;
  /** Maximum size in bytes of the inputs in the queue. Default: unlimited. */
  readonly queueBytes?: number;
  /** Maximum time in milliseconds that a new job is expected to wait. Default: unlimited. */
  readonly queueTime?: number;
  readonly timeLimit: number;
  /** Time limits by job name, which override `timeLimit`. Such a limit is doubled for the first job of each name in a
   *  worker, which has to start or to load libraries. */
  readonly timeLimits?: Readonly<Record<string, number>>;
  /** Milliseconds after which an idle worker is ended, to free the memory that large pictures took. */
  readonly idleLimit: number;
  /** Number of jobs after which a worker is replaced, so that memory leaks in its libraries do not add up. Unlimited by
   *  default. */
  readonly jobLimit?: number;
  /** Called with the reason when a worker dies, which callers do not see. Errors that it throws are ignored. */
  readonly report?: (error: unknown) => unknown;
}

export interface PoolRules<Jobs extends JobMap<Jobs>> {
  /** Milliseconds that a job may wait, counted from its `since`. Patient jobs have no limit. By default, no job has a
   *  limit. */
  readonly waitLimit?: number;
  /** Returns how many times a job may be retried after its worker has died. */
  retries(name: keyof Jobs & string): number;
  readonly refusals: {
    /** Returns the error for a full queue, or for a job that has waited too long. `wait` is how many milliseconds a new job
     *  would wait. */
    busy(wait: number): QrError;
    closed(): QrError;
    /** Returns the error for a job whose worker `cause` has ended. `started` is whether any worker of the pool ever
     *  responded. */
    died(started: boolean, cause: unknown): QrError;
    overdue(name: keyof Jobs & string): QrError;
  };
}

export interface JobSettings {
  /** Whether the job waits even if the queue is full. For callers with only a few jobs in progress. Default: `urgent`. */
  readonly patient?: boolean | undefined;
  /** Whether the job runs before all others, except jobs in progress and earlier urgent jobs. It waits even if the queue is
   *  full. */
  readonly urgent?: boolean | undefined;
  /** Number of jobs of this name that the job causes, including itself. Default: 1. */
  readonly load?: number | undefined;
  /** Size of the input in bytes. Default: 0. */
  readonly bytes?: number | undefined;
}

export interface Pool<Jobs extends JobMap<Jobs>> extends Work<Jobs> {
  /** Resolves to the worker's result. Rejects with the job's error, with an error of the pool's rules, or with the reason of
   *  the signal. */
  run<Name extends keyof Jobs & string>(
    job: Job<Jobs, Name>,
    signal?: AbortSignal,
    settings?: JobSettings,
  ): Promise<Jobs[Name]["result"]>;
  /** Terminates all workers. Rejects jobs that are waiting or in progress, and all later ones, as closed. */
  close(): void;
}
