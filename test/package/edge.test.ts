import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { printed, setting } from "../runtimes/edge/printed.ts";
import { createProject, programOf } from "./project.ts";

const main = setting("main");

test("the worker of docs/deploy/edge.md can be bundled from the package, is small and uses no Node modules", async () => {
  const { folder } = createProject({ [main]: printed(main) });
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [main],
    outdir: "out",
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    // Bundles for a platform without Node modules.
    platform: "neutral",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".wasm": "copy" },
  });
  const size = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
  console.log(`the worker with its core: ${Math.round(size / 1000)} kB gzip`);
  // A third of what the platform allows in its free plan.
  expect(size).toBeLessThan(335_000);
  // The core must be a separate file, because the platform compiles it.
  const wasm = Object.keys(metafile.outputs).filter((path) => path.endsWith(".wasm"));
  expect(wasm).toHaveLength(1);
});

test("the types of isoqr/edge compile without the types of Node", () => {
  const worker = `
    import core from "isoqr/core.wasm";
    import { createEdge, type D1Binding } from "isoqr/edge";
    interface Env { readonly LINKS: D1Binding }
    const worker = createEdge({ core, links: (env: Env) => env.LINKS, baseUrl: "https://qr.example.com" });
    export default worker satisfies { fetch(request: Request, env: Env): Promise<Response> };
  `;
  const rules = {
    target: "ES2022",
    module: "ESNext",
    moduleResolution: "bundler",
    lib: ["ES2022", "DOM"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const { run } = createProject({
    "worker.ts": worker,
    "tsconfig.json": JSON.stringify({ compilerOptions: rules, include: ["worker.ts"] }),
  });
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});
