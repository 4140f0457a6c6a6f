import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { inject } from "vitest";
import { printed, setting } from "./printed.ts";
import type { WorkerSettings } from "./workerd.ts";

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const built = join(inject("checkout"), "dist");

/** Bundles the worker `source` into a single file, as wrangler does: with all imports except compiled modules, and
 *  without Node's modules. */
export async function bundleWorker(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: pathOf("."), loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    conditions: ["workerd", "worker", "browser"],
    alias: {
      "isoqr/edge": join(built, "edge.js"),
      "isoqr/strict": join(built, "strict.js"),
      "isoqr/core.wasm": "core.wasm",
      isoqr: join(built, "index.js"),
    },
    external: ["core.wasm"],
    minify: true,
  });
  return outputFiles[0]?.text ?? "";
}

/** Resolves to the recipe's worker with its D1 database for workerd. It requires a worker called "d1". */
export async function recipeWorker(): Promise<WorkerSettings> {
  return {
    modules: {
      "worker.js": await bundleWorker(printed(setting("main"))),
      "core.wasm": readFileSync(join(built, "core.wasm")),
    },
    compatibilityDate: setting("compatibility_date"),
    more: `bindings = [${d1Binding(setting("binding"))}]`,
  };
}

/** Returns the binding `name` for the platform's D1 client. The client queries the worker "d1". */
export function d1Binding(name: string): string {
  const inner = '(name = "fetcher", service = "d1")';
  return `(name = "${name}", wrapped = (moduleName = "cloudflare-internal:d1-api", innerBindings = [${inner}]))`;
}

/** Resolves to the worker "d1", which replaces the D1 database. */
export async function d1Server(): Promise<WorkerSettings> {
  return {
    modules: {
      "server.js": await bundleWorker(
        'export * from "./test/runtimes/edge/d1-server.ts"; export { default } from "./test/runtimes/edge/d1-server.ts";',
      ),
    },
    compatibilityDate: setting("compatibility_date"),
    more: `durableObjectNamespaces = [(className = "Database", uniqueKey = "isoqr", enableSql = true)],
      durableObjectStorage = (localDisk = "disk"), bindings = [(name = "database", durableObjectNamespace = "Database")]`,
  };
}
