import type { Configuration } from "./configuration.ts";
import { startServer } from "./node.ts";

/** Milliseconds after which a server gets ready for its first card. */
const WARM_AFTER = 1_000;

/** Serves until the process is told to stop. Resolves when the server listens, and has said so.
 *  @throws {Error} with one sentence when it cannot start. */
export async function serveUntilStopped(configuration: Configuration): Promise<void> {
  const server = await startServer(configuration);
  console.log(`isoqr is serving on ${server.url}`);
  console.log(`Try ${server.url}/api/qr?data=https://example.com`);
  if (server.metricsUrl) console.log(`Figures are at ${server.metricsUrl}`);
  // Not before the first answers, which are not to wait for it.
  setTimeout(() => server.warm(), WARM_AFTER).unref();
  const stop = async () => {
    // A second signal ends the program at once, by its default.
    process.off("SIGTERM", stop).off("SIGINT", stop);
    await server.drain(configuration.drainDelay);
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
}
