import type { Endpoint } from "comlink";
import type { QrError } from "../errors.ts";
import type { Job, JobMap, Work } from "../ports.ts";

/** A worker of any host, as its pool sees it. */
export interface PoolWorker {
  readonly endpoint: Endpoint;
  /** Calls `listener` when the worker has ended without `terminate`. */
  onDeath(listener: (cause: unknown) => void): void;
  /** Ends the worker, whatever it is doing. */
  terminate(): void;
}

export interface PoolSettings {
  readonly spawn: () => PoolWorker;
  /** The largest number of workers. Each is started when it is first needed. */
  readonly size: number;
  /** The largest number of jobs that wait, except for patient ones. */
  readonly queue: number;
  /** Milliseconds that a job may take. */
  readonly timeLimit: number;
  /** The same for jobs of these names; twice as long while their worker has to start first. */
  readonly timeLimits?: Readonly<Record<string, number>>;
  /** Milliseconds after which an idle worker is ended, to free the memory that a large picture took. */
  readonly idleLimit: number;
  /** Jobs after which a worker is replaced, so that memory leaked by its libraries does not add up. Unlimited by default. */
  readonly jobLimit?: number;
  /** Called with the reason why a worker died, which callers do not see. What it throws is ignored. */
  readonly report?: (error: unknown) => unknown;
}

/** What differs between pools. */
export interface PoolRules<Jobs extends JobMap<Jobs>> {
  /** Milliseconds that a job may wait. Unlimited by default: the jobs before it have time limits. */
  readonly waitLimit?: number;
  /** Returns how often a job is given to another worker after its worker died. */
  retries(name: keyof Jobs & string): number;
  /** Creates the errors of this pool. */
  readonly refusals: {
    /** The queue is full, or a job waited too long. */
    busy(): QrError;
    closed(): QrError;
    /** The worker died of `cause`; `started` says whether any worker of the pool has ever answered. */
    died(started: boolean, cause: unknown): QrError;
    /** A job of this name took too long. */
    overdue(name: keyof Jobs & string): QrError;
  };
}

export interface JobSettings {
  /** Waits even if the queue is full. For callers that have only a few jobs under way. */
  readonly patient?: boolean | undefined;
}

/** Work in workers. */
export interface Pool<Jobs extends JobMap<Jobs>> extends Work<Jobs> {
  /** Resolves to what a worker answers. Rejects with its error, with a refusal, or with the signal's reason. */
  run<Name extends keyof Jobs & string>(
    job: Job<Jobs, Name>,
    signal?: AbortSignal,
    settings?: JobSettings,
  ): Promise<Jobs[Name]["result"]>;
  /** Ends every worker; jobs under way and later ones are refused as closed. */
  close(): void;
}
