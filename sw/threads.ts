import { nextTask } from "../src/async/next-task.ts";
import { memoize } from "../src/async/once.ts";
import { fromRecord, QrError, toRecord } from "../src/errors.ts";
import { jobUnsupported } from "../src/messages/developer-rules.ts";
import type { HeavyJobName, HeavyJobs, HeavyWork, Job } from "../src/ports.ts";
import { busy } from "../src/work/heavy-jobs.ts";
import { createHeavyPool, type HeavyPool, serveHeavyWork } from "../src/work/heavy-pool.ts";
import { abandonable } from "../src/work/on-abort.ts";
import type { Performers } from "../src/work/perform.ts";
import { watchWorker } from "../src/work/web-worker.ts";
import { callWork, type WorkerCall } from "../src/work/wire.ts";
import type { OfflineHost, PageClient } from "./host.ts";
import { type CreatePart, PART_OF, type PartName, type PartWork, type ReadFile } from "./parts/part.ts";
import { ownScript } from "./script.ts";

const WASM_BLOCKED =
  "the Content-Security-Policy blocks WebAssembly: allow script-src 'wasm-unsafe-eval' for sw.js and its parts";

/** The host's functions for access to the files of parts. */
export interface PartHost {
  /** Runs the script of a part. Resolves to the global that it defines. */
  run(script: string, global: string): Promise<unknown>;
  readonly read: ReadFile;
}

/** Returns an object that runs heavy jobs, draws share pages and writes the files of links in this thread. Loads each part
 *  when it is first needed. */
export function createPartsWork({ run, read }: PartHost): HeavyWork & PartWork<"share"> {
  const load = memoize(async (name: PartName) => {
    if (name !== "share") checkCompiling();
    const script = (await run(`${name}.js`, `isoqr_${name}`)) as { readonly create: CreatePart<PartName> };
    return script.create(read);
  });

  async function perform<Name extends HeavyJobName>({ name, input }: Job<HeavyJobs, Name>) {
    const part = PART_OF[name];
    const jobs = part && ((await load(part)) as Partial<Performers<HeavyJobs>>);
    const performer = jobs?.[name];
    if (!performer) throw new QrError("NOT_SUPPORTED", { rule: jobUnsupported, values: { name } });
    return performer(input);
  }

  const loadShare = async () => (await load("share")) as PartWork<"share">;

  return {
    jobs: new Set((Object.keys(PART_OF) as HeavyJobName[]).filter((name) => PART_OF[name])),
    run: (job, signal) => abandonable(convertErrors(perform(job)), signal),
    sharePage: (link) => convertErrors(loadShare().then((part) => part.sharePage(link))),
    drawErrorPage: (...of) => convertErrors(loadShare().then((part) => part.drawErrorPage(...of))),
    shareFile: (data, extension) => convertErrors(loadShare().then((part) => part.shareFile(data, extension))),
  };
}

/** Settles like `work`. Converts QrErrors, because each part has its own copy of the class. */
async function convertErrors<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw (error as Error).name === "QrError" ? fromRecord(toRecord(error as QrError)) : error;
  }
}

/** An empty module. WebAssembly Core 2.0, 5.5.16. */
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** Checks that WebAssembly can be compiled in this thread, because the libraries report a failure differently or not at all.
 *  @throws {QrError} NOT_SUPPORTED if a Content-Security-Policy forbids it. */
function checkCompiling(): void {
  try {
    new WebAssembly.Module(EMPTY);
  } catch (cause) {
    throw new QrError("NOT_SUPPORTED", { rule: WASM_BLOCKED, cause });
  }
}

/** Milliseconds to wait for a page to offer its threads. */
const ANSWER_TIME = 250;
/** Number of missed requests after which a page gets no more. It is more than one, because a busy page may miss a request. */
const MAX_MISSED = 3;
/** Milliseconds between checks that the page is still open. */
const CHECK_INTERVAL = 1_000;
const MAX_CHECKS = 60;
/** Maximum number of jobs waiting to run in the service worker. */
const MAX_WAITING = 2_000;

/** Returns an object that runs heavy jobs in threads of the site's pages, so that they do not block the service worker. If
 *  no page responds, or its threads cannot load their files, runs the jobs with `here`. `load` fetches the threads' script
 *  and the files for a job. An aborted job is abandoned. */
