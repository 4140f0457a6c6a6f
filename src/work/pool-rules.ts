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
  /** Maximum number of jobs in the queue, not counting patient ones. A known client can use half of the queue. */
  readonly queue: number;
  /** Maximum size in bytes of the inputs in the queue. Default: unlimited. */
  readonly queueBytes?: number;
  /** Maximum time in milliseconds that a new job is expected to wait. Default: unlimited. */
  readonly queueTime?: number;
  readonly timeLimit: number;
  /** Overrides `timeLimit` by job name. Such a limit is doubled for a worker's first job of each name, because the worker
   *  has to start or to load libraries. */
  readonly timeLimits?: Readonly<Record<string, number>>;
  /** Milliseconds after which an idle worker is ended, to free the memory that large pictures took. */
  readonly idleLimit: number;
  /** Number of jobs after which a worker is replaced, so that memory leaks in its libraries do not add up. Unlimited by
   *  default. */
  readonly jobLimit?: number;
  /** Called with the reason when a worker dies, because callers do not see it. Errors that it throws are ignored. */
  readonly report?: (error: unknown) => unknown;
}

export interface PoolRules<Jobs extends JobMap<Jobs>> {
  /** Milliseconds that a job may wait, counted from its `since`. Patient jobs have no limit. By default, no job has a
   *  limit. */
  readonly waitLimit?: number;
  /** Returns how many times a job may be retried after its worker has died. */
  retries(name: keyof Jobs & string): number;
  readonly refusals: {
    /** Returns the error for a full queue, or for a job that waited too long. A new job would wait for `wait`
     *  milliseconds. */
    busy(wait: number): QrError;
    closed(): QrError;
    /** Returns the error if `cause` ended the worker. `started` is whether any worker of the pool ever responded. */
    died(started: boolean, cause: unknown): QrError;
    overdue(name: keyof Jobs & string): QrError;
  };
}

export interface JobSettings {
  /** Waits even if the queue is full. For callers that never have more than a few jobs in progress. Default: `urgent`. */
  readonly patient?: boolean | undefined;
  /** Runs before all waiting jobs, and waits even if the queue is full: only jobs in progress and earlier urgent jobs run
   *  before it. */
  readonly urgent?: boolean | undefined;
  /** How many jobs of this name the job causes, including itself. Default: 1. */
  readonly load?: number | undefined;
  /** Size of the input in bytes. Default: 0. */
  readonly bytes?: number | undefined;
}

export interface Pool<Jobs extends JobMap<Jobs>> extends Work<Jobs> {
  /** Resolves to the worker's result. Rejects with the job's error, with an error from `refusals`, or with the signal's
   *  reason. */
  run<Name extends keyof Jobs & string>(
    job: Job<Jobs, Name>,
    signal?: AbortSignal,
    settings?: JobSettings,
  ): Promise<Jobs[Name]["result"]>;
  /** Terminates all workers. Rejects jobs that are waiting or in progress, and all later ones, as closed. */
  close(): void;
}
