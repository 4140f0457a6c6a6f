import { defineConfig, type Plugin } from "vite";
import { collectStaticImports } from "./scripts/static-imports.ts";
import { PLAYGROUND_POLICY } from "./src/http/page.ts";

const DECODER = "zxing-wasm/reader/zxing_reader.wasm";

/** Loads the decoder's WebAssembly from the service worker's parts, because a second copy would add a megabyte.
 *  scripts/build-demo.mjs defines the name of their folder. */
const shareDecoder: Plugin = {
  name: "shared-decoder",
  enforce: "pre",
  resolveId: (id) => (id === `${DECODER}?url` ? "\0decoder" : undefined),
  load: (id) =>
    id === "\0decoder"
      ? `export default new URL(PLAYGROUND_PARTS + "/packages/${DECODER}", document.baseURI).href;`
      : undefined,
};

/** Leaves the core as JavaScript out of the worker, because the page's policy allows WebAssembly. */
const leaveOutStrict: Plugin = {
  name: "no-strict",
  enforce: "pre",
  resolveId: (id) => (id.endsWith("/core/strict.ts") ? "\0no-strict" : undefined),
  load: (id) => (id === "\0no-strict" ? "export {};" : undefined),
};

const { plugin: staticImports, importedBy } = collectStaticImports();

/** Builds the playground as a static site. All URLs are relative, so that it works below any path, with or without an
 *  isoqr server. The page contains the Content-Security-Policy, because static hosts do not send it. */
export default defineConfig({
  root: "demo",
  base: "./",
  plugins: [
    shareDecoder,
    staticImports,
    {
      name: "policy",
      transformIndexHtml: () => [
        {
          tag: "meta",
          attrs: { "http-equiv": "Content-Security-Policy", content: PLAYGROUND_POLICY },
          injectTo: "head-prepend",
        },
      ],
    },
  ],
  worker: { plugins: () => [leaveOutStrict] },
  build: {
    outDir: "../dist/demo",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // One chunk for everything the first code needs, even if chunks that are loaded later share some of it.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: "page", test: (id) => importedBy("demo/main.ts").has(id) }] },
      },
    },
  },
});
