import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { availableParallelism } from "node:os";
import { esmExternalRequirePlugin, minifySync, type Plugin } from "vite";
import { defineConfig } from "vitest/config";

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

/** The chunks that no page loads, or none before it has a logo to judge. */
const seldomLoaded = new Set(
  [
    "app batch cli csv-rows document fetcher heavy-work heavy-worker hosted inflate ipaddr listen mcp metrics node",
    "node-worker package-file processes proxied postgres resvg service sqlite src strict table watch words",
    "header limiter memory-counts postgres-counts",
  ].flatMap((names) => names.split(" ")),
);

/** The library for figures can name traces of OpenTelemetry in them, which is not asked for. */
const leaveOutTraces: Plugin = {
  name: "no-traces",
  enforce: "pre",
  resolveId: (id) => (id === "@opentelemetry/api" ? "\0no-traces" : undefined),
  load: (id) => (id === "\0no-traces" ? "export {};" : undefined),
};

/** What only servers and lists run is mostly other people's code, and a third of the package if it stays as it was
 *  written. Done at the very end, for the bundler lays out anew what it is given earlier. */
const shortenServers: Plugin = {
  name: "short-servers",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk" || !seldomLoaded.has(chunk.name)) continue;
      chunk.code = minifySync(chunk.fileName, chunk.code, { module: true }).code;
    }
  },
};

/** Every entry is built in one go, so that they share the core. Nothing is left to be installed beside them. */
export default defineConfig({
  plugins: [
    writeWorkerAddress,
    writeCoreFile,
    leaveOutTraces,
    shortenServers,
    // Of a package that is bundled and still asks for modules of Node by require.
    esmExternalRequirePlugin({ external: [...builtinModules] }),
  ],
  build: {
    lib: {
      entry: {
        index: "src/index.ts",
        app: "src/runtime/app.ts",
        card: "src/runtime/card.ts",
        edge: "src/runtime/edge.ts",
        client: "src/client/client.ts",
        element: "src/element/element.ts",
        "element-define": "src/element/define.ts",
        deno: "src/runtime/deno.ts",
        node: "src/runtime/node.ts",
        payload: "src/payload/payload.ts",
        serve: "src/runtime/serve.ts",
        "server-process": "src/runtime/server-process.ts",
        cli: "src/cli/main.ts",
        "copy-offline": "src/runtime/copy-offline.ts",
        strict: "src/core/strict.ts",
        "heavy-worker": "src/runtime/heavy-worker.ts",
        workers: "src/workers/browser.ts",
        worker: "src/workers/browser-worker.ts",
        "workers-node": "src/workers/node.ts",
        "worker-node": "src/workers/node-worker.ts",
      },
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
      // What every picture needs comes in one file: each more costs a start more than a millisecond.
      output: {
        codeSplitting: {
          groups: [
            // Other people's sources may be in a folder src as well.
            { name: "errors", test: /^(?!.*node_modules).*\/src\/(?:errors|bytes)\.ts$/, priority: 1 },
            {
              name: "library",
              test: /\/src\/(?:core\/(?!strict|generated\/javascript)|options\/(?:table|kinds|parse)|render\/(?:alignment|cells|coverage|grid|matrix|outline|pen|picture|styles|tiles|tile-cache))/,
            },
          ],
        },
      },
    },
  },
  test: {
    globalSetup: "test/engines/unpack-chromium.ts",
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
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**", "test/package/**", "test/runtimes/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          include: ["test/e2e/**/*.test.ts"],
          // Browsers stand still once in thousands of pages. Whatever else goes wrong does so at once.
          retry: { count: 1, condition: /^Test timed out/ },
        },
      },
    ],
  },
});
