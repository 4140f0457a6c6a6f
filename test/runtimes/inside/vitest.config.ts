import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Runs Vitest in Node, Deno or Bun, to test code that depends on the runtime's network, files or threads. */
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  test: {
    include: [
      "test/runtimes/inside/*.test.ts",
      "test/logo/{fetcher,fetch-hostile,resolve}.test.ts",
      "test/stores/{stores,sqlite,postgres}.test.ts",
      "test/work/pool.test.ts",
      "test/workers/pool.test.ts",
    ],
    testTimeout: 60_000,
    // Two files at a time, as in `npm test`, because many tests wait.
    maxWorkers: 2,
  },
});
