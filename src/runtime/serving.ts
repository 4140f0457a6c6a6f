import type { Configuration } from "./configuration.ts";
import { startServer } from "./node.ts";
import type { SignalHandlers, Signals } from "./signals.ts";

/** Milliseconds after which a server gets ready for its first card. */
const WARM_AFTER = 1_000;

interface Serving extends SignalHandlers {
  readonly url: string;
  readonly metricsUrl?: string | undefined;
}

/** Serves until the process is told to stop by `signals`. Resolves when the server listens, and has said so.
 *  @throws {Error} with one sentence when it cannot start. */
export async function serveUntilStopped(configuration: Configuration, signals: Signals): Promise<void> {
  // A server goes on when nobody reads any more what it says.
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners("error").on("error", () => undefined);
  }
  const { workers = 1 } = configuration;
  const serving = await (workers > 1 ? serveInProcesses(configuration) : serveHere(configuration));
  signals.serve(serving);
  console.log(`isoqr is serving on ${serving.url}`);
  if (serving.metricsUrl) console.log(`Figures are at ${serving.metricsUrl}`);
  // Last, for programs that wait until all is said.
  console.log(`Try ${serving.url}/api/qr?data=https://example.com`);
}

async function serveHere(configuration: Configuration): Promise<Serving> {
  const { url, metricsUrl, warm, drain } = await startServer(configuration);
  // Not before the first answers, which are not to wait for it.
  setTimeout(warm, WARM_AFTER).unref();
  return { url, metricsUrl, stop: () => drain(configuration.drainDelay) };
}

async function serveInProcesses(configuration: Configuration): Promise<Serving> {
  // Threads do not start in processes that Deno has started so.
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
