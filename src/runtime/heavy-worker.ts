import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { serveHeavyWork } from "../work/heavy-pool.ts";
import { portEndpoint } from "../work/node-worker.ts";
import { createHeavyWork } from "./heavy-work.ts";

/** The niceness of heavy work: it gets a quarter of a processor that it shares with light requests. */
const NICER = 5;

/** The program of a pool's thread on Node. */
if (!parentPort) throw new Error("heavy-worker.js is the program of a worker thread: it is started by isoqr's server");
yieldToOthers();
serveHeavyWork(createHeavyWork(), portEndpoint(parentPort));

/** Only Linux has priorities of threads. Deno may deny the permission. */
function yieldToOthers(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(19, getPriority() + NICER));
  } catch (error) {
    if ((error as Error).name !== "NotCapable") throw error;
  }
}
