import { readVersion, type Signals, serveUntilStopped } from "./serving.ts";

/** Runs the server with `flags` until a signal stops it. */
export async function serve(flags: readonly string[], signals: Signals): Promise<void> {
  try {
    if (flags.includes("--version") || flags.includes("-v")) {
      console.log(await readVersion());
      return signals.release();
    }
    if (flags.includes("--help") || flags.includes("-h")) {
      const { settingsHelp } = await import("./settings-table.ts");
      console.log(settingsHelp());
      return signals.release();
    }
    const { readConfiguration } = await import("./configuration.ts");
    await serveUntilStopped(readConfiguration(flags, process.env), signals);
  } catch (error) {
    signals.release();
    const { explainDenied } = await import("./configuration.ts");
    console.error(`isoqr cannot start: ${explainDenied(error as Error)}`);
    process.exitCode = 1;
  }
}
