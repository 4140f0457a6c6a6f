import { defineConfig } from "vitest/config";

/** Tests of the service on other runtimes, which are installed by the setup. Not part of `npm test`. */
export default defineConfig({
  test: {
    include: ["test/runtimes/*.test.ts"],
    globalSetup: "test/runtimes/setup.ts",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One at a time, because each file starts servers and there may be only two processors.
    fileParallelism: false,
  },
});
