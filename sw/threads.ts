import { nextTask } from "../src/next-task.ts";
import type { HeavyJobName, HeavyJobs, HeavyWork, Job } from "../src/ports.ts";
import { busy } from "../src/work/heavy-jobs.ts";
import { createHeavyPool, type HeavyPool, serveHeavyWork } from "../src/work/heavy-pool.ts";
import { abandonable } from "../src/work/on-abort.ts";
import { watchWorker } from "../src/work/web-worker.ts";
import { callWork, type WorkerCall } from "../src/work/wire.ts";
import type { OfflineHost, PageClient } from "./host.ts";
import { ownScript } from "./script.ts";

/** Milliseconds within which a page that can help answers. */
const ANSWER_TIME = 250;
/** Unanswered questions after which a page is not asked again: a busy page may miss one. */
const MOST_SILENCES = 3;
/** Milliseconds between checks whether the page is still open. */
const LOOK = 1_000;
const MOST_LOOKS = 60;
/** Maximum jobs waiting for the service worker itself. */
const MOST_WAITING = 2_000;

/** Runs heavy jobs in threads of the site's pages, so that they never block the service worker; with `here` if no page can
 *  help. `load` fetches the threads' program and what the job needs. An aborted job is abandoned. */
export function createThreads(
  host: OfflineHost,
  request: WorkRequest,
  here: HeavyWork,
  load: (name: HeavyJobName) => Promise<unknown>,
): HeavyWork {
  const helpers = new Map<string, { readonly call: WorkerCall<HeavyJobs>; readonly port: MessagePort }>();
  /** How often each page has not answered. */
  const silences = new Map<string, number>();
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function run<Name extends HeavyJobName>(
    job: Job<HeavyJobs, Name>,
    signal: AbortSignal | undefined,
  ): Promise<HeavyJobs[Name]["result"]> {
    const able = await load(job.name).then(pages, () => []);
    for (const page of able) {
      const call = helpers.get(page.id)?.call ?? (await ask(page));
      if (!call) continue;
      const done = new AbortController();
      try {
        const result = await Promise.race([
          call.run(job, signal).then((value) => ({ value })),
          gone(page, done.signal),
        ]);
        if (result) return result.value;
      } finally {
        done.abort();
      }
      forget(page.id);
    }
    if (waiting >= MOST_WAITING) throw busy();
    waiting++;
    // One at a time, and other events of the worker in between.
    const turn = queue.then(nextTask);
    const done = turn.then(() => here.run(job, signal));
    queue = done.catch(() => undefined).finally(() => waiting--);
    return done;
  }

  async function pages(): Promise<readonly PageClient[]> {
    const all = await host.clients.matchAll({ type: "window" });
    const ids = new Set(all.map(({ id }) => id));
    for (const id of helpers.keys()) if (!ids.has(id)) forget(id);
    for (const id of silences.keys()) if (!ids.has(id)) silences.delete(id);
    return all.filter(({ id }) => (silences.get(id) ?? 0) < MOST_SILENCES);
  }

  /** Resolves to the page's threads; undefined if it does not answer. */
  async function ask(page: PageClient): Promise<WorkerCall<HeavyJobs> | undefined> {
    const { port1, port2 } = new MessageChannel();
    page.postMessage(request, [port2]);
    const ready = await new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), ANSWER_TIME);
      port1.onmessage = () => resolve(true);
    });
    if (!ready) {
      port1.close();
      silences.set(page.id, (silences.get(page.id) ?? 0) + 1);
      return undefined;
    }
    const known = helpers.get(page.id)?.call;
    if (known) {
      port1.close();
      return known;
    }
    const call = callWork<HeavyJobs>(port1);
    helpers.set(page.id, { call, port: port1 });
    return call;
  }

  function forget(id: string): void {
    helpers.get(id)?.port.close();
    helpers.delete(id);
  }

  /** Resolves when the page will not answer: it has been closed, or frozen by the browser. */
  async function gone(page: PageClient, done: AbortSignal): Promise<undefined> {
    for (let looks = 0; looks < MOST_LOOKS && !done.aborted; looks++) {
      await new Promise((resolve) => setTimeout(resolve, LOOK));
      const all = await host.clients.matchAll({ type: "window" });
      if (!all.some(({ id }) => id === page.id)) break;
    }
    return undefined;
  }

  return { jobs: here.jobs, run: (job, signal) => abandonable(run(job, signal), signal) };
}

/** The worker's request to a page to run the heavy jobs that come through a port. */
export interface WorkRequest {
  readonly isoqr: "work";
  /** ISOQR_PROTOCOL of the worker; a page with another one does not answer. */
  readonly protocol: string;
  /** The address of the threads' program. */
  readonly program: string;
}

/** A service worker cannot start threads, so its pages do: two at most, because pages have work of their own. A page may
 *  have any number of pictures, and all of them may wait. A job's time includes loading fonts. */
const POOL = { queue: 2_000, timeLimit: 60_000, idleLimit: 60_000, jobLimit: 1_000 } as const;

/** Runs the worker's heavy jobs as long as the page is open. Returns a function that ends it. */
export function offerThreads(container: ServiceWorkerContainer): () => void {
  let pool: HeavyPool | undefined;
  /** The threads' program of the active version. */
  let running = "";
  const listen = (event: MessageEvent<WorkRequest | undefined>) => {
    const { data, ports } = event;
    const [port] = ports;
    if (data?.isoqr !== "work" || data.protocol !== ISOQR_PROTOCOL || !port) return;
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
