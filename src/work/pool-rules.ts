import type { Endpoint } from "comlink";
import type { QrError } from "../errors.ts";
import type { Job, JobMap, Work } from "../ports.ts";

/** A worker of any host, seen from outside. */
export interface PoolWorker {
  readonly endpoint: Endpoint;
  /** Calls `listener` when the worker has ended by itself. */
  onDeath(listener: (cause: unknown) => void): void;
  /** Ends the worker, whatever it is doing. */
  terminate(): void;
}

export interface PoolSettings {
  readonly spawn: () => PoolWorker;
  /** Workers at most; each is started when it is first needed. */
  readonly size: number;
  /** Jobs that may wait at most, patient ones not counted. */
  readonly queue: number;
  /** Milliseconds that a job may take. */
  readonly timeLimit: number;
  /** The same for work of these names; as long again for a worker that has to start first. */
  readonly timeLimits?: Readonly<Record<string, number>>;
  /** Milliseconds after which a worker without work is ended: the memory that a large picture took goes with it. */
  readonly idleLimit: number;
  /** Jobs after which a worker is replaced, so that memory leaked by its libraries does not add up. Unlimited by default. */
  readonly jobLimit?: number;
  /** Hears why a worker died, which no caller is told. What it throws is nobody's. */
  readonly report?: (error: unknown) => unknown;
}

/** What differs between pools. */
export interface PoolRules<Jobs extends JobMap<Jobs>> {
  /** Milliseconds that a job may wait; without end when left out, and an end there is, for every job under way has one. */
  readonly waitLimit?: number;
  /** How often the work called `name` is given to another worker when its own died. */
  retries(name: keyof Jobs & string): number;
  /** The refusals, as the callers of this pool understand them. */
  readonly refusals: {
    /** The queue is full, or a job waited too long. */
    busy(): QrError;
    closed(): QrError;
    /** The worker died of `cause`; `started` tells whether any worker of the pool has ever answered. */
    died(started: boolean, cause: unknown): QrError;
    /** The work called `name` took too long. */
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
