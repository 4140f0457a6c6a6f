import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run scan-lab`: draws codes of all versions and levels in every style and with logos, damages them, reads them, and
 *  prints what was read. The table of styles is written to results.json, from which `npm run readme` makes docs/scan.md. */

await runnerImport(fileURLToPath(new URL("main.ts", import.meta.url)));
