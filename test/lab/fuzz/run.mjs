import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run fuzz`: searches for inputs that break a property. long-run.ts describes the options. */

await runnerImport(fileURLToPath(new URL("long-run.ts", import.meta.url)));
