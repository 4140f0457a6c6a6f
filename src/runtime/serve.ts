import { readConfiguration } from "./configuration.ts";
import { startServer } from "./node.ts";

/** The program behind `npm start`: serves until it is told to stop. */
async function main(): Promise<void> {
  const server = await startServer(readConfiguration(process.argv.slice(2), process.env));
  console.log(`isoqr is serving on ${server.url}`);
  console.log(`Try ${server.url}/api/qr?data=https://example.com`);
  const stop = async () => {
    // A second signal ends the program at once, by its default.
    process.off("SIGTERM", stop).off("SIGINT", stop);
    await server.close();
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
}

main().catch((error: Error) => {
  console.error(`isoqr cannot start: ${error.message}`);
  process.exitCode = 1;
});
