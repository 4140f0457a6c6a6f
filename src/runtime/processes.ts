import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Configuration } from "./configuration.ts";

/** Several processes that serve on one port. */
interface Processes {
  readonly url: string;
  /** Lets them finish the requests under way, and resolves when they have ended. */
  drain(): Promise<void>;
  /** Ends them at once. */
  kill(): void;
}

/** What a process is started with, as JSON in the environment variable `ASSIGNMENT`. */
export interface Assignment {
  readonly configuration: Configuration;
  /** Its place among the processes; that of the first is "1". */
  readonly place: string;
  /** Milliseconds to wait for the other processes to close. */
  readonly leaveLimit: number;
}
const ASSIGNMENT = "ISOQR_PROCESS";

/** Messages to a process: stop accepting connections and report "closed"; then send `Connection: close` to clients, whose
 *  next connection cannot reach a process that is about to close any more. */
export type Order = "drain" | "leave";

/** Messages from a process. */
export type Report =
  | { readonly report: "serving"; readonly url: string }
  | { readonly report: "failed"; readonly reason: string }
  | { readonly report: "closed" };

/** The program of each; a variable, because a bundler would replace a literal. */
const PROGRAM = "./server-process.js";

/** Milliseconds for a process to serve. One that waits for a database serves without it earlier. */
export const START_LIMIT = 30_000;

/** Milliseconds, after the drain delay, until a process that still accepts connections is killed: it hangs. */
export const CLOSE_LIMIT = 5_000;
/** Milliseconds that a draining process waits for the others to close: longer than until one that hangs is killed. */
export const LEAVE_LIMIT = 10_000;

/** Milliseconds, after the drain delay, until a process that has not ended is killed: longer than requests may take. */
export const END_LIMIT = 20_000;

/** Milliseconds before a process that died is replaced: at first, at most, and how long a process must have lived to be
 *  replaced at once. The pause doubles each time. */
const PAUSE = { first: 100, most: 10_000, life: 10_000 } as const;

/** Failed starts in a row at one place after which everything ends, if no process serves: a supervisor may know more. */
export const MOST_FAILURES = 5;

/** Starts as many processes as `configuration` wants, and replaces those that die. `report` is called with lines about
 *  those; `giveUp` when none serves and none can be started.
 *  @throws {Error} with one sentence if one cannot serve at the start. */
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
  /** Whether a process accepts no connections any more. */
  const isClosed = (worker: Worker) => closed.has(worker) || !worker.isConnected();
  let isStopping = false;

  /** Starts a process, and resolves to its address when it serves. */
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
      // The system could not start it.
      if (worker.process.pid === undefined) forget();
      throw error;
    });
    serving.add(worker);
    return { worker, url };
  }

  /** Replaces `first`, the process at `place`, whenever it has died. */
  async function keep(place: string, first: Worker): Promise<void> {
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
        report(`${name} ended with ${reason}: another takes its place`);
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
      if (failures >= MOST_FAILURES && serving.size === 0 && !isStopping) return giveUp();
      if (!worker) extend();
    }
  }

  /** When all are to end, those that are closed wait for the others: a client that is told to open a new connection could
   *  otherwise reach another process in the moment in which that one closes. */
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
  // A process that is starting would report the end of this one as a failure.
  process.once("exit", stop);
  const places = Array.from({ length: count }, (_, at) => String(at + 1));
  const [url = ""] = await Promise.all(
    places.map(async (place) => {
      const started = await start(place);
      void keep(place, started.worker);
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
      // Those that are starting have no requests.
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

/** Sends `order`, unless the process is about to end. */
function send(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => undefined);
}

/** Resolves to the signal or the code with which `worker` ends. */
function exitOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once("exit", (code: number, signal: string | null) => resolve(signal ?? `code ${code}`));
  });
}

/** Resolves to the address of `worker`. Rejects with its sentence, when it ends, and when it takes too long. */
function untilServing(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(reason));
    const late = setTimeout(() => fail("it does not serve in time"), START_LIMIT);
    worker.on("message", (message: Report) => {
      if (message.report === "serving") resolve(message.url);
      else if (message.report === "failed") fail(message.reason);
      else return;
      clearTimeout(late);
    });
    worker.on("error", ({ message }) => fail(message));
    worker.once("exit", () => {
      clearTimeout(late);
      fail("it ended before it served");
    });
  });
}
