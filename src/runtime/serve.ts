import { holdSignals, serveUntilStopped } from "./serving.ts";

/** The program behind `npm start`. Signal handlers are installed before anything else is loaded. */
const signals = holdSignals();

async function main(flags: readonly string[]): Promise<void> {
  if (flags.includes("--help") || flags.includes("-h")) {
    const { settingsHelp } = await import("./settings-table.ts");
    console.log(settingsHelp());
    return signals.release();
  }
  const { readConfiguration } = await import("./configuration.ts");
  const configuration = readConfiguration(flags, process.env);
  await serveUntilStopped(configuration, signals);
}

main(process.argv.slice(2)).catch(async (error: Error) => {
  signals.release();
  const { explainDenied } = await import("./configuration.ts");
  console.error(`isoqr cannot start: ${explainDenied(error)}`);
  process.exitCode = 1;
});
