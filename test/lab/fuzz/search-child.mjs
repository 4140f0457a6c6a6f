import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Checks inputs for long-run.ts in a separate process, because an input may crash the process.
await runnerImport(fileURLToPath(new URL("search-once.ts", import.meta.url)));
