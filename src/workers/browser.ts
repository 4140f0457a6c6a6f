import { functionOf, objectOf } from "../client/arguments.ts";
import { attendWorker } from "./page-work.ts";
import { createPicturePool, type Pool, type PoolLimits } from "./pool.ts";

export { QrError, type QrErrorCode } from "../errors.ts";
export type { BatchSettings, CallSettings, LogoOptions, Pool, PoolEntry, PoolLimits, Progress } from "./pool.ts";

export interface PoolSettings extends PoolLimits {
  /** Starts a worker with the program `isoqr/worker`, for pages with Trusted Types and for bundlers that do not find it by
   *  themselves. */
  readonly worker?: (() => Worker) | undefined;
}

/** The file of the program beside this one. The build writes it out where it is used, for bundlers look for words. */
const PROGRAM = "./worker.js";

const NOT_STARTED =
  "the workers cannot be started: see that worker.js is served, and that the page's policy allows worker-src 'self'";

const NOT_TRUSTED =
  'the workers cannot be started: the page\'s Trusted Types take no plain address: name the program as in createPool({ worker: () => new Worker(policy.createScriptURL(address), { type: "module" }) })';

/** What browsers say of a plain address where only a TrustedScriptURL is taken. */
const UNTRUSTED = /TrustedScriptURL|sink type mismatch/i;

/** A pool of workers that draws pictures away from the page's own thread. Workers are started when they are needed. */
export function createPool(settings: PoolSettings = {}): Pool {
  const { worker = startWorker } = objectOf(settings, "size: 2");
  functionOf("worker", worker);
  const spawn = () => attendWorker(worker());
  return createPicturePool({ spawn, processors: navigator.hardwareConcurrency, notStarted }, settings);
}

function notStarted(cause: unknown): string {
  return UNTRUSTED.test(String(cause)) ? NOT_TRUSTED : NOT_STARTED;
}

function startWorker(): Worker {
  return new Worker(new URL(PROGRAM, import.meta.url), { type: "module" });
}
