import { defineConfig } from "vitest/config";
import usual from "./vite.config.ts";

/** Builds the worker threads and the module that starts one, for tests of the pools: Node runs threads from JavaScript
 *  only. */
export default defineConfig({
  ...usual,
  build: {
    ...usual.build,
    lib: {
      entry: {
        "heavy-worker": "src/runtime/heavy-worker.ts",
        "worker-node": "src/workers/node-worker.ts",
        "workers-node": "src/workers/node.ts",
      },
      formats: ["es"],
    },
    outDir: "build/worker",
    // No chunks as in the package, because its other entries are not built here.
    rolldownOptions: { ...usual.build?.rolldownOptions, output: {} },
  },
});
