import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run bench:playground`: how fast the playground is in Chromium, beside what was promised. Prints the table and writes
 *  it into CONTRIBUTING.md. */

await runnerImport(fileURLToPath(new URL("playground/main.ts", import.meta.url)));
