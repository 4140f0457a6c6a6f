import { QrError } from "../errors.ts";
import type { Job, JobMap } from "../ports.ts";
import { createFairQueue, type Queued } from "./fair-queue.ts";
import { onAbort } from "./on-abort.ts";
import type { JobSettings, Pool, PoolRules, PoolSettings, PoolWorker } from "./pool-rules.ts";
import { callWork, UnsentError, type WorkerCall } from "./wire.ts";

interface Entry<Jobs extends JobMap<Jobs>> extends Queued {
  readonly name: keyof Jobs & string;
  /** Runs the job, and resolves to its ending. */
  start(call: WorkerCall<Jobs>): Promise<Ending>;
  fail(error: unknown): void;
  /** Remaining retries after a worker died. */
  retries: number;
  /** The timer for the wait limit or the time limit. Unlike the workers, it keeps the process alive. */
  timer?: ReturnType<typeof setTimeout> | undefined;
}

interface Slot<Jobs extends JobMap<Jobs>> {
  readonly worker: PoolWorker;
  readonly call: WorkerCall<Jobs>;
  job: Entry<Jobs> | undefined;
  /** Start of the current job, as a time of performance.now(). */
  began: number;
  /** The names of the jobs that the worker has already run. */
  readonly known: Set<string>;
  jobs: number;
  /** Whether another worker has replaced this one, which ends after its current job. */
  replaced: boolean;
  idleTimer?: ReturnType<typeof setTimeout>;
}

/** How a job ended: it never reached its worker, was completed, or broke the worker. */
type Ending = "unsent" | "done" | "broken";

/** Returns how a failed job ended. An error with a cause means that the worker itself failed, except if no new worker could
 *  run the job either. */
function endingOf(error: unknown): Ending {
  if (error instanceof UnsentError) return "unsent";
  if (!(error instanceof QrError) || error.cause === undefined) return "done";
  return error.code === "NOT_SUPPORTED" ? "done" : "broken";
}

/** Milliseconds without new workers, after many have died and none has ever responded. */
const PAUSE = 1_000;

/** Creates a pool of workers. Every job settles: with its result, with its own error, or with an error of `rules`. Replaces
 *  workers that are overdue, dead or broken. If no worker ever responds, rejects waiting jobs after a few deaths. */
