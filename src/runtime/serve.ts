import { readConfiguration } from "./configuration.ts";
import { explainDenied } from "./denied.ts";
import { serveUntilStopped } from "./serving.ts";

/** The program behind `npm start`. */
async function main(): Promise<void> {
  await serveUntilStopped(readConfiguration(process.argv.slice(2), process.env));
}

main().catch((error: Error) => {
  console.error(`isoqr cannot start: ${explainDenied(error)}`);
  process.exitCode = 1;
});
