import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Runs the tests of code that uses the host, with Vitest in another runtime. */
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
    fileParallelism: false,
  },
});
