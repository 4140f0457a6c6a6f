import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import usual, { removeInlined, sharedEntries } from "./vite.config.ts";

const external = { ...sharedEntries, client: "src/client/client.ts" };
const fileOf = Object.fromEntries(Object.entries(external).map(([name, path]) => [resolve(path), `./${name}.js`]));

/** Builds the library for servers as one file, because Node.js takes almost a millisecond to load each file. It shares the
 *  errors with the other entries, so that `instanceof QrError` works for all of them, and loads the modules that draw logos
 *  and captions on demand. */
export default defineConfig({
  plugins: [removeInlined],
  build: {
    ...usual.build,
    lib: { entry: { "index-node": "src/runtime/library.ts", "client-node": "src/runtime/client.ts" }, formats: ["es"] },
    emptyOutDir: false,
    rolldownOptions: {
      external: [/^node:/, ...Object.keys(fileOf)],
      output: {
        ...Object(usual.build?.rolldownOptions?.output),
        // Not minified, because Node.js prints the line that throws an uncaught error.
        comments: { annotation: false, jsdoc: false, legal: false },
        minify: false,
        paths: fileOf,
        codeSplitting: true,
      },
      // The library imports the code of designs statically, and the code of pages dynamically.
      checks: { ineffectiveDynamicImport: false },
    },
  },
});
