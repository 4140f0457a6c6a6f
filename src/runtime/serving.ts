import { constants } from "node:os";
import type { Configuration } from "./configuration.ts";
import { mistypedVariables } from "./variable-names.ts";

/** The functions to call on SIGTERM and SIGINT while the server is running. */
export interface SignalHandlers {
  stop(): Promise<void>;
  kill?(): void;
}

export interface Signals {
  /** Passes signals to `handlers` from now on. A second SIGTERM or SIGINT ends the program immediately. */
  serve(handlers: SignalHandlers): void;
  release(): void;
}

/** Milliseconds until the process exits if the signal has not ended it, because process 1 of a container ignores
 *  signals that it does not handle. */
const GRACE = 100;

/** Handles signals as soon as the process starts. Process 1 of a container has no default handlers, so a signal during
 *  startup would otherwise be lost. Until the server is listening, a signal ends the process. */
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

const WARM_AFTER = 1_000;

interface Serving extends SignalHandlers {
  readonly url: string;
  readonly metricsUrl?: string | undefined;
}

/** Starts the server, which runs until a signal stops it. Resolves once it is listening and has printed its URL.
 *  @throws {Error} with a one-line message if it cannot start. */
export async function serveUntilStopped(configuration: Configuration, signals: Signals): Promise<void> {
  // The server must survive a closed output.
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners("error").on("error", () => undefined);
  }
  // On Deno, reading all variables would ask for permission.
  if (!process.versions.deno) for (const line of mistypedVariables(process.env)) console.error(line);
  const { workers = 1 } = configuration;
  const serving = await (workers > 1 ? serveInProcesses(configuration) : serveHere(configuration));
  signals.serve(serving);
  console.log(`isoqr ${await readVersion()} is serving on ${serving.url}`);
  if (serving.metricsUrl) console.log(`Metrics are at ${serving.metricsUrl}`);
  // Must be the last line of the startup output: programs that start the server wait for it.
  console.log(`Try ${serving.url}/api/qr?data=https://example.com`);
}

/** Resolves to the version of the package. It is loaded on demand, together with the server. */
export async function readVersion(): Promise<string> {
  return (await import("../http/reference/document.ts")).VERSION;
}

async function serveHere(configuration: Configuration): Promise<Serving> {
  const { startServer } = await import("./node.ts");
  const { url, metricsUrl, warm, drain } = await startServer(configuration);
  // Delayed, because compiling the libraries would hold up the first responses.
  setTimeout(warm, WARM_AFTER).unref();
  return { url, metricsUrl, stop: () => drain(configuration.drainDelay) };
}

async function serveInProcesses(configuration: Configuration): Promise<Serving> {
  // Deno cannot start threads in cluster processes.
  if (process.versions.deno) throw new Error("workers must be 1 on Deno: use deno serve --parallel instead");
  const { startProcesses } = await import("./processes.ts");
  const giveUp = () => {
    console.error("isoqr is exiting: no server process is running, and none can be started");
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

async function serveAllMetrics({ metrics }: Configuration) {
  if (!metrics) return undefined;
  const { createMetricsOfAll, serveMetrics } = await import("./metrics.ts");
  return serveMetrics(metrics, createMetricsOfAll());
}
