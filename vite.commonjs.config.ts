import { resolve } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { sharedEntries } from "./vite.config.ts";

/** Leaves out the cores for pages, because the library reads the complete core from a file. */
const leaveOutPageCores: Plugin = {
  name: "no-page-cores",
  load(id) {
    const [, name] = /\/core\/generated\/(encoder|image)\.ts$/.exec(id) ?? [];
    return name && `export const packed${name === "encoder" ? "Encoder" : "Image"} = "";`;
  },
};

/** Modules that are loaded on demand, and stay ES modules. */
const { "library-logos": logos, captions } = sharedEntries;

/** Builds the entries that versions of Node.js before 20.19 can require. Newer versions require the ES modules, so that all
 *  programs in a process share one copy. */
export default defineConfig({
  plugins: [leaveOutPageCores],
  build: {
    target: "es2022",
    // Node.js prints the line that throws an uncaught error.
    minify: false,
    lib: {
      entry: {
        index: "src/runtime/commonjs-library.ts",
        client: "src/runtime/client.ts",
      },
      formats: ["cjs"],
    },
    outDir: "dist/commonjs",
    rolldownOptions: {
      external: [/^node:/, resolve(logos), resolve(captions)],
      output: {
        comments: { annotation: false, jsdoc: false, legal: false },
        // Not global in the page that Jest emulates.
        intro: 'const { TextDecoder, TextEncoder } = require("node:util");',
        paths: { [resolve(logos)]: "../library-logos.js", [resolve(captions)]: "../captions.js" },
      },
      // The library imports the code of designs statically, and the code of pages dynamically.
      checks: { ineffectiveDynamicImport: false },
    },
  },
});
