import type { Configuration } from "./configuration.ts";
import { startServer } from "./node.ts";
import type { Processes } from "./processes.ts";
import type { Signals, Told } from "./signals.ts";

/** Milliseconds after which a server gets ready for its first card. */
const WARM_AFTER = 1_000;

/** What is told when it serves, and what signals make of it. */
interface Serving extends Told {
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
  return {
    url,
    metricsUrl,
    stop: () => drain(configuration.drainDelay),
    replace: () =>
      console.error("one process cannot be replaced without a gap: start it anew, or serve with WORKERS above 1"),
  };
}

/** Several processes; SIGUSR2 puts new ones in their places. */
async function serveInProcesses(configuration: Configuration): Promise<Serving> {
  // Threads do not start in processes that Deno has started so.
  if (process.versions.deno) throw new Error("workers above 1 are not for Deno: use deno serve --parallel");
  const { startProcesses } = await import("./processes.ts");
  const processes = await startProcesses(configuration, console.error);
  const figures = await serveFigures(configuration, processes).catch((error) => {
    processes.kill();
    throw error;
  });
  let [isRestarting, isStopping] = [false, false];
  return {
    url: processes.url,
    metricsUrl: figures?.url,
    async stop() {
      isStopping = true;
      await processes.drain();
      await figures?.close();
      process.exit();
    },
    kill: processes.kill,
    async replace() {
      if (isRestarting) return;
      isRestarting = true;
      await processes.restart().then(
        () => isStopping || console.log("new processes serve"),
        ({ message }: Error) => isStopping || console.error(`the processes stay as they are: ${message}`),
      );
      isRestarting = false;
    },
  };
}

/** Gives the figures of all processes, if the configuration wants them. */
async function serveFigures({ metrics }: Configuration, { figures }: Processes) {
  if (!metrics) return undefined;
  const [{ createMetricsOfAll, METRICS_TYPE }, { serveMetrics }] = await Promise.all([
    import("./metrics.ts"),
    import("./metrics-server.ts"),
  ]);
  return serveMetrics(metrics, { read: createMetricsOfAll(figures), type: METRICS_TYPE });
}
