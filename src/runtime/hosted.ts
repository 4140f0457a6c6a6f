import { readPackageFile } from "../adapters/package-file.ts";
import { type ReadWasm, readResvg } from "../adapters/resvg.ts";
import { openPackedSite, openSite, openWorkerFiles, type ReadSiteFile } from "../adapters/site-files.ts";
import type { ApiCall } from "../api.ts";
import type { TakeBytes } from "../core/image-writer.ts";
import { useBase64 } from "../text/base64.ts";
import "../core/fast.ts";
import { once, singleFlight } from "../async/once.ts";
import { QrError } from "../errors.ts";
import { type AppSettings, createApp } from "../http/app.ts";
import type { App } from "../http/router.ts";
import { serverStopping } from "../http/settings.ts";
import { createLogoFetcher } from "../logo/host/fetcher.ts";
import { pauseBroken } from "../scan/broken-decoders.ts";
import { createService } from "../service/service.ts";
import type { LinkStore } from "../stores/store.ts";
import { withTimeout } from "../stores/store-errors.ts";
import { linksFrom, MEMORY, openLinks } from "../stores/table.ts";
import { createHeavyPool } from "../work/heavy-pool.ts";
import type { PoolWorker } from "../work/pool-rules.ts";
import { countProcessors } from "../work/processors.ts";
import { createScheduler, type Scheduler } from "../work/scheduler.ts";
import type { Configuration } from "./configuration.ts";
import { createClientFinder, openLimits } from "./limits.ts";
import type { Watch } from "./watch.ts";

export const STORE_TIME = "the link store timed out: try again";

export interface Hosted {
  /** The service. Link requests get 503 until the link store is open. */
  readonly answer: App;
  /** Resolves once the link store is open, or known to be temporarily unavailable. Rejects with a one-line message if
   *  it cannot be opened. */
  readonly opened: Promise<unknown>;
  /** Makes /readyz fail with 503. */
  stop(): void;
  /** Loads code before it is needed. Compiles the libraries that draw cards, so that the first card of each thread
   *  takes less time. Loads the MCP SDK, so that the first MCP call does not delay other requests. Never rejects:
   *  requests for cards report missing packages. */
  warm(): Promise<void>;
  /** Terminates the threads and closes the link store. Do not pass requests to `answer` after calling this. */
  close(): Promise<void>;
}

export interface HostSettings extends Pick<AppSettings, "baseUrl" | "onRoute" | "hangUp"> {
  readonly watch?: Pick<Watch, "links" | "heavy" | "limits">;
  /** Returns the peer address of a request's connection, which identifies the client. */
  readonly callerOf?: (request: Request) => string | undefined;
  /** Whether short work that is still waiting is dropped when its client disconnects. Default: true. */
  readonly dropsShortWork?: boolean;
}

/** Limits for heavy work, with times in milliseconds. A job is accepted if it is expected to start within `queueTime`.
 *  Because this is an estimate, it can wait for longer, up to `waitLimit`. One processor is left free for light
 *  requests. */
export const POOL = {
  size: Math.max(1, countProcessors() - 1),
  queue: 1_000,
  queueBytes: 128 * 1024 * 1024,
  queueTime: 10_000,
  waitLimit: 15_000,
  timeLimit: 5_000,
  idleLimit: 60_000,
  jobLimit: 1_000,
} as const;

/** Expected milliseconds of work before a picture is drawn, and of parsing a request body. */
const REQUEST_COST = 0.3;

/** A call without an abort signal. */
class Caller {
  readonly #call: Pick<ApiCall, "client">;

  constructor(call: Pick<ApiCall, "client">) {
    this.#call = call;
  }

  get client(): string | undefined {
    return this.#call.client;
  }
}

/** The folders of the playground and of the service worker. In the published package, the playground and the scripts that
 *  the service worker loads on demand exist only in packed form. */
const PLAYGROUND = "./demo/";
const PACKED_PLAYGROUND = "./playground/";
const OFFLINE = "./sw/";

/** The files of the element for script tags, and their folder. The packed playground does not include them either. */
const PACKAGE = "./";
const SCRIPT_TAG = /^isoqr(?:-images|-strict)?\.js$/;

