import { setTimeout as sleep } from "node:timers/promises";
import type { RunningServer } from "./node.ts";
import type { Assignment, Order, Report } from "./processes.ts";

/** The program of one of several processes that share a port. It runs until it receives an order or a signal, or until
 *  its parent process is gone. Signal handlers are installed before the server is loaded. */

const WARM_AFTER = 1_000;

const assignment = process.env.ISOQR_PROCESS ?? "";
if (!assignment) throw new Error("server-process.js must be started by isoqr's server: set WORKERS to 2 or more");

let server: RunningServer | undefined;
let delay = 0;
let leaveLimit = 0;
let isDraining = false;
let mayLeave = () => {};
const leaving = new Promise<void>((resolve) => {
  mayLeave = resolve;
});

process.on("message", (order: Order) => {
  if (order === "drain") void end();
  if (order === "leave") mayLeave();
});
// Ctrl-C in a terminal also sends SIGINT to this process. The order of the parent process then has no further effect.
process.on("SIGTERM", end).on("SIGINT", end);
void serve();

async function serve(): Promise<void> {
  try {
    const { configuration, place, leaveLimit: limit }: Assignment = JSON.parse(assignment);
    leaveLimit = limit;
    delay = configuration.drainDelay ?? 0;
    const [{ startServer }, { openWatch }] = await Promise.all([import("./node.ts"), import("./watch.ts")]);
    const running = await startServer(configuration, {}, undefined, openWatch(configuration, place));
    server = running;
    setTimeout(() => running.warm(), WARM_AFTER).unref();
    report({ report: "serving", url: running.url });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    report({ report: "failed", message }, () => process.exit(1));
  }
}

async function end(): Promise<void> {
  if (isDraining) return;
  isDraining = true;
  await server?.drain(delay, othersClosed);
  process.exit();
}

/** Reports that this process has stopped accepting connections. Resolves when the parent process sends "leave", or after
 *  `leaveLimit` milliseconds. */
function othersClosed(): Promise<void> {
  report({ report: "closed" });
  return Promise.race([leaving, sleep(leaveLimit)]);
}

function report(message: Report, sent: () => void = () => undefined): void {
  process.send?.(message, sent);
}
