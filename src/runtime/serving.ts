import { constants } from "node:os";
import type { Configuration } from "./configuration.ts";

/** What signals do to a program that serves. */
export interface SignalHandlers {
  /** Finishes what is under way, and resolves when that is done. */
  stop(): Promise<void>;
  /** Ends other processes at once. */
  kill?(): void;
}

/** The signals of a program from its first moment on. */
export interface Signals {
  /** Lets `handlers` handle signals from now on. A second SIGTERM or SIGINT ends the program at once. */
  serve(handlers: SignalHandlers): void;
  /** Leaves all signals to their defaults. */
  release(): void;
}

/** Milliseconds after which the first process of a container ends itself: signals do not end it. */
const GRACE = 100;

/** Holds the signals of this process: the first process of a container has no defaults for them, so that one that arrives
 *  at the start would be lost. Until it serves there is nothing to finish, and it ends. */
export function holdSignals(): Signals {
  let handlers: SignalHandlers | undefined;
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (!handlers) process.exit();
    if (isStopping) return endBy(signal);
    isStopping = true;
    await handlers.stop();
    release();
  };
  const endBy = (signal: NodeJS.Signals) => {
    release();
    handlers?.kill?.();
    process.kill(process.pid, signal);
    setTimeout(() => process.exit(128 + constants.signals[signal]), GRACE);
  };
  const release = () => void process.off("SIGTERM", stop).off("SIGINT", stop);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  return {
    serve(given) {
      handlers = given;
    },
    release,
  };
}

/** Milliseconds until a server prepares for its first card. */
const WARM_AFTER = 1_000;

interface Serving extends SignalHandlers {
  readonly url: string;
  readonly metricsUrl?: string | undefined;
}

/** Serves until a signal stops the process. Resolves when the server listens and has printed where.
 *  @throws {Error} with one sentence if it cannot start. */
export async function serveUntilStopped(configuration: Configuration, signals: Signals): Promise<void> {
  // A server continues when its output is closed.
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners("error").on("error", () => undefined);
  }
  const { workers = 1 } = configuration;
  const serving = await (workers > 1 ? serveInProcesses(configuration) : serveHere(configuration));
  signals.serve(serving);
  console.log(`isoqr is serving on ${serving.url}`);
  if (serving.metricsUrl) console.log(`Figures are at ${serving.metricsUrl}`);
  // Last, for programs that wait for this line.
  console.log(`Try ${serving.url}/api/qr?data=https://example.com`);
}

async function serveHere(configuration: Configuration): Promise<Serving> {
  const { startServer } = await import("./node.ts");
  const { url, metricsUrl, warm, drain } = await startServer(configuration);
  // After the first responses, which must not wait for it.
  setTimeout(warm, WARM_AFTER).unref();
  return { url, metricsUrl, stop: () => drain(configuration.drainDelay) };
}

async function serveInProcesses(configuration: Configuration): Promise<Serving> {
  // Deno starts no threads in processes of a cluster.
  if (process.versions.deno) throw new Error("workers above 1 are not for Deno: use deno serve --parallel");
  const { startProcesses } = await import("./processes.ts");
  const giveUp = () => {
    console.error("isoqr ends: no process serves, and none can be started");
    process.exit(1);
  };
  const { url, kill, drain } = await startProcesses(configuration, { report: console.error, giveUp });
  const metrics = await serveAllMetrics(configuration).catch((error) => {
    kill();
    throw error;
  });
  return {
    url,
    metricsUrl: metrics?.url,
    async stop() {
      await drain();
      await metrics?.close();
      process.exit();
    },
    kill,
  };
}

/** Serves the metrics of all processes, if the configuration wants them. */
async function serveAllMetrics({ metrics }: Configuration) {
  if (!metrics) return undefined;
  const { createMetricsOfAll, serveMetrics } = await import("./metrics.ts");
  return serveMetrics(metrics, createMetricsOfAll());
}
