import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run bench:pages`: compares the performance of pages in all installed browsers with the limits, and prints a
 *  table. `-- --write` writes it to docs/measurements.md. Requires the output of `npm run build` and the browsers that
 *  `npm run test:browsers` installs. */

process.env.BROWSERS = "all";
await runnerImport(fileURLToPath(new URL("pages/main.ts", import.meta.url)));
