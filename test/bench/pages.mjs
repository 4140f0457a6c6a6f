import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run bench:pages`: compares the performance of pages in all installed browsers with the limits, and prints a
 *  table. `-- --write` writes it to CONTRIBUTING.md. Needs `npm run build`; `npm run test:browsers` installs
 *  browsers. */

process.env.BROWSERS = "all";
await runnerImport(fileURLToPath(new URL("pages/main.ts", import.meta.url)));
