import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { esmExternalRequirePlugin, minifySync, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { APACHE_ELSEWHERE, collectPackages, writeLicenses } from "./scripts/licenses.mjs";
import { shortLanguages } from "./scripts/short-languages.ts";
import { collectStaticImports } from "./scripts/static-imports.ts";
import { alone, onServersCore } from "./test/processes.ts";

/** Writes the URL of the worker into the finished chunks. Bundlers only find a worker whose URL is a literal, but Vite
 *  would look for a literal among the sources. */
const writeWorkerAddress = {
  name: "worker-address",
  renderChunk: (code: string) =>
    code.replace("new URL(PROGRAM, import.meta.url), { type", 'new URL("./worker.js", import.meta.url), { type'),
};

/** Removes the declarations of the packed cores. The bundler copies each string to its only use, but keeps the declaration. */
export const removeInlined: Plugin = {
  name: "remove-inlined",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      file.code = file.code.replace(/\bvar (\w+)\s*=\s*(["`])[^"`]{5000,}\2;/g, (declaration, name: string) => {
        const uses = file.code.match(new RegExp(`\\b${name}\\b`, "g"));
        return uses?.length === 1 ? "" : declaration;
      });
    }
  },
};

/** Emits the core as core.wasm with its type declaration, for hosts that forbid compiling bytes. */
const writeCoreFile = {
  name: "core-file",
  generateBundle(this: { emitFile(file: { type: "asset"; fileName: string; source: string | Uint8Array }): unknown }) {
    this.emitFile({ type: "asset", fileName: "core.wasm", source: readFileSync("build/core-complete.wasm") });
    const declaration = "declare const module: WebAssembly.Module;\nexport default module;\n";
    this.emitFile({ type: "asset", fileName: "core.wasm.d.ts", source: declaration });
  },
};

/** Entries that pages import. Their chunks are not minified, which keeps the annotations for tree shaking. */
const pageEntries = {
  index: "src/index.ts",
  client: "src/client/client.ts",
  element: "src/element/element.ts",
  "element-define": "src/element/define.ts",
  payload: "src/payload/payload.ts",
  preact: "src/element/preact.ts",
  react: "src/element/react.ts",
  "react-browser": "src/element/react-browser.ts",
  solid: "src/element/solid.ts",
  svelte: "src/element/svelte.ts",
  vue: "src/element/vue.ts",
  "vue-browser": "src/element/vue-browser.ts",
  workers: "src/workers/browser.ts",
};

/** The modules that vite.node.config.ts does not bundle. */
export const sharedEntries = {
  errors: "src/errors.ts",
  "logo-header": "src/logo/header.ts",
  "library-logos": "src/runtime/library-logos.ts",
  captions: "src/card/installed.ts",
  "link-token": "src/links/token.ts",
};

/** Servers, commands, workers, and the core as generated JavaScript. They are used as a whole. */
const otherEntries = {
  ...sharedEntries,
  "index-bundle": "src/runtime/library.ts",
  app: "src/runtime/app.ts",
  card: "src/runtime/card.ts",
  edge: "src/runtime/edge.ts",
  deno: "src/runtime/deno.ts",
  node: "src/runtime/node.ts",
  optimize: "src/runtime/optimize.ts",
  "optimize-browser": "src/runtime/optimize-browser.ts",
  picture: "src/runtime/picture.ts",
  "picture-browser": "src/runtime/picture-browser.ts",
  "picture-edge": "src/runtime/picture-edge.ts",
  print: "src/runtime/print.ts",
  serve: "src/runtime/serve.ts",
  "server-process": "src/runtime/server-process.ts",
  cli: "src/cli/main.ts",
  "copy-offline": "src/runtime/copy-offline.ts",
  strict: "src/runtime/strict.ts",
  worker: "src/workers/browser-worker.ts",
  "heavy-worker": "src/runtime/heavy-worker.ts",
  "workers-node": "src/workers/node.ts",
  "worker-node": "src/workers/node-worker.ts",
};

/** Minifies every chunk that no page entry imports statically. These are mostly dependencies, a third of the package if
 *  not minified. Runs last, because the bundler formats code that is minified earlier. */
const minifyServerChunks: Plugin = {
  name: "minify-server-chunks",
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const readable = new Set(chunks.filter(({ isEntry, name }) => isEntry && name in pageEntries));
    for (const { imports } of readable) {
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) readable.add(chunk);
    }
    for (const chunk of chunks) {
      if (!readable.has(chunk)) chunk.code = minifySync(chunk.fileName, chunk.code, { module: true }).code;
    }
  },
};

/** Matches the optional packages that are imported on first use. */
const optional = /^(?:libsql|@resvg\/resvg-wasm|@jsquash\/webp|harfbuzzjs|woff2-encoder|zxing-wasm)(?:\/|$)/;

/** Hides the imports of optional packages from bundlers, which would reject a program if a package is missing, even if it
 *  never draws a logo. Programs import the packages from node_modules at run time. The specifier is an expression, because
 *  esbuild, Parcel and Bun do not read the comments. Runs last, because minifying removes them. */
const hideOptional: Plugin = {
  name: "hide-optional-packages",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      file.code = file.code.replace(/\bimport\((["`])([^"`]+)\1\)/g, (all, _quote, name: string) =>
        optional.test(name)
          ? `import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ ["${name}"].join())`
          : all,
      );
    }
  },
};

/** The names of all bundled packages. */
const bundled = new Set<string>();

/** Writes the licenses of the bundled packages into the output folder. */
const licenses: Plugin = {
  name: "licenses",
  writeBundle: ({ dir = "dist" }) => writeLicenses(join(dir, "licenses.md"), bundled, APACHE_ELSEWHERE),
};

const { plugin: staticImports, importedBy } = collectStaticImports();

/** Modules that pictures without designs need too, with everything that they import. */
const alsoWithoutDesigns = [
  "render/pictures",
  "render/module-size",
  "render/saved-design",
  "logo/embed",
  "logo/placement",
].map((name) => `src/${name}.ts`);

/** Returns whether only designs need a module. */
const isOnlyForDesigns = (id: string) =>
  (id === resolve("src/design.ts") || importedBy("src/design.ts").has(id)) &&
  !alsoWithoutDesigns.some((path) => id === resolve(path) || importedBy(path).has(id));

/** Returns whether a module imports others dynamically for `draw`. webpack keeps the dynamic imports of unused code, so
 *  these modules are not in the chunks of the other functions. */
const isDraw = (id: string) => id === resolve("src/draw.ts") || id === resolve("src/render/draw.ts");

/** Builds all entries together, so that they share the core. The package has no required dependencies. */
export default defineConfig({
  plugins: [
    shortLanguages,
    writeWorkerAddress,
    writeCoreFile,
    staticImports,
    collectPackages(bundled),
    licenses,
    removeInlined,
    minifyServerChunks,
    hideOptional,
    // For bundled CommonJS packages that require modules of Node.
    esmExternalRequirePlugin({ external: [...builtinModules] }),
  ],
  build: {
    lib: {
      entry: { ...pageEntries, ...otherEntries },
      formats: ["es"],
    },
    target: "es2022",
    minify: false,
    rolldownOptions: {
      // Entries keep their directives, such as "use client".
      onLog: (level, log, report) => void (log.code !== "MODULE_LEVEL_DIRECTIVE" && report(level, log)),
      // Modules of Node, and optional peer dependencies, which are too large to bundle. Links in SQLite need libsql,
      // scans zxing-wasm, logos @resvg/resvg-wasm, WebP logos @jsquash/webp; cards need harfbuzzjs, woff2-encoder,
      // @resvg/resvg-wasm and fonts.
      external: [/^node:/, optional, /^(?:react|vue)(?:\/|$)/],
      // The code that every picture needs is one chunk, because each additional file delays the start by more than a
      // millisecond. The code it shares with the client and the payloads, which draw no pictures, is another chunk.
      output: {
        // Removes comments and shortens local names, but keeps the annotations for tree shaking and, for stack traces,
        // the names of functions.
        comments: { annotation: true, jsdoc: false, legal: false },
        minify: { compress: false, mangle: { toplevel: false }, codegen: { removeWhitespace: false } },
        codeSplitting: {
          groups: [
            {
              name: "errors",
              test: (id) =>
                id !== resolve(sharedEntries.errors) &&
                importedBy("src/index.ts").has(id) &&
                (importedBy("src/client/client.ts").has(id) ||
                  importedBy("src/payload/payload.ts").has(id) ||
                  // Small, and set by pages before the element loads the code for captions.
                  id === resolve("src/adapters/page-captions.ts")),
              priority: 4,
            },
            {
              name: "library",
              test: (id) =>
                id !== resolve(sharedEntries.errors) &&
                importedBy("src/index.ts").has(id) &&
                importedBy("src/element/qr-code-element.ts").has(id),
              priority: 3,
            },
            // The code that only PNGs need is a separate chunk, and so is the code that only designs need. The element
            // loads both on demand.
            {
              name: "pixels",
              test: (id) =>
                importedBy("src/index.ts").has(id) &&
                importedBy("src/workers/browser-worker.ts").has(id) &&
                !isOnlyForDesigns(id),
              priority: 2,
            },
            { name: "looks", test: isOnlyForDesigns },
            // The rest, with the functions of the library. Pool workers load it on demand, so it must not be in the chunks above.
            {
              name: "logos",
              test: (id) => importedBy("src/index.ts").has(id) && !isOnlyForDesigns(id) && !isDraw(id),
              // A group also takes what its modules import, so the designs would take the code of logos otherwise.
              priority: 1,
            },
            { name: "draw", test: isDraw },
            { name: "draw-here", test: (id) => id === resolve("src/runtime/library-host.ts") },
          ],
        },
      },
    },
  },
  test: {
    // A missing snapshot fails. `vitest run FILE -u` writes it.
    update: "none",
    globalSetup: "test/engines/unpack-chromium.ts",
    setupFiles: "test/setup.ts",
    // At least two workers, because many tests spend their time waiting.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Long timeouts for slow or busy machines: they only have to end tests that hang.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Tests of the packed package and of other runtimes have their own configuration.
    projects: [
      {
        extends: true,
        test: {
          name: "code",
          // A test without assertions fails: it may have returned early, or its loops may be empty.
          expect: { requireAssertions: true, poll: { timeout: 30_000 } },
          // Not `exclude`, which would override that of the command line.
          include: [
            "test/**/*.test.ts",
            "!test/{e2e,package,runtimes}/**",
            ...[...alone, ...onServersCore].map((path) => `!${path}`),
          ],
          // The files of a worker share all modules, because loading them takes longer than most tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "servers",
          expect: { requireAssertions: true, poll: { timeout: 30_000 } },
          include: [...onServersCore],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          expect: { requireAssertions: true, poll: { timeout: 30_000 } },
          include: [...alone],
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          include: ["test/e2e/**/*.test.ts"],
          // The files of a worker share one browser and all modules, so no test may change the state of a module.
          isolate: false,
          // On a busy machine, about one in thousands of tests in browsers fails. CI lists each test that passed only
          // when it was retried.
          retry: 1,
        },
      },
    ],
  },
});
