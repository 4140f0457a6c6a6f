import { type RunningServer, startServer } from "./node.ts";
import { isOrder, type Report } from "./process-messages.ts";
import { openWatch } from "./watch.ts";

/** The program of one of several processes that share a port: serves when it is ordered to, and ends when it is ordered or
 *  told to. It ends by itself when the process that started it is gone. */

/** Milliseconds after which a server gets ready for its first card. */
const WARM_AFTER = 1_000;

let server: RunningServer | undefined;
let delay = 0;
let draining = false;

process.on("message", (message) => {
  if (!isOrder(message)) return;
  if (message.order === "drain") return void end();
  const { configuration, place } = message;
  delay = configuration.drainDelay ?? 0;
  startServer(configuration, {}, undefined, openWatch(configuration, place)).then(
    (running) => {
      server = running;
      setTimeout(() => running.warm(), WARM_AFTER).unref();
      report({ report: "serving", url: running.url });
    },
    ({ message: sentence }: Error) => report({ report: "failed", sentence }, () => process.exit(1)),
  );
});

// Ctrl-C reaches all processes of a terminal, and the order to drain comes as well: once is enough.
process.on("SIGTERM", end).on("SIGINT", end);

async function end(): Promise<void> {
  if (draining) return;
  draining = true;
  await server?.drain(delay);
  process.exit();
}

// An order that came before would be lost.
report({ report: "listening" });

function report(said: Report, sent: () => void = () => undefined): void {
  process.send?.(said, sent);
}
