import { objectOf } from "../client/arguments.ts";
import { spawnNodeWorker } from "../work/node-worker.ts";
import { countProcessors } from "../work/processors.ts";
import { createPicturePool, type Pool, type PoolLimits } from "./pool.ts";

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

/** A variable, because bundlers would treat a literal path as an asset. */
const PROGRAM = "./worker-node.js";

const NOT_STARTED =
  "thread startup failed: keep worker-node.js next to workers-node.js (exclude isoqr from bundles), and allow Node to start it (with --permission, add --allow-worker and --allow-fs-read)";

/** Creates a pool of threads that draw images. Threads start on demand, and idle ones do not keep the process alive.
 *  `program` is the built program of the threads.
 *  @throws {QrError} INVALID_OPTION if a setting is invalid. */
export function createPool(settings: PoolLimits = {}, program: URL = new URL(PROGRAM, import.meta.url)): Pool {
  const spawn = () => spawnNodeWorker(program);
  const host = { spawn, processors: countProcessors(), notStarted: () => NOT_STARTED };
  return createPicturePool(host, objectOf(settings, "size: 2"));
}
