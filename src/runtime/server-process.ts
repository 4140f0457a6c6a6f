import { setTimeout as sleep } from "node:timers/promises";
import type { Configuration } from "./configuration.ts";
import type { RunningServer } from "./node.ts";
import { isOrder, type Report } from "./process-messages.ts";
import type { Watch } from "./watch.ts";

/** The program of one of several processes that share a port: serves when it is ordered to, and ends when it is ordered or
 *  told to. It ends by itself when the process that started it is gone. Signals come first; the server is loaded behind them. */

/** Milliseconds after which a server gets ready for its first card. */
const WARM_AFTER = 1_000;

/** Milliseconds to wait for the other processes to take no new connections either: longer than one that hangs is let be. */
const LEAVE_LIMIT = 10_000;

let server: RunningServer | undefined;
let watch: Promise<Watch> | undefined;
let delay = 0;
let draining = false;
let mayLeave = () => {};
const leaving = new Promise<void>((resolve) => {
  mayLeave = resolve;
});

process.on("message", (message) => {
  if (!isOrder(message)) return;
  switch (message.order) {
    case "drain":
      return void end();
    case "leave":
      return mayLeave();
    case "beat":
      return report({ report: "alive" });
    case "figures":
      return void tellFigures(message.question);
    default:
      return void serve(message.configuration, message.place);
  }
});

async function serve(configuration: Configuration, place: string): Promise<void> {
  delay = configuration.drainDelay ?? 0;
  try {
    const [{ startServer }, { openWatch }] = await Promise.all([import("./node.ts"), import("./watch.ts")]);
    watch = openWatch(configuration, place);
    const running = await startServer(configuration, {}, undefined, watch);
    server = running;
    setTimeout(() => running.warm(), WARM_AFTER).unref();
    report({ report: "serving", url: running.url });
  } catch (error) {
    report({ report: "failed", sentence: error instanceof Error ? error.message : String(error) }, () =>
      process.exit(1),
    );
  }
}

async function tellFigures(question: number): Promise<void> {
  const figures = await (await watch)?.figures?.();
  if (figures) report({ report: "figures", question, figures });
}

// Ctrl-C reaches all processes of a terminal, and the order to drain comes as well: once is enough.
process.on("SIGTERM", end).on("SIGINT", end);
// It is for the process that started this one, and sent to all of them by some.
process.on("SIGUSR2", () => undefined);

async function end(): Promise<void> {
  if (draining) return;
  draining = true;
  await server?.drain(delay, othersClosed);
  process.exit();
}

/** Resolves when callers that open a new connection come to no process that is about to close. */
function othersClosed(): Promise<void> {
  report({ report: "closed" });
  return Promise.race([leaving, sleep(LEAVE_LIMIT)]);
}

// An order that came before would be lost.
report({ report: "listening" });

function report(said: Report, sent: () => void = () => undefined): void {
  process.send?.(said, sent);
}
