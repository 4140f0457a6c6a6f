import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Configuration } from "./configuration.ts";

interface Processes {
  readonly url: string;
  /** Waits until all processes have finished their requests, and resolves when all have exited. */
  drain(): Promise<void>;
  kill(): void;
}

/** The data that a process gets at startup, as JSON in the environment variable ISOQR_PROCESS. */
export interface Assignment {
  readonly configuration: Configuration;
  /** The number of the process; the first is "1". */
  readonly place: string;
  readonly leaveLimit: number;
}
const ASSIGNMENT = "ISOQR_PROCESS";

/** Messages to a process. "drain" makes the process stop accepting connections and report "closed". "leave" makes it
 *  send `Connection: close`. During shutdown, "leave" is sent once all processes are closed, because a client that
 *  reconnects earlier could reach a process that is about to exit. */
export type Order = "drain" | "leave";

export type Report =
  | { readonly report: "serving"; readonly url: string }
  | { readonly report: "failed"; readonly message: string }
  | { readonly report: "closed" };

/** The program of each process. Bundlers would rewrite a literal in `new URL`, so the path is in a variable. */
const PROGRAM = "./server-process.js";

/** Milliseconds in which a process must start. This is longer than a starting process waits for a database. */
export const START_LIMIT = 30_000;

/** Milliseconds after the drain delay until a process that still accepts connections is killed, because it must be hanging. */
export const CLOSE_LIMIT = 5_000;
/** Milliseconds that a draining process waits for the other processes to stop accepting connections; longer than
 *  CLOSE_LIMIT. */
export const LEAVE_LIMIT = 10_000;

/** Milliseconds after the drain delay until a process that is still running is killed; longer than requests can
 *  take. */
export const END_LIMIT = 20_000;

/** Times in milliseconds that control restarts. The pause before a restart starts at `first`, and doubles up to `most`.
 *  A process that has run for `life` is restarted without a pause. */
const PAUSE = { first: 100, most: 10_000, life: 10_000 } as const;

/** Number of consecutive failed starts of a process after which isoqr exits, unless another process is serving. The
 *  supervisor of isoqr can then act. */
export const MAX_FAILURES = 5;

/** Starts the configured number of processes, and restarts those that exit. `report` is called with a line for each
 *  exit and each failed start. `giveUp` is called when no process is running and none can be started.
 *  @throws {Error} with a one-line message if one of the initial processes cannot start. */
export async function startProcesses(
  configuration: Configuration,
  { report, giveUp }: { readonly report: (line: string) => void; readonly giveUp: () => void },
  program: URL = new URL(PROGRAM, import.meta.url),
): Promise<Processes> {
  cluster.setupPrimary({ exec: fileURLToPath(program), args: [] });
  const { workers: count = 1, drainDelay = 0 } = configuration;
  const all = new Set<Worker>();
  const serving = new Set<Worker>();
  const closed = new WeakSet<Worker>();
  const isClosed = (worker: Worker) => closed.has(worker) || !worker.isConnected();
  let isStopping = false;

  async function start(place: string): Promise<{ readonly worker: Worker; readonly url: string }> {
    const worker = cluster.fork({
      [ASSIGNMENT]: JSON.stringify({ configuration, place, leaveLimit: LEAVE_LIMIT } satisfies Assignment),
    });
    all.add(worker);
    worker.on("message", (message: Report) => {
      if (message.report !== "closed") return;
      closed.add(worker);
      letLeave();
    });
    worker.once("disconnect", letLeave);
    const forget = () => {
      all.delete(worker);
      serving.delete(worker);
      letLeave();
    };
    worker.once("exit", forget);
    const url = await untilServing(worker).catch((error) => {
      worker.process.kill("SIGKILL");
      // A process without a pid was never created, and emits no "exit".
      if (worker.process.pid === undefined) forget();
      throw error;
    });
    serving.add(worker);
    return { worker, url };
  }

  /** Restarts the process at `place`, initially `first`, whenever it exits. */
  async function supervise(place: string, first: Worker): Promise<void> {
    const name = `process ${place} of ${count}`;
    let worker: Worker | undefined = first;
    let pause = 0;
    let failures = 0;
    const extend = () => {
      pause = Math.min(PAUSE.most, Math.max(PAUSE.first, 2 * pause));
    };
    while (!isStopping) {
      if (worker) {
        const since = Date.now();
        const reason = await exitOf(worker);
        if (isStopping) return;
        report(`${name} exited with ${reason}: restarting it`);
        if (Date.now() - since < PAUSE.life) extend();
        else pause = 0;
      }
      await sleep(pause);
      if (isStopping) return;
      worker = await start(place).then(
        (started) => started.worker,
        ({ message }: Error) => {
          if (!isStopping) report(`${name} cannot start: ${message}`);
          return undefined;
        },
      );
      failures = worker ? 0 : failures + 1;
      if (failures >= MAX_FAILURES && serving.size === 0 && !isStopping) return giveUp();
      if (!worker) extend();
    }
  }

  /** Sends "leave" to the processes that have stopped accepting connections. During shutdown, waits until all processes have
   *  stopped: a client that reconnects earlier could reach another process just before that stops. */
  function letLeave(): void {
    if (isStopping && ![...all].every(isClosed)) return;
    for (const worker of all) if (closed.has(worker)) send(worker, "leave");
  }

  const kill = (workers: Iterable<Worker> = all) => {
    for (const worker of workers) worker.process.kill("SIGKILL");
  };
  const stop = () => {
    isStopping = true;
    kill();
  };
  // Stops all processes when this process exits. Otherwise, a process that is still starting would report this exit as a
  // failure.
  process.once("exit", stop);
  const places = Array.from({ length: count }, (_, at) => String(at + 1));
  const [url = ""] = await Promise.all(
    places.map(async (place) => {
      const started = await start(place);
      void supervise(place, started.worker);
      return started.url;
    }),
  ).catch((error) => {
    stop();
    throw error;
  });
  return {
    url,
    kill: stop,
    async drain() {
      isStopping = true;
      // Processes that are still starting have no requests to finish.
      kill([...all].filter((worker) => !serving.has(worker)));
      for (const worker of serving) send(worker, "drain");
      const hanging = setTimeout(() => kill([...all].filter((worker) => !isClosed(worker))), drainDelay + CLOSE_LIMIT);
      const late = setTimeout(kill, drainDelay + END_LIMIT);
      await Promise.all([...all].map(exitOf));
      clearTimeout(hanging);
      clearTimeout(late);
    },
  };
}

function send(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => undefined);
}

function exitOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once("exit", (code: number, signal: string | null) => resolve(signal ?? `code ${code}`));
  });
}

/** Resolves to the URL of `worker` once it is listening. Rejects if the worker reports an error, exits, or is not
 *  listening within START_LIMIT. */
function untilServing(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => reject(new Error(message));
    const late = setTimeout(() => fail("the process did not start in time"), START_LIMIT);
    worker.on("message", (message: Report) => {
      if (message.report === "serving") resolve(message.url);
      else if (message.report === "failed") fail(message.message);
      else return;
      clearTimeout(late);
    });
    worker.on("error", ({ message }) => fail(message));
    worker.once("exit", () => {
      clearTimeout(late);
      fail("the process exited before it started listening");
    });
  });
}
