import { defineConfig } from "vitest/config";

/** The gates of the packed package. They want `npm run build`, and are no part of `npm test`. */
export default defineConfig({
  test: {
    include: ["test/package/*.test.ts"],
    globalSetup: "test/package/pack.ts",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Bundlers and compilers use several threads each.
    fileParallelism: false,
  },
});
