import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { serveHeavyWork } from "../work/heavy-pool.ts";
import { portEndpoint } from "../work/node-worker.ts";
import { createHeavyWork } from "./heavy-work.ts";

/** How much nicer heavy work is than light requests, where both want the same processor: it gets a quarter of it then. */
const NICER = 5;

/** The program of a pool's thread on Node: answers for the heavy work until it is ended. */
if (!parentPort) throw new Error("heavy-worker.js is the program of a worker thread: it is started by isoqr's server");
yieldToOthers();
serveHeavyWork(createHeavyWork(), portEndpoint(parentPort));

/** Elsewhere than on Linux it is the whole process that has a priority; and Deno may keep a program from asking for one. */
function yieldToOthers(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(19, getPriority() + NICER));
  } catch (error) {
    if ((error as Error).name !== "NotCapable") throw error;
  }
}
