import { defineConfig } from "vitest/config";
import usual from "./vite.config.ts";

/** The thread's program alone, for tests of the pool: Node starts threads from JavaScript only. */
export default defineConfig({
  ...usual,
  build: {
    ...usual.build,
    lib: { entry: { "heavy-worker": "src/runtime/heavy-worker.ts" }, formats: ["es"] },
    outDir: "build/worker",
  },
});
