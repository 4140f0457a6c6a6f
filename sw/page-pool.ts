import { createHeavyPool, type HeavyPool, serveHeavyWork } from "../src/work/heavy-pool.ts";
import { watchWorker } from "../src/work/web-worker.ts";
import { PROTOCOL } from "./messages.ts";
import { ownScript } from "./trusted.ts";

/** What the worker asks a page for: to take on heavy work that comes through the port. */
export interface WorkRequest {
  readonly isoqr: "work";
  /** The protocol between the worker and its threads; a page with another one does not answer. */
  readonly protocol: number;
  /** Where the program of the pool's threads is. */
  readonly program: string;
}

/** A service worker can start no threads, so its pages do it: two at most, for the page has work of its own. A page has as
 *  many pictures as it likes, and they may all wait. Fonts are loaded within a job's time. */
const POOL = { queue: 2_000, timeLimit: 60_000, idleLimit: 60_000, jobLimit: 1_000 } as const;

/** Takes on the heavy work of the worker for as long as the page is there. */
export function offerThreads(container: ServiceWorkerContainer): () => void {
  let pool: HeavyPool | undefined;
  /** The threads' program, which is that of the active version. */
  let running = "";
  const listen = (event: MessageEvent<WorkRequest | undefined>) => {
    const { data, ports } = event;
    const [port] = ports;
    if (data?.isoqr !== "work" || data.protocol !== PROTOCOL || !port) return;
    // A page that registers twice does the work once.
    event.stopImmediatePropagation();
    const { program } = data;
    const size = Math.max(1, Math.min(2, navigator.hardwareConcurrency - 1));
    if (program !== running) {
      pool?.close();
      pool = undefined;
      running = program;
    }
    pool ??= createHeavyPool({ ...POOL, host: "page", size, spawn: () => watchWorker(new Worker(ownScript(program))) });
    serveHeavyWork(pool, port);
    port.start();
    port.postMessage("ready");
  };
  container.addEventListener("message", listen);
  // Messages to listeners of this kind wait until they are let through.
  container.startMessages();
  return () => {
    container.removeEventListener("message", listen);
    pool?.close();
  };
}
