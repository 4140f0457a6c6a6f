import { resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { shortLanguages } from "./scripts/short-languages.ts";
import { collectStaticImports } from "./scripts/static-imports.ts";
import { PLAYGROUND_POLICY, staticErrorPage } from "./src/http/page.ts";

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

const WORKER = "src/workers/browser-worker.ts";

/** Builds the worker together with the page, so that they share chunks. The bundler would build it separately if the
 *  page created it from a literal, and then it would contain 75 KB of the page's code again. */
const shareWorker: Plugin = {
  name: "shared-worker",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/demo/bulk/draw-all.ts")) return undefined;
    const reference = this.emitFile({ type: "chunk", id: resolve(WORKER), name: "worker" });
    const adapted = code.replace(
      `new URL("../../${WORKER}", import.meta.url)`,
      `import.meta.ROLLUP_FILE_URL_${reference}`,
    );
    if (adapted === code) throw new Error("the call that starts the worker has changed: adapt vite.demo.config.ts");
    return { code: adapted, map: null };
  },
};

/** Leaves the core as JavaScript out of the worker, because the page's policy allows WebAssembly. */
const leaveOutStrict: Plugin = {
  name: "no-strict",
  enforce: "pre",
  resolveId: (id) => (id.endsWith("/core/strict.ts") ? "no-strict" : undefined),
  load: (id) => (id === "no-strict" ? "export {};" : undefined),
};

/** Adds the page that static hosts return for unknown URLs. */
const drawErrorPage: Plugin = {
  name: "error-page",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "404.html", source: staticErrorPage() });
  },
};

const { plugin: staticImports, importedBy } = collectStaticImports();
const { plugin: allImports, importedBy: reachedFrom } = collectStaticImports({ all: true });

/** Returns whether the first code needs the module. */
const isFirst = (id: string) => importedBy("demo/main.ts").has(id);

/** Builds the playground as a static site. All URLs are relative, so that it works below any path, with or without an
 *  isoqr server. The page contains the Content-Security-Policy, because static hosts do not send it. */
export default defineConfig({
  root: "demo",
  base: "./",
  plugins: [
    shortLanguages,
    shareDecoder,
    shareWorker,
    leaveOutStrict,
    drawErrorPage,
    staticImports,
    allImports,
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
  build: {
    outDir: "../dist/demo",
    emptyOutDir: true,
    target: "es2022",
    // Workers cannot preload modules, because they have no document.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, dependencies, { hostType }) => (hostType === "html" ? dependencies : []),
    },
    assetsInlineLimit: 0,
    // One chunk for everything the first code needs, even if chunks that are loaded later share some of it. Another one
    // for what it shares with the worker, which must not run the rest.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "shared", test: (id) => isFirst(id) && reachedFrom(WORKER).has(id), priority: 1 },
            { name: "language-keys", test: (id) => id.startsWith("\0language-keys:") },
            { name: "page", test: (id) => isFirst(id) || id.endsWith("/demo/main.ts") },
          ],
        },
      },
    },
  },
});
