import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { availableParallelism } from "node:os";
import { esmExternalRequirePlugin, minifySync, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { collectStaticImports } from "./scripts/static-imports.ts";

/** Bundlers find a worker where its address is written out in one piece, and Vite would look for that file among the
 *  sources: so it is written out at last. */
const writeWorkerAddress = {
  name: "worker-address",
  renderChunk: (code: string) =>
    code.replace("new URL(PROGRAM, import.meta.url), { type", 'new URL("./worker.js", import.meta.url), { type'),
};

/** The core as a file beside the entries, with its declaration, for hosts that forbid compiling bytes. */
const writeCoreFile = {
  name: "core-file",
  generateBundle(this: { emitFile(file: { type: "asset"; fileName: string; source: string | Uint8Array }): unknown }) {
    const generated = readFileSync("src/core/generated/inline.ts", "utf8");
    const [, hex = ""] = /export const simd: string =\s*"([0-9a-f]+)"/.exec(generated) ?? [];
    if (!hex) throw new Error("the generated core is not as it was: look at how vite.config.ts finds it");
    this.emitFile({ type: "asset", fileName: "core.wasm", source: Buffer.from(hex, "hex") });
    const declaration = "declare const module: WebAssembly.Module;\nexport default module;\n";
    this.emitFile({ type: "asset", fileName: "core.wasm.d.ts", source: declaration });
  },
};

/** Entries that pages import. Their chunks stay readable, and keep the annotations by which bundlers drop unused code. */
const pageEntries = {
  index: "src/index.ts",
  client: "src/client/client.ts",
  element: "src/element/element.ts",
  "element-define": "src/element/define.ts",
  payload: "src/payload/payload.ts",
  workers: "src/workers/browser.ts",
};

/** Servers, commands, programs of workers, and the core as generated JavaScript: nothing in them is unused. */
const otherEntries = {
  app: "src/runtime/app.ts",
  card: "src/runtime/card.ts",
  edge: "src/runtime/edge.ts",
  deno: "src/runtime/deno.ts",
  node: "src/runtime/node.ts",
  serve: "src/runtime/serve.ts",
  "server-process": "src/runtime/server-process.ts",
  cli: "src/cli/main.ts",
  "copy-offline": "src/runtime/copy-offline.ts",
  strict: "src/core/strict.ts",
  worker: "src/workers/browser-worker.ts",
  "heavy-worker": "src/runtime/heavy-worker.ts",
  "workers-node": "src/workers/node.ts",
  "worker-node": "src/workers/node-worker.ts",
};

/** The library for figures can name traces of OpenTelemetry in them, which is not asked for. */
const leaveOutTraces: Plugin = {
  name: "no-traces",
  enforce: "pre",
  resolveId: (id) => (id === "@opentelemetry/api" ? "\0no-traces" : undefined),
  load: (id) => (id === "\0no-traces" ? "export {};" : undefined),
};

/** The MCP SDK imports Ajv for forms that servers send to users. Ours sends none and passes its own validator, so that 130 KB
 *  would never run. */
const leaveOutForms: Plugin = {
  name: "no-forms",
  enforce: "pre",
  resolveId: (id) => (id.endsWith("/validation/ajv-provider.js") ? "\0no-forms" : undefined),
  load: (id) => (id === "\0no-forms" ? "export class AjvJsonSchemaValidator {}" : undefined),
};

/** Minifies every chunk that no page entry imports statically: mostly other people's code, which would be a third of the
 *  package as it was written. Runs last, because the bundler formats what it gets earlier. */
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

const { plugin: staticImports, importedBy } = collectStaticImports();

/** Every entry is built in one go, so that they share the core. Nothing is left to be installed beside them. */
export default defineConfig({
  plugins: [
    writeWorkerAddress,
    writeCoreFile,
    leaveOutTraces,
    leaveOutForms,
    staticImports,
    minifyServerChunks,
    // Of a package that is bundled and still asks for modules of Node by require.
    esmExternalRequirePlugin({ external: [...builtinModules] }),
  ],
  build: {
    lib: {
      entry: { ...pageEntries, ...otherEntries },
      formats: ["es"],
    },
    target: "es2022",
    minify: false,
    license: { fileName: "licenses.md" },
    // Modules of Node, with and without their prefix, and what is too heavy to bring along: whoever keeps links in
    // SQLite installs libsql, whoever wants proof that codes are read zxing-wasm, whoever draws logos @resvg/resvg-wasm, and
    // @jsquash/webp for those in WebP. Cards want harfbuzzjs, woff2-encoder, @resvg/resvg-wasm, and fonts.
    rolldownOptions: {
      external: [/^node:/, /^(?:libsql|@resvg\/resvg-wasm|@jsquash\/webp|harfbuzzjs|woff2-encoder|zxing-wasm)(?:\/|$)/],
      // What every picture needs is one file, because each further file delays the start by more than a millisecond; what it
      // shares with the client and the payloads, which draw no pictures, is another.
      output: {
        codeSplitting: {
          groups: [
            {
              name: "errors",
              test: (id) =>
                importedBy("src/index.ts").has(id) &&
                (importedBy("src/client/client.ts").has(id) || importedBy("src/payload/payload.ts").has(id)),
              priority: 1,
            },
            { name: "library", test: (id) => importedBy("src/index.ts").has(id) },
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
    // Two on two processors as well: many tests wait more than they work.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Bounds for what hangs, on machines that are slow and busy with other things.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // The gates of the packed package, and other runtimes, have a configuration of their own.
    projects: [
      {
        extends: true,
        test: {
          name: "code",
          // A test that returns early, or whose loops are empty, fails.
          expect: { requireAssertions: true, poll: { timeout: 30_000 } },
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**", "test/package/**", "test/runtimes/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          include: ["test/e2e/**/*.test.ts"],
          // Files of a worker share one browser and all modules, so none may change the state of a module.
          isolate: false,
          // Browsers stand still once in thousands of pages. Whatever else goes wrong does so at once.
          retry: { count: 1, condition: /^Test timed out/ },
        },
      },
    ],
  },
});
