import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// The process that checks inputs for long-run.ts, so that an input that crashes it is found too.
await runnerImport(fileURLToPath(new URL("search-once.ts", import.meta.url)));
