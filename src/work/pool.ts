import { QrError } from "../errors.ts";
import type { Job, JobMap } from "../ports.ts";
import { onAbort } from "./on-abort.ts";
import type { JobSettings, Pool, PoolRules, PoolSettings, PoolWorker } from "./pool-rules.ts";
import { callWork, UnsentError, type WorkerCall } from "./wire.ts";

/** One job, from its arrival until it is settled. */
interface Entry<Jobs extends JobMap<Jobs>> {
  readonly name: keyof Jobs & string;
  readonly patient: boolean;
  /** Runs the job, and resolves to what became of it for the worker. */
  start(call: WorkerCall<Jobs>): Promise<Ending>;
  fail(error: unknown): void;
  /** The number of other workers that it may still be given to. */
  retries: number;
  /** The timer of the wait or time limit. It keeps the process alive, which workers do not. */
  timer?: ReturnType<typeof setTimeout> | undefined;
}

interface Slot<Jobs extends JobMap<Jobs>> {
  readonly worker: PoolWorker;
  readonly call: WorkerCall<Jobs>;
  job: Entry<Jobs> | undefined;
  /** Whether the worker has ever answered. */
  started: boolean;
  /** Jobs done so far. */
  jobs: number;
  /** Whether another worker has taken its place: it ends after its current job. */
  replaced: boolean;
  /** The timer of an idle worker. */
  idle?: ReturnType<typeof setTimeout>;
}

/** Whether a job never reached its worker, was done by it, or broke something in it. */
type Ending = "unsent" | "done" | "broken";

/** An error with a cause came of something that broke inside the worker. */
function endingOf(error: unknown): Ending {
  if (error instanceof UnsentError) return "unsent";
  return error instanceof QrError && error.cause !== undefined ? "broken" : "done";
}

/** Milliseconds during which no worker is started after many have died and none has ever answered. */
const PAUSE = 1_000;

/** Creates a pool of workers. Every job settles: with its result, with its own error, or with an error of `rules`. A worker
 *  that is overdue, dead or broken is replaced. If no worker has ever answered, waiting jobs are refused after a few deaths. */