export function createPool<Jobs extends JobMap<Jobs>>(settings: PoolSettings, rules: PoolRules<Jobs>): Pool<Jobs> {
  const { spawn, size, queue, timeLimit, timeLimits = {}, idleLimit, report = () => {} } = settings;
  const { jobLimit = Number.POSITIVE_INFINITY } = settings;
  const { waitLimit, refusals } = rules;
  // Each running job may kill two workers. More deaths must have another cause.
  const mostDeaths = 2 * size + 2;
  const slots = new Set<Slot<Jobs>>();
  const limits = { places: size, jobs: queue, bytes: settings.queueBytes, wait: settings.queueTime };
  const waiting = createFairQueue<Entry<Jobs>>(limits);
  /** The worker that is starting to replace one that has reached its job limit. There is only one, so that the pool always
   *  has other workers. */
  let spare: Slot<Jobs> | undefined;
  let closed = false;
  let started = false;
  let deaths = 0;
  let pause: { readonly end: number; readonly cause: unknown } | undefined;

  function run<Name extends keyof Jobs & string>(
    { name, input, onStart, client, cost, since = performance.now() }: Job<Jobs, Name>,
    signal?: AbortSignal,
    { urgent = false, patient = urgent, load = 1, bytes = 0 }: JobSettings = {},
  ): Promise<Jobs[Name]["result"]> {
    if (closed) return Promise.reject(refusals.closed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (pause && isPaused()) return Promise.reject(refusals.died(false, pause.cause));
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        // The timer of a running job must continue, because it also limits the worker.
        if (waiting.remove(entry)) clearTimeout(entry.timer);
        entry.retries = 0;
        entry.fail(error);
      };
      // A running job is not interrupted, because it ends soon, and starting a new worker takes longer.
      const unwatch = onAbort(signal, () => leave(signal?.reason));
      const settle = <Value>(how: (value: Value) => void) => {
        return (value: Value) => {
          unwatch();
          how(value);
        };
      };
      const entry: Entry<Jobs> = {
        ...{ name, client, cost, since, patient, urgent, load, bytes },
        retries: rules.retries(name),
        start: async (call) => {
          onStart?.();
          const work = call.run({ name, input });
          work.then(settle(resolve), settle(reject));
          return work.then(() => "done", endingOf);
        },
        fail: settle(reject),
      };
      const now = performance.now();
      const refuse = () => leave(refusals.busy(waiting.waitOf({ ...entry, since: performance.now() })));
      if (!patient && isOccupied() && waiting.isFull(entry)) return refuse();
      if (waitLimit !== undefined && !patient) {
        // Even a late job of a request gets a third of the limit. Otherwise, the work of the earlier jobs would be
        // wasted.
        entry.timer = setTimeout(refuse, Math.max(since + waitLimit - now, waitLimit / 3));
      }
      waiting.add(entry);
      next();
    });
  }

  function fail(job: Entry<Jobs>, error: unknown): void {
    clearTimeout(job.timer);
    job.fail(error);
  }

  function isOccupied(): boolean {
    return slots.size >= size && [...slots].every(({ job }) => job);
  }

  function next(): void {
    for (;;) {
      const idle = [...slots].find(({ job }) => job === undefined);
      if (!idle && slots.size >= size) return;
      const job = waiting.take();
      if (!job) return;
      const slot = idle ?? open(job);
      if (slot) assign(slot, job);
    }
  }

  /** Adds a worker. If the host cannot start one, rejects `job` and returns undefined. */
  function open(job: Entry<Jobs>): Slot<Jobs> | undefined {
    try {
      const slot = start();
      slots.add(slot);
      return slot;
    } catch (cause) {
      noteDeath(cause);
      waiting.end(job, 0, false);
      fail(job, refusals.died(started, cause));
      return undefined;
    }
  }

  /** Creates a worker that is not in the pool yet.
   *  @throws the host's error if it cannot start one. */
  function start(): Slot<Jobs> {
    const worker = spawn();
    const call = callWork<Jobs>(worker.endpoint);
    const slot: Slot<Jobs> = { worker, call, job: undefined, began: 0, known: new Set(), jobs: 0, replaced: false };
    worker.onDeath((cause) => {
      // A worker may report an error and then its exit, and also exits when the pool ends it.
      if (slot === spare) discard(slot);
      else if (!slots.has(slot)) return;
      noteDeath(cause);
      drop(slot, refusals.died(started, cause), !isPaused());
    });
    return slot;
  }

  /** Starts a worker to replace `old`, which stays in use until the new one responds. */
  function replace(old: Slot<Jobs>): void {
    // If the new worker does not start, the pool tries again after another `jobLimit` jobs.
    old.jobs = 0;
    try {
      const slot = start();
      spare = slot;
      const late = setTimeout(() => discard(slot), timeLimit);
      if (typeof late === "object") late.unref();
      slot.call.ready().then(() => {
        clearTimeout(late);
        if (slot !== spare) return;
        // While the new worker started, `old` may have ended, and a waiting job may have started another worker.
        if (!slots.has(old) && slots.size >= size) return discard(slot);
        spare = undefined;
        slots.add(slot);
        old.replaced = true;
        if (!old.job) drop(old, refusals.closed());
        next();
        if (!slot.job) startIdleTimer(slot);
      });
    } catch (cause) {
      noteDeath(cause);
    }
  }

  function discard(slot: Slot<Jobs>): void {
    if (slot !== spare) return;
    spare = undefined;
    slot.worker.terminate();
  }

  function noteDeath(cause: unknown): void {
    // `report` may use the pool, so it is called when the pool is in a consistent state.
    void Promise.resolve()
      .then(() => report(cause))
      .catch(() => {});
    if (started || ++deaths < mostDeaths) return;
    pause = { end: performance.now() + PAUSE, cause };
    refuseWaiting(() => refusals.died(false, cause));
  }

  function isPaused(): boolean {
    return !started && pause !== undefined && performance.now() < pause.end;
  }

  function refuseWaiting(error: () => QrError): void {
    for (const job of waiting.clear()) fail(job, error());
  }

  function assign(slot: Slot<Jobs>, job: Entry<Jobs>): void {
    slot.job = job;
    slot.began = performance.now();
    clearTimeout(slot.idleTimer);
    clearTimeout(job.timer);
    const own = timeLimits[job.name];
    // The first job of each name takes longer, because the worker has to start, or to load libraries.
    const isFirst = !slot.known.has(job.name);
    const limit = own === undefined ? timeLimit : isFirst ? 2 * own : own;
    job.timer = setTimeout(() => drop(slot, refusals.overdue(job.name)), limit);
    job.start(slot.call).then((ending) => {
      if (!slots.has(slot) || slot.job !== job) return;
      clearTimeout(job.timer);
      waiting.end(job, performance.now() - slot.began, ending === "done" && !isFirst);
      if (ending !== "unsent") {
        slot.known.add(job.name);
        started = true;
      }
      slot.job = undefined;
      if (ending === "broken" || slot.replaced) return drop(slot, refusals.closed());
      if (++slot.jobs >= jobLimit && !spare) replace(slot);
      next();
      if (!slot.job) startIdleTimer(slot);
    });
  }

  /** Ends an idle worker after `idleLimit`. The timer does not keep the process alive. */
  function startIdleTimer(slot: Slot<Jobs>): void {
    slot.idleTimer = setTimeout(() => drop(slot, refusals.closed()), idleLimit);
    if (typeof slot.idleTimer === "object") slot.idleTimer.unref();
  }

  /** Ends the worker of `slot`. Rejects its job with `error`, unless `mayRetry` is set and the job has retries left. */
  function drop(slot: Slot<Jobs>, error: QrError, mayRetry = false): void {
    if (!slots.delete(slot)) return;
    slot.worker.terminate();
    clearTimeout(slot.idleTimer);
    const { job } = slot;
    if (job) waiting.end(job, performance.now() - slot.began, true);
    if (job && mayRetry && job.retries > 0) {
      clearTimeout(job.timer);
      job.retries--;
      waiting.add(job);
    } else if (job) fail(job, error);
    next();
  }

  return {
    run,
    close() {
      closed = true;
      refuseWaiting(refusals.closed);
      for (const slot of [...slots]) drop(slot, refusals.closed());
      if (spare) discard(spare);
    },
  };
}
