import { readConfiguration } from "../runtime/configuration.ts";
import { holdSignals, readVersion, serveUntilStopped } from "../runtime/serving.ts";
import { EXIT, failure, usage } from "./errors.ts";
import { print, type Terminal } from "./terminal.ts";

/** Runs `isoqr serve`. Resolves once the server is listening.
 *  @throws {QrError} if a setting is invalid or the server cannot start. */
export async function serve(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args.includes("--version") || args.includes("-v")) {
    await print(terminal, await readVersion());
    return EXIT.ok;
  }
  const configuration = readSettings(args, terminal);
  const signals = holdSignals();
  try {
    await serveUntilStopped(configuration, signals);
  } catch (error) {
    signals.release();
    throw failure(`server startup failed: ${error instanceof Error ? error.message : error}`, error);
  }
  return EXIT.ok;
}

function readSettings(args: readonly string[], { environment }: Terminal) {
  try {
    return readConfiguration(args, environment);
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error));
  }
}