useBase64({ encode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64") });

/** Copies small images to Node's shared buffer pool, because allocating a buffer for each image would take half as long as
 *  drawing it. */
const takeFromPool: TakeBytes = (bytes) => Buffer.from(bytes);

/** Opens the service on a host with Node's modules. `spawn` starts a thread for heavy work. */
export function openHosted(
  configuration: Omit<Configuration, "port" | "host">,
  spawn: () => PoolWorker,
  { watch, callerOf = () => undefined, dropsShortWork = true, ...settings }: HostSettings = {},
): Hosted {
  const { logoAllowPrivate = false, links: address = MEMORY, baseUrl, workers = 1 } = configuration;
  const { linksMaxBytes: maxBytes, linksExpire: expireDays } = configuration;
  const opened = openLinks(address, {
    ...(maxBytes !== undefined && { maxBytes }),
    ...(expireDays !== undefined && { expireDays }),
  });
  const links = linksFrom(opened);
  const size = Math.max(1, Math.floor(POOL.size / workers));
  const queue = Math.ceil(POOL.queue / workers);
  const queueBytes = Math.ceil(POOL.queueBytes / workers);
  const heavy = createHeavyPool({ ...POOL, host: "server", size, queue, queueBytes, spawn, report: console.error });
  const logos = createLogoFetcher({ allowPrivate: logoAllowPrivate });
  const scheduler = dropsShortWork ? createScheduler() : withoutSignals(createScheduler());
  const service = createService({
    take: takeFromPool,
    scheduler,
    heavy: pauseBroken(watch?.heavy(heavy, size) ?? heavy, console.error),
    batchJobs: Number.POSITIVE_INFINITY,
    logos,
    links: watch?.links(links) ?? links,
  });
  const readiness = createReadiness(links);
  const clientOf = createClientFinder(configuration.trustProxy ?? "", callerOf, console.error);
  const counting = openLimits(configuration, clientOf, console.error);
  const limits = counting && (watch?.limits?.(counting.limits) ?? counting.limits);
  const loadMcp = once(async () => (await import("../http/mcp/routes.ts")).createMcp(service, console.error, limits));
  // In a checkout, the service worker exists only as a part of the playground.
  const readPlayground = openWorkerFiles(new URL(PLAYGROUND, import.meta.url));
  const readPacked = openPackedSite(new URL(PACKED_PLAYGROUND, import.meta.url));
  const readWorker = openWorkerFiles(new URL(OFFLINE, import.meta.url));
  const readPackage = openSite(new URL(PACKAGE, import.meta.url));
  const readSite: ReadSiteFile = async (path) =>
    (await readPlayground(path)) ??
    (await readPacked(path)) ??
    (SCRIPT_TAG.test(path) ? readPackage(path) : readWorker(path));
  return {
    opened: Promise.all([opened, counting?.opened]),
    answer: createApp(service, {
      ...settings,
      ...(baseUrl && { baseUrl }),
      clientOf,
      ...(limits && { limits }),
      takeTurn: (call) => scheduler.run({ cost: REQUEST_COST, work: () => undefined, caller: new Caller(call) }),
      readSite,
      // Loaded by `warm` or by the first MCP call, because the SDK takes longer to load than the whole service.
      mcp: async (request, call) => (await loadMcp())(request, call),
      checkReady: readiness.check,
    }),
    stop: readiness.stop,
    async warm() {
      await Promise.allSettled([keepCompiled(readPackageFile), loadMcp()]);
    },
    async close() {
      heavy.close();
      await Promise.all([links.close(), counting?.close()]);
    },
  };
}

/** Returns a scheduler that ignores the abort signals of calls. */
function withoutSignals({ run }: Scheduler): Scheduler {
  return { run: ({ caller, ...task }) => run({ ...task, caller: caller && new Caller(caller) }) };
}

export interface Readiness {
  /** Resolves if the server is ready.
   *  @throws {QrError} STORE_UNAVAILABLE (503) while the link store does not respond, and BUSY (503) after `stop`. */
  check(): Promise<void>;
  stop(): void;
}

/** Milliseconds within which the link store must respond to a readiness check. Load balancers wait longer. */
export const READY_LIMIT = 2_000;

const NO_ID = "";

/** Creates the readiness check of a server whose `links` must respond within `limit` milliseconds. Concurrent checks
 *  share one query. */
export function createReadiness(links: LinkStore, limit: number = READY_LIMIT): Readiness {
  let stopping = false;
  const ask = singleFlight(() => links.find(NO_ID));
  return {
    async check() {
      if (stopping) throw serverStopping();
      await withTimeout(limit, ask(), () => new QrError("STORE_UNAVAILABLE", { rule: STORE_TIME }));
    },
    stop() {
      stopping = true;
    },
  };
}

const compileResvg = once(async (readWasm: ReadWasm) => WebAssembly.compile(await readResvg(readWasm)));
const compileHarfBuzz = once(async (readWasm: ReadWasm) =>
  WebAssembly.compile(await readWasm("harfbuzzjs/dist/harfbuzz.wasm")),
);

/** Compiles the libraries that draw cards, and keeps the modules in memory. V8 shares their code with threads that compile
 *  the same modules, which halves the time for a thread's first card. Skips libraries that are not installed. */
async function keepCompiled(readWasm: ReadWasm): Promise<void> {
  await Promise.allSettled([compileResvg(readWasm), compileHarfBuzz(readWasm)]);
}
