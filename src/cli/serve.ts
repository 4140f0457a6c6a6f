import { readConfiguration } from "../runtime/configuration.ts";
import { holdSignals, serveUntilStopped } from "../runtime/serving.ts";
import { EXIT, failure, usage } from "./errors.ts";
import type { Terminal } from "./terminal.ts";

/** `isoqr serve`: the service, with the settings that `npm start` has. Resolves once it serves; the process stays as long as
 *  the server does.
 *  @throws {QrError} for a bad setting, or when the server cannot start. */
export async function serve(args: readonly string[], terminal: Terminal): Promise<number> {
  const configuration = readSettings(args, terminal);
  const signals = holdSignals();
  try {
    await serveUntilStopped(configuration, signals);
  } catch (error) {
    signals.release();
    throw failure(`cannot start: ${error instanceof Error ? error.message : error}`, error);
  }
  return EXIT.fine;
}

function readSettings(args: readonly string[], { environment }: Terminal) {
  try {
    return readConfiguration(args, environment);
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error));
  }
}
