import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Checks inputs for long-run.ts in a separate process, to find inputs that crash it.
await runnerImport(fileURLToPath(new URL("search-once.ts", import.meta.url)));
