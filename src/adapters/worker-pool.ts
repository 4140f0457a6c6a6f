import type { Endpoint } from "comlink";
import { QrError } from "../errors.ts";
import type { HeavyWork } from "../ports.ts";
import { callHeavyWork, type JobOf, type ResultOf, type WorkerCall, type WorkName } from "./heavy-wire.ts";

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
  /** Milliseconds that a job may wait, and again that it may take. */
  readonly timeLimit: number;
  /** Milliseconds after which a worker without work is ended: the memory that a large picture took goes with it. */
  readonly idleLimit: number;
  /** Hears why a worker died, which no caller is told. */
  readonly report?: (error: unknown) => void;
}

/** Heavy work in workers. */
export interface HeavyPool extends HeavyWork {
  /** Ends every worker; jobs under way and later ones are refused as BUSY. */
  close(): void;
}

/** One job, from its arrival until it is settled; `timer` runs all the time, so that none is ever left pending, and keeps
 *  the process alive, which idle workers do not. */
interface Job {
  readonly name: WorkName;
  start(call: WorkerCall): Promise<void>;
  fail(error: QrError): void;
  timer: ReturnType<typeof setTimeout>;
}

interface Slot {
  readonly worker: PoolWorker;
  readonly call: WorkerCall;
  job: Job | undefined;
  /** Runs while there is no job. */
  idle?: ReturnType<typeof setTimeout>;
}

const BUSY_SENTENCE = "too many pictures are being worked on at the moment: try again in a second";

/** A pool of workers behind the port. Every job settles: with its result, with its own error, or with BUSY (503) when the
 *  queue is full or time is up, INTERNAL (500) when its worker died. A worker that is out of time or dead is replaced. */
export function createHeavyPool({
  spawn,
  size,
  queue,
  timeLimit,
  idleLimit,
  report = () => {},
}: PoolSettings): HeavyPool {
  const slots = new Set<Slot>();
  const waiting: Job[] = [];
  let closed = false;

  function submit<Name extends WorkName>(name: Name, input: JobOf<Name>): Promise<ResultOf<Name>> {
    if (closed) return Promise.reject(stopping());
    if (waiting.length >= queue && !hasRoom()) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const job: Job = {
        name,
        start: (call) => call.run(name, input).then(resolve, reject),
        fail: reject,
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(job), 1);
          reject(busy());
        }, timeLimit),
      };
      waiting.push(job);
      next();
    });
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
  function open(job: Job): Slot | undefined {
    try {
      const worker = spawn();
      const slot: Slot = { worker, call: callHeavyWork(worker.endpoint), job: undefined };
      slots.add(slot);
      worker.onDeath((cause) => {
        // Its own end after an error, and the end the pool gave it, are no news.
        if (!slots.has(slot)) return;
        report(cause);
        drop(slot, died());
      });
      return slot;
    } catch (cause) {
      report(cause);
      waiting.shift();
      settle(job);
      job.fail(died());
      next();
      return undefined;
    }
  }

  function run(slot: Slot, job: Job): void {
    slot.job = job;
    clearTimeout(slot.idle);
    clearTimeout(job.timer);
    job.timer = setTimeout(() => drop(slot, overdue(job.name)), timeLimit);
    job.start(slot.call).then(() => {
      if (!slots.has(slot) || slot.job !== job) return;
      settle(job);
      slot.job = undefined;
      next();
      if (!slot.job) rest(slot);
    });
  }

  /** Lets an idle worker go after a while. Where timers keep a process alive, this one does not. */
  function rest(slot: Slot): void {
    slot.idle = setTimeout(() => drop(slot, stopping()), idleLimit);
    if (typeof slot.idle === "object") slot.idle.unref();
  }

  /** Ends the worker of `slot` and fails the job it had. */
  function drop(slot: Slot, error: QrError): void {
    if (!slots.delete(slot)) return;
    slot.worker.terminate();
    clearTimeout(slot.idle);
    if (slot.job) {
      settle(slot.job);
      slot.job.fail(error);
    }
    next();
  }

  return {
    drawLogo: (job) => submit("drawLogo", job),
    scan: (job) => submit("scan", job),
    drawCard: (job) => submit("drawCard", job),
    close() {
      closed = true;
      for (const job of waiting.splice(0)) {
        settle(job);
        job.fail(stopping());
      }
      for (const slot of [...slots]) drop(slot, stopping());
    },
  };
}

function settle(job: Job): void {
  clearTimeout(job.timer);
}

function busy(): QrError {
  return new QrError("BUSY", 503, BUSY_SENTENCE);
}

function stopping(): QrError {
  return new QrError("BUSY", 503, "the server is stopping: try again in a moment");
}

function died(): QrError {
  return new QrError("INTERNAL", 500, "the picture could not be worked on: try again");
}

/** A logo is the caller's own, so its time is the caller's fault; everything else is bounded and late only under load. */
function overdue(name: WorkName): QrError {
  if (name === "drawLogo") {
    return new QrError("LOGO_INVALID", 400, "logo takes too long to draw: use a simpler picture", "logo");
  }
  return busy();
}