export function createPool<Jobs extends JobMap<Jobs>>(settings: PoolSettings, rules: PoolRules<Jobs>): Pool<Jobs> {
  const { spawn, size, queue, timeLimit, timeLimits = {}, idleLimit, report = () => {} } = settings;
  const { jobLimit = Number.POSITIVE_INFINITY } = settings;
  const { waitLimit, refusals } = rules;
  // Jobs under way may each end two workers. More deaths than that have another reason.
  const mostDeaths = 2 * size + 2;
  const slots = new Set<Slot<Jobs>>();
  const waiting: Entry<Jobs>[] = [];
  /** The worker being started to replace one that has reached its job limit. One at a time, so that the pool is never
   *  without workers. */
  let spare: Slot<Jobs> | undefined;
  let closed = false;
  let started = false;
  let deaths = 0;
  let pause: { readonly end: number; readonly cause: unknown } | undefined;

  function run<Name extends keyof Jobs & string>(
    { name, input }: Job<Jobs, Name>,
    signal?: AbortSignal,
    { patient = false }: JobSettings = {},
  ): Promise<Jobs[Name]["result"]> {
    if (closed) return Promise.reject(refusals.closed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (pause && isPaused()) return Promise.reject(refusals.died(false, pause.cause));
    if (!patient && isFull()) return Promise.reject(refusals.busy());
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        const at = waiting.indexOf(entry);
        // Once a job is under way, its timer is the limit of its worker.
        if (at >= 0) clearTimeout(waiting.splice(at, 1)[0]?.timer);
        entry.retries = 0;
        entry.fail(error);
      };
      // A worker that has begun finishes, and is then free: jobs are short, and starting a worker is not.
      const unwatch = onAbort(signal, () => leave(signal?.reason));
      const settle = <Value>(how: (value: Value) => void) => {
        return (value: Value) => {
          unwatch();
          how(value);
        };
      };
      const entry: Entry<Jobs> = {
        name,
        patient,
        retries: rules.retries(name),
        start: async (call) => {
          const work = call.run({ name, input });
          work.then(settle(resolve), settle(reject));
          return work.then(() => "done", endingOf);
        },
        fail: settle(reject),
      };
      if (waitLimit !== undefined) entry.timer = setTimeout(() => leave(refusals.busy()), waitLimit);
      waiting.push(entry);
      next();
    });
  }

  function fail(job: Entry<Jobs>, error: unknown): void {
    clearTimeout(job.timer);
    job.fail(error);
  }

  function isFull(): boolean {
    if (waiting.length < queue || slots.size < size) return false;
    return [...slots].every(({ job }) => job) && waiting.filter(({ patient }) => !patient).length >= queue;
  }

  /** Gives waiting jobs to idle and new workers, in order. */
  function next(): void {
    for (;;) {
      const idle = [...slots].find(({ job }) => job === undefined);
      if (!idle && slots.size >= size) return;
      const job = waiting.shift();
      if (!job) return;
      const slot = idle ?? open(job);
      if (slot) give(slot, job);
    }
  }

  /** Adds a worker. If the host cannot start one, `job` fails, and the result is undefined. */
  function open(job: Entry<Jobs>): Slot<Jobs> | undefined {
    try {
      const slot = start();
      slots.add(slot);
      return slot;
    } catch (cause) {
      noteDeath(cause);
      fail(job, refusals.died(started, cause));
      return undefined;
    }
  }

  /** Creates a worker that is not in the pool yet.
   *  @throws the host's error if it cannot start one. */
  function start(): Slot<Jobs> {
    const worker = spawn();
    const call = callWork<Jobs>(worker.endpoint);
    const slot: Slot<Jobs> = { worker, call, job: undefined, started: false, jobs: 0, replaced: false };
    worker.onDeath((cause) => {
      // Ignores its exit after an error, and when the pool ended it.
      if (slot === spare) discard(slot);
      else if (!slots.has(slot)) return;
      noteDeath(cause);
      drop(slot, refusals.died(started, cause), !isPaused());
    });
    return slot;
  }

  /** Starts a worker to replace `old`, which keeps working until the new one answers. */
  function replace(old: Slot<Jobs>): void {
    // If it does not start, the next attempt comes after as many jobs again.
    old.jobs = 0;
    try {
      const slot = start();
      spare = slot;
      const late = setTimeout(() => discard(slot), timeLimit);
      if (typeof late === "object") late.unref();
      slot.call.ready().then(() => {
        clearTimeout(late);
        if (slot !== spare) return;
        spare = undefined;
        slots.add(slot);
        old.replaced = true;
        if (!old.job) drop(old, refusals.closed());
        next();
        if (!slot.job) rest(slot);
      });
    } catch (cause) {
      noteDeath(cause);
    }
  }

  /** Ends a worker that is not in the pool yet. */
  function discard(slot: Slot<Jobs>): void {
    if (slot !== spare) return;
    spare = undefined;
    slot.worker.terminate();
  }

  function noteDeath(cause: unknown): void {
    // Later, when the pool is in a consistent state: `report` may call it.
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
    for (const job of waiting.splice(0)) fail(job, error());
  }

  function give(slot: Slot<Jobs>, job: Entry<Jobs>): void {
    slot.job = job;
    clearTimeout(slot.idle);
    clearTimeout(job.timer);
    const own = timeLimits[job.name];
    const limit = own === undefined ? timeLimit : slot.started ? own : 2 * own;
    job.timer = setTimeout(() => drop(slot, refusals.overdue(job.name)), limit);
    job.start(slot.call).then((ending) => {
      if (!slots.has(slot) || slot.job !== job) return;
      clearTimeout(job.timer);
      if (ending !== "unsent") slot.started = true;
      started ||= slot.started;
      slot.job = undefined;
      if (ending === "broken" || slot.replaced) return drop(slot, refusals.closed());
      if (++slot.jobs >= jobLimit && !spare) replace(slot);
      next();
      if (!slot.job) rest(slot);
    });
  }

  /** Ends an idle worker after a while. The timer does not keep a process alive. */
  function rest(slot: Slot<Jobs>): void {
    slot.idle = setTimeout(() => drop(slot, refusals.closed()), idleLimit);
    if (typeof slot.idle === "object") slot.idle.unref();
  }

  /** Ends the worker of `slot`. Its job fails, unless `again` is set and the job may be given to another worker. */
  function drop(slot: Slot<Jobs>, error: QrError, again = false): void {
    if (!slots.delete(slot)) return;
    slot.worker.terminate();
    clearTimeout(slot.idle);
    const { job } = slot;
    if (job && again && job.retries > 0) {
      clearTimeout(job.timer);
      job.retries--;
      waiting.unshift(job);
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
