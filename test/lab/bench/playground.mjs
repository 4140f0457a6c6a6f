import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run bench:playground`: compares the performance of the playground in Chromium with the limits, and prints a
 *  table. `-- --write` writes it to docs/measurements.md. */

await runnerImport(fileURLToPath(new URL("playground/main.ts", import.meta.url)));
