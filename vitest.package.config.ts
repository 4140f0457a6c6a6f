import { defineConfig } from "vitest/config";

/** Tests of the packed package. They require `npm run build` and are not part of `npm test`. */
export default defineConfig({
  test: {
    include: ["test/package/*.test.ts"],
    globalSetup: "test/package/pack.ts",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One at a time, because bundlers and compilers use several threads each.
    fileParallelism: false,
  },
});
