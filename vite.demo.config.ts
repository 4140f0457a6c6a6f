import { defineConfig, type Plugin } from "vite";
import { oneCore } from "./scripts/one-core.mjs";
import { collectStaticImports } from "./scripts/static-imports.ts";
import { PLAYGROUND_POLICY } from "./src/http/page.ts";

const DECODER = "zxing-wasm/reader/zxing_reader.wasm";

/** The decoder's WebAssembly lies with the worker's parts already, a megabyte that need not come twice.
 *  scripts/build-demo.mjs names their folder. */
const shareDecoder: Plugin = {
  name: "shared-decoder",
  enforce: "pre",
  resolveId: (id) => (id === `${DECODER}?url` ? "\0decoder" : undefined),
  load: (id) =>
    id === "\0decoder"
      ? `export default new URL(PLAYGROUND_PARTS + "/packages/${DECODER}", document.baseURI).href;`
      : undefined,
};

const { plugin: staticImports, importedBy } = collectStaticImports();

/** The playground as a static site: every address in it is relative, so that it works below any path, with a server of
 *  ours and without. The policy that the server sends stands in the page too, for file servers send none. */
export default defineConfig({
  root: "demo",
  base: "./",
  plugins: [
    oneCore,
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
  worker: { plugins: () => [oneCore] },
  build: {
    outDir: "../dist/demo",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // One file for what the first code needs, whatever the parts that are loaded later share with it.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: "page", test: (id) => importedBy("demo/main.ts").has(id) }] },
      },
    },
  },
});
