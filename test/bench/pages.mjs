import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run bench:pages`: what the package weighs and how pages do with it, in every browser that is installed, beside what
 *  was promised. Prints the tables and writes them into CONTRIBUTING.md. Wants `npm run build`; browsers come with
 *  `npm run test:browsers`. */

process.env.BROWSERS = "all";
await runnerImport(fileURLToPath(new URL("pages/main.ts", import.meta.url)));