export function createThreads(
  host: OfflineHost,
  request: WorkRequest,
  here: HeavyWork,
  load: (name: HeavyJobName) => Promise<unknown>,
): HeavyWork {
  const helpers = new Map<string, { readonly call: WorkerCall<HeavyJobs>; readonly port: MessagePort }>();
  /** The number of requests that each page has missed. */
  const missed = new Map<string, number>();
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function run<Name extends HeavyJobName>(
    job: Job<HeavyJobs, Name>,
    signal: AbortSignal | undefined,
  ): Promise<HeavyJobs[Name]["result"]> {
    // Called immediately: the queues of pages and of this worker have space for all jobs that belong together, so none
    // of these jobs has to wait for another.
    job.onStart?.();
    for (const page of await load(job.name).then(pages, () => [])) {
      const call = helpers.get(page.id)?.call ?? (await ask(page));
      if (!call) continue;
      const done = new AbortController();
      try {
        const result = await Promise.race([
          call.run(job, signal).then((value) => ({ value })),
          gone(page, done.signal),
        ]);
        if (result) return result.value;
      } catch (error) {
        // Offline, WebKit sometimes does not pass requests of a new thread to the service worker.
        if (!(error instanceof QrError && error.code === "UNREACHABLE")) throw error;
        break;
      } finally {
        done.abort();
      }
      forget(page.id);
    }
    if (waiting >= MAX_WAITING) throw busy();
    waiting++;
    // Runs one job at a time, with pauses in which the worker can handle other events.
    const done = queue.then(nextTask).then(() => here.run(job, signal));
    queue = done.catch(() => undefined).finally(() => waiting--);
    return done;
  }

  async function pages(): Promise<readonly PageClient[]> {
    const all = await host.clients.matchAll({ type: "window" });
    const ids = new Set(all.map(({ id }) => id));
    for (const id of helpers.keys()) if (!ids.has(id)) forget(id);
    for (const id of missed.keys()) if (!ids.has(id)) missed.delete(id);
    return all.filter(({ id }) => (missed.get(id) ?? 0) < MAX_MISSED);
  }

  /** Resolves to the threads of a page; undefined if the page does not respond. */
  async function ask(page: PageClient): Promise<WorkerCall<HeavyJobs> | undefined> {
    const { port1, port2 } = new MessageChannel();
    page.postMessage(request, [port2]);
    const ready = await new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), ANSWER_TIME);
      port1.onmessage = () => resolve(true);
    });
    if (!ready) missed.set(page.id, (missed.get(page.id) ?? 0) + 1);
    const known = ready ? helpers.get(page.id)?.call : undefined;
    if (!ready || known) {
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

  /** Resolves when the page can no longer finish its jobs, because it was closed, or because the browser has frozen it. */
  async function gone(page: PageClient, done: AbortSignal): Promise<undefined> {
    for (let checks = 0; checks < MAX_CHECKS && !done.aborted; checks++) {
      await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL));
      const all = await host.clients.matchAll({ type: "window" });
      if (!all.some(({ id }) => id === page.id)) break;
    }
    return undefined;
  }

  return { jobs: here.jobs, run: (job, signal) => abandonable(run(job, signal), signal) };
}

/** A message that asks a page to run the heavy jobs that arrive on a port. */
export interface WorkRequest {
  readonly isoqr: "work";
  /** ISOQR_PROTOCOL of the worker. A page with another protocol does not respond. */
  readonly protocol: string;
  /** The URL of the threads' script. */
  readonly program: string;
}

/** Settings of the pool of a page's threads. The queue is long, because a page may show any number of pictures. The time
 *  limit includes loading fonts. */
const POOL = { queue: 2_000, timeLimit: 60_000, idleLimit: 60_000, jobLimit: 1_000 } as const;

/** Creates a pool of at most `size` threads of this page, which run the script at `program`. */
export function createPageThreads(program: string, size: number): HeavyPool {
  return createHeavyPool({ ...POOL, host: "page", size, spawn: () => watchWorker(new Worker(ownScript(program))) });
}

/** Runs the worker's heavy jobs while the page is open. Returns a function that stops this. */
export function offerThreads(container: ServiceWorkerContainer): () => void {
  let pool: HeavyPool | undefined;
  /** The URL of the pool's script. It changes with the active version. */
  let running = "";
  const listen = (event: MessageEvent<WorkRequest | undefined>) => {
    const { data, ports } = event;
    const [port] = ports;
    if (data?.isoqr !== "work" || data.protocol !== ISOQR_PROTOCOL || !port) return;
    // If a page has registered twice, only the first listener must take the port.
    event.stopImmediatePropagation();
    const { program } = data;
    if (program !== running) {
      pool?.close();
      pool = undefined;
      running = program;
    }
    // At most two threads, because the page needs processors for other work.
    const size = Math.max(1, Math.min(2, navigator.hardwareConcurrency - 1));
    pool ??= createPageThreads(program, size);
    serveHeavyWork(pool, port);
    port.start();
    port.postMessage("ready");
  };
  container.addEventListener("message", listen);
  // Unlike onmessage, addEventListener() does not start the delivery of messages.
  container.startMessages();
  return () => {
    container.removeEventListener("message", listen);
    pool?.close();
  };
}
