import { minifySync, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { writeCoreFile } from "./vite.config.ts";

/** Done at the very end, for the bundler lays out anew what it is given earlier. */
const shorten: Plugin = {
  name: "short",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === "chunk") chunk.code = minifySync(chunk.fileName, chunk.code, { module: true }).code;
    }
  },
};

/** The entry for edge platforms: by itself, for it has no bytes of the core, and without anything of Node. */
export default defineConfig({
  plugins: [writeCoreFile, shorten],
  resolve: { conditions: ["workerd", "module"] },
  build: {
    lib: { entry: { edge: "src/runtime/edge.ts" }, formats: ["es"] },
    target: "es2022",
    minify: false,
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: { output: { chunkFileNames: "edge-[name].js" } },
  },
});
