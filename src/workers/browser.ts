import { drawPageCaption, outlinePageLogo } from "../adapters/page-captions.ts";
import { functionOf, objectOf } from "../client/arguments.ts";
import { QrError } from "../errors.ts";
import type { Pixels } from "../ports.ts";
import { wholeBuffer } from "../work/heavy-jobs.ts";
import { performHere } from "../work/perform.ts";
import type { PoolWorker } from "../work/pool-rules.ts";
import { watchWorker } from "../work/web-worker.ts";
import { serveWork } from "../work/wire.ts";
import { createPicturePool, type Pool, type PoolLimits } from "./pool.ts";
import type { PageJobs, PageMessage } from "./work.ts";

const PAGELESS =
  "{field} is an SVG, and only a page can draw SVGs: create the pool on a page, or use a PNG, JPEG or WebP";

export { QrError, type QrErrorCode } from "../errors.ts";
export type {
  BatchSettings,
  CallSettings,
  LogoOptions,
  Pool,
  PoolEntry,
  PoolItem,
  PoolLimits,
  PoolOptions,
  Progress,
} from "./pool.ts";

export interface PoolSettings extends PoolLimits {
  /** Starts a worker that runs `isoqr/worker`. Needed with Trusted Types, and with bundlers that do not find the
   *  script. */
  readonly worker?: (() => Worker) | undefined;
}

/** The worker script next to this module. The build inlines the constant, because bundlers look for a literal. */
const PROGRAM = "./worker.js";

const NOT_STARTED =
  "worker startup failed: check that worker.js is served, that the page's Content-Security-Policy allows worker-src 'self', and that the page does not start too many workers";

const NOT_TRUSTED =
  'worker startup failed: the page requires Trusted Types. Use createPool({ worker: () => new Worker(policy.createScriptURL(url), { type: "module" }) })';

/** Matches browsers' error messages for a URL that is not a TrustedScriptURL. */
const UNTRUSTED = /TrustedScriptURL|sink type mismatch/i;

/** Creates a pool of workers that draw images. Workers start on demand. @throws {QrError} INVALID_OPTION if a setting
 *  is invalid. */
export function createPool(settings: PoolSettings = {}): Pool {
  const { worker = startWorker } = objectOf(settings, "size: 2");
  functionOf("worker", worker);
  const spawn = () => attendWorker(worker());
  return createPicturePool({ spawn, processors: navigator.hardwareConcurrency, notStarted }, settings, {
    worker: true,
  });
}

function notStarted(cause: unknown): string {
  return UNTRUSTED.test(String(cause)) ? NOT_TRUSTED : NOT_STARTED;
}

function startWorker(): Worker {
  return new Worker(new URL(PROGRAM, import.meta.url), { type: "module" });
}

/** Wraps a worker for a pool, and runs the jobs that the worker sends to this page. */
function attendWorker(worker: Worker): PoolWorker {
  const { port1, port2 } = new MessageChannel();
  const work = performHere<PageJobs>({
    async drawLogo(job) {
      if (job.kind === "svg" && !("Image" in globalThis)) throw pageless();
      const { openLogo } = await import("../logo/host/canvas.ts");
      return (await openLogo(new Uint8Array(job.bytes))).draw(job);
    },
    drawCaption: drawPageCaption,
    outlineLogo: outlinePageLogo,
  });
  // serveHeavyWork would add the table of all heavy jobs to the page.
  // Captions are copied, because they are cached.
  serveWork(work, port1, (name, result) => (name === "drawLogo" ? wholeBuffer((result as Pixels).data) : []));
  const message: PageMessage = { page: port2 };
  worker.postMessage(message, [port2]);
  const watched = watchWorker(worker);
  return {
    ...watched,
    terminate() {
      port1.close();
      watched.terminate();
    },
  };
}

/** Returns the error for an SVG if the pool was created by a worker, or on Deno. */
function pageless(): QrError {
  return new QrError("NOT_SUPPORTED", { field: "logo", rule: PAGELESS });
}
