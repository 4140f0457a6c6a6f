import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// The process that checks inputs for long-run.ts: what kills it is found, too.
await runnerImport(fileURLToPath(new URL("search-once.ts", import.meta.url)));
