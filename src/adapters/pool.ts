import type { Endpoint } from "comlink";
import { QrError } from "../errors.ts";
import { callWork, type JobOf, type ResultOf, type Work, type WorkerCall } from "./wire.ts";

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
  /** Jobs that may wait at most. */
  readonly queue: number;
  /** Milliseconds that a job may take. */
  readonly timeLimit: number;
  /** The same for work of these names; as long again for a worker that has to start first. */
  readonly timeLimits?: Readonly<Record<string, number>>;
  /** Milliseconds after which a worker without work is ended: the memory that a large picture took goes with it. */
  readonly idleLimit: number;
  /** Hears why a worker died, which no caller is told. */
  readonly report?: (error: unknown) => void;
}

/** What differs between pools. */
export interface PoolRules {
  /** Milliseconds that a job may wait; without end when left out, and an end there is, for every job under way has one. */
  readonly waitLimit?: number;
  /** How often the work called `name` is given to another worker when its own died. */
  retries(name: string): number;
  /** The refusals, as the callers of this pool understand them. */
  readonly refusals: {
    /** The queue is full, or a job waited too long. */
    busy(): QrError;
    closed(): QrError;
    /** The worker died of `cause`; `started` tells whether any worker of the pool has ever answered. */
    died(started: boolean, cause: unknown): QrError;
    /** The work called `name` took too long. */
    overdue(name: string): QrError;
  };
}

/** Work in workers. */
export interface Pool<W extends Work<W>> {
  /** Resolves to what a worker answers. Rejects with its error, with a refusal, or with the signal's reason. */
  submit<Name extends keyof W & string>(
    name: Name,
    job: JobOf<W, Name>,
    signal?: AbortSignal | undefined,
  ): Promise<ResultOf<W, Name>>;
  /** Ends every worker; jobs under way and later ones are refused as closed. */
  close(): void;
}

/** One job, from its arrival until it is settled. */
interface Job<W extends Work<W>> {
  readonly name: string;
  /** Resolves to whether the worker is still as good as new. */
  start(call: WorkerCall<W>): Promise<boolean>;
  fail(error: unknown): void;
  /** Workers it may still be given to after this one. */
  retries: number;
  /** Runs while a job is under way, so that none is ever left pending; keeps the process alive, which idle workers do not. */
  timer?: ReturnType<typeof setTimeout> | undefined;
}

interface Slot<W extends Work<W>> {
  readonly worker: PoolWorker;
  readonly call: WorkerCall<W>;
  job: Job<W> | undefined;
  /** Whether it has ever answered. */
  started: boolean;
  /** Runs while there is no job. */
  idle?: ReturnType<typeof setTimeout>;
}

/** A refusal with a cause came of something that broke inside the worker. */
const isWhole = (error: unknown) => !(error instanceof QrError && error.cause !== undefined);

/** A pool of workers. Every job settles: with its result, with its own error, or with a refusal. A worker that is out of
 *  time, dead or broken is replaced. */
export function createPool<W extends Work<W>>(settings: PoolSettings, rules: PoolRules): Pool<W> {
  const { spawn, size, queue, timeLimit, timeLimits = {}, idleLimit, report = () => {} } = settings;
  const { waitLimit, refusals } = rules;
  const slots = new Set<Slot<W>>();
  const waiting: Job<W>[] = [];
  let closed = false;
  let started = false;

  function submit<Name extends keyof W & string>(
    name: Name,
    input: JobOf<W, Name>,
    signal?: AbortSignal,
  ): Promise<ResultOf<W, Name>> {
    if (closed) return Promise.reject(refusals.closed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (waiting.length >= queue && !hasRoom()) return Promise.reject(refusals.busy());
    return new Promise((resolve, reject) => {
      const give = (fail: () => unknown) => () => {
        remove(job);
        job.retries = 0;
        job.fail(fail());
      };
      // A worker that has begun goes on and is free when it is done: work is short, and starting a worker is not.
      const stop = give(() => signal?.reason);
      const settle = <Value>(how: (value: Value) => void) => {
        return (value: Value) => {
          signal?.removeEventListener("abort", stop);
          how(value);
        };
      };
      const job: Job<W> = {
        name,
        retries: rules.retries(name),
        start: async (call) => {
          const work = call.run(name, input);
          work.then(settle(resolve), settle(reject));
          return work.then(() => true, isWhole);
        },
        fail: settle(reject),
      };
      signal?.addEventListener("abort", stop, { once: true });
      if (waitLimit !== undefined) job.timer = setTimeout(give(refusals.busy), waitLimit);
      waiting.push(job);
      next();
    });
  }

  function remove(job: Job<W>): void {
    const at = waiting.indexOf(job);
    if (at < 0) return;
    clearTimeout(job.timer);
    waiting.splice(at, 1);
  }

  function hasRoom(): boolean {
    return slots.size < size || [...slots].some(({ job }) => job === undefined);
  }

  /** Gives the job that waits longest to an idle worker, or to a new one. */
  function next(): void {
    const job = waiting[0];
    if (!job) return;
    let slot = [...slots].find((one) => one.job === undefined);
    if (!slot && slots.size < size) slot = open(job);
    if (!slot) return;
    waiting.shift();
    run(slot, job);
  }

  /** A new worker; undefined when the host refuses one, which `job` is then told. */
  function open(job: Job<W>): Slot<W> | undefined {
    try {
      const worker = spawn();
      const slot: Slot<W> = { worker, call: callWork<W>(worker.endpoint), job: undefined, started: false };
      slots.add(slot);
      worker.onDeath((cause) => {
        // Its own end after an error, and the end the pool gave it, are no news.
        if (!slots.has(slot)) return;
        report(cause);
        drop(slot, refusals.died(started, cause), true);
      });
      return slot;
    } catch (cause) {
      report(cause);
      remove(job);
      job.fail(refusals.died(started, cause));
      next();
      return undefined;
    }
  }

  function run(slot: Slot<W>, job: Job<W>): void {
    slot.job = job;
    clearTimeout(slot.idle);
    clearTimeout(job.timer);
    const own = timeLimits[job.name];
    const limit = own === undefined ? timeLimit : slot.started ? own : 2 * own;
    job.timer = setTimeout(() => drop(slot, refusals.overdue(job.name)), limit);
    job.start(slot.call).then((whole) => {
      if (!slots.has(slot) || slot.job !== job) return;
      clearTimeout(job.timer);
      started = true;
      slot.started = true;
      slot.job = undefined;
      if (!whole) return drop(slot, refusals.closed());
      next();
      if (!slot.job) rest(slot);
    });
  }

  /** Lets an idle worker go after a while. Where timers keep a process alive, this one does not. */
  function rest(slot: Slot<W>): void {
    slot.idle = setTimeout(() => drop(slot, refusals.closed()), idleLimit);
    if (typeof slot.idle === "object") slot.idle.unref();
  }

  /** Ends the worker of `slot`; the job it had fails, unless `again` and it may be given to another worker. */
  function drop(slot: Slot<W>, error: QrError, again = false): void {
    if (!slots.delete(slot)) return;
    slot.worker.terminate();
    clearTimeout(slot.idle);
    const { job } = slot;
    if (job) {
      clearTimeout(job.timer);
      if (again && job.retries > 0) {
        job.retries--;
        waiting.unshift(job);
      } else job.fail(error);
    }
    next();
  }

  return {
    submit,
    close() {
      closed = true;
      for (const job of waiting.splice(0)) {
        clearTimeout(job.timer);
        job.fail(refusals.closed());
      }
      for (const slot of [...slots]) drop(slot, refusals.closed());
    },
  };
}
