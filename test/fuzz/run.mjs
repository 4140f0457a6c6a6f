import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** `npm run fuzz`: searches for inputs that break a property, for hours if you let it. Options are in long-run.ts. */

await runnerImport(fileURLToPath(new URL("long-run.ts", import.meta.url)));
