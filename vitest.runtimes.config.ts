import { defineConfig } from "vitest/config";

/** The service on other runtimes, which are installed and built for when this runs. It is no part of `npm test`. */
export default defineConfig({
  test: {
    include: ["test/runtimes/*.test.ts"],
    globalSetup: "test/runtimes/setup.ts",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Each file starts servers, and there may be but two processors.
    fileParallelism: false,
  },
});
