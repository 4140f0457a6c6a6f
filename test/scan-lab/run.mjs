import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run scan-lab`: draws QR codes of all versions and levels in every style and with logos, damages them, and
 *  prints which ones decoders can read. Writes the table of styles to results.json, and `npm run readme` writes it to
 *  docs/scan.md. */

await runnerImport(fileURLToPath(new URL("main.ts", import.meta.url)));
