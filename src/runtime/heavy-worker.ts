import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { serveHeavyWork } from "../work/heavy-pool.ts";
import { portEndpoint } from "../work/node-worker.ts";
import { createHeavyWork } from "./heavy-work.ts";

/** Added to the thread's niceness, so that heavy work gets about a quarter of a processor that light requests also need. */
const NICENESS = 5;

if (!parentPort) throw new Error("heavy-worker.js must run as a worker thread: isoqr's server starts it");
lowerPriority();
serveHeavyWork(createHeavyWork(), portEndpoint(parentPort));

/** Lowers the priority of this thread, but only on Linux, where Node sets the priority of a thread and not of the whole
 *  process. Does nothing if Deno denies the permission. */
function lowerPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(19, getPriority() + NICENESS));
  } catch (error) {
    if ((error as Error).name !== "NotCapable") throw error;
  }
}
