import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Configuration } from "./configuration.ts";
import { createGatherer, type Gathered } from "./gathered-figures.ts";
import { listenToHeart } from "./heartbeat.ts";
import { give, isReport, type Order } from "./process-messages.ts";

/** Several processes that serve on one port. */
export interface Processes {
  readonly url: string;
  /** Puts a new process in the place of each, one after the other, without a request lost. Rejects with a sentence when a
   *  new one cannot serve; the old one then stays. */
  restart(): Promise<void>;
  /** The figures of those that give them in time. */
  figures(): Promise<Gathered>;
  /** Lets all of them finish what is under way, and resolves when they have ended. */
  drain(): Promise<void>;
  /** Ends them at once. */
  kill(): void;
}

/** The program of each; a variable, for a bundler would take a literal in its place for a picture. */
const PROGRAM = "./server-process.js";

/** Milliseconds for a process to serve: a database that does not answer is waited for, and then done without. */
const START_LIMIT = 30_000;

/** Milliseconds, beside the drain's delay, after which one that still takes connections is ended: it hangs, and whoever came
 *  to it would wait in vain. */
const CLOSE_LIMIT = 5_000;

/** Milliseconds, beside the drain's delay, after which one that does not end is ended: longer than requests have. */
const END_LIMIT = 20_000;

/** Milliseconds before a process that died gets a successor: at first, at most, and how long one has to live for its
 *  successor to come at once. Each that lives shorter doubles the pause. */
const PAUSE = { first: 100, most: 10_000, life: 10_000 } as const;

/** Starts as many processes as `configuration` wants, and keeps as many. `report` reads of those that die.
 *  @throws {Error} with one sentence when they cannot serve. */
export async function startProcesses(
  configuration: Configuration,
  report: (line: string) => void,
  program: URL = new URL(PROGRAM, import.meta.url),
): Promise<Processes> {
  cluster.setupPrimary({ exec: fileURLToPath(program), args: [] });
  const { workers: count = 1, drainDelay = 0 } = configuration;
  /** Who serves, by place. */
  const serving = new Map<string, Worker>();
  /** Who is about to, by place: whoever died while it was replaced needs no second successor. */
  const opening = new Map<string, Promise<string>>();
  const all = new Set<Worker>();
  /** Who takes no new connections any more. */
  const closed = new Set<Worker>();
  /** Pauses before successors, by place. */
  const pauses = new Map<string, number>();
  let stopping = false;

  function open(place: string): Promise<string> {
    const underWay = opening.get(place) ?? openAnew(place).finally(() => opening.delete(place));
    opening.set(place, underWay);
    return underWay;
  }

  async function openAnew(place: string): Promise<string> {
    const worker = cluster.fork();
    all.add(worker);
    worker.on("message", (message: unknown) => {
      if (!isReport(message) || message.report !== "closed") return;
      closed.add(worker);
      letLeave();
    });
    worker.once("disconnect", letLeave);
    worker.once("exit", () => {
      all.delete(worker);
      closed.delete(worker);
      letLeave();
    });
    const url = await serve(worker, { order: "serve", configuration, place }).catch((error) => {
      worker.process.kill("SIGKILL");
      throw error;
    });
    serving.set(place, worker);
    const since = Date.now();
    worker.once("exit", (code: number | null, signal: string | null) => {
      if (stopping || serving.get(place) !== worker) return;
      serving.delete(place);
      report(`process ${place} of ${count} ended with ${signal ?? `code ${code}`}: another takes its place`);
      if (Date.now() - since < PAUSE.life) wait(place);
      else pauses.delete(place);
      void reopen(place);
    });
    listenToHeart(worker, () => {
      report(`process ${place} of ${count} hangs: it is ended`);
      worker.process.kill("SIGKILL");
    });
    // Told to stop while it was starting.
    if (stopping) give(worker, { order: "drain" });
    return url;
  }

  /** Callers of one that is closed come to the others. When all are to end, they wait for each other: what one of them is told
   *  to open anew would come to another in the moment in which it closes, and be lost. */
  function letLeave(): void {
    const isOpen = [...all].some((worker) => worker.isConnected() && !closed.has(worker));
    if (stopping && isOpen) return;
    for (const worker of closed) give(worker, { order: "leave" });
  }

  function wait(place: string): void {
    pauses.set(place, Math.min(PAUSE.most, Math.max(PAUSE.first, 2 * (pauses.get(place) ?? 0))));
  }

  async function reopen(place: string): Promise<void> {
    await sleep(pauses.get(place) ?? 0);
    if (stopping || serving.has(place)) return;
    await open(place).catch(({ message }: Error) => {
      if (stopping) return;
      report(`process ${place} of ${count} cannot start: ${message}`);
      wait(place);
      void reopen(place);
    });
  }

  async function end(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    const ended = once(worker, "exit");
    give(worker, { order: "drain" });
    const killThis = () => void worker.process.kill("SIGKILL");
    const hanging = setTimeout(() => closed.has(worker) || killThis(), drainDelay + CLOSE_LIMIT);
    const late = setTimeout(killThis, drainDelay + END_LIMIT);
    await ended;
    clearTimeout(hanging);
    clearTimeout(late);
  }

  const kill = () => {
    stopping = true;
    for (const worker of all) worker.process.kill("SIGKILL");
  };
  // One that starts would not notice that this one is gone before it complains of it.
  process.once("exit", kill);
  const places = Array.from({ length: count }, (_, at) => String(at + 1));
  const [url = ""] = await Promise.all(places.map(open)).catch((error) => {
    kill();
    throw error;
  });
  return {
    url,
    async restart() {
      for (const place of places) {
        const old = serving.get(place);
        if (stopping) return;
        await open(place);
        if (old) await end(old);
      }
    },
    figures: createGatherer(() => serving.values(), count),
    async drain() {
      stopping = true;
      await Promise.all([...all].map(end));
    },
    kill,
  };
}

/** Resolves to where `worker` serves. Rejects with its sentence, when it ends, and when it takes too long. */
function serve(worker: Worker, order: Order): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (sentence: string) => reject(new Error(sentence));
    const late = setTimeout(() => fail("it does not serve in time"), START_LIMIT);
    worker.on("message", (message: unknown) => {
      if (!isReport(message)) return;
      if (message.report === "listening") return give(worker, order);
      if (message.report === "serving") resolve(message.url);
      else if (message.report === "failed") fail(message.sentence);
      else return;
      clearTimeout(late);
    });
    worker.once("exit", () => {
      clearTimeout(late);
      fail("it ended before it served");
    });
  });
}
