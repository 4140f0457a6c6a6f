import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import webpack from "webpack";
import { bundle, encode, frameworks, type Import, programOf } from "./sizes.ts";

type Bundler = (folder: string, imports: string, used?: string) => Promise<string>;

/** Bundlers by name. Each of them bundles and minifies a program for a page, and resolves to its code with all statically
 *  imported chunks, like `bundle`. */
export const pageBundlers: Readonly<Record<string, Bundler>> = {
  Vite: bundle,
  esbuild: (...program) => bundleWithEsbuild(program, { splitting: false }),
  "esbuild --splitting": (...program) => bundleWithEsbuild(program, { splitting: true }),
  webpack: bundleWithWebpack,
};

async function bundleWithEsbuild(
  [folder, imports, used]: Parameters<Bundler>,
  { splitting }: { readonly splitting: boolean },
): Promise<string> {
  const contents = `${imports};${used ? `globalThis.used = ${used};` : ""}`;
  const { metafile, outputFiles } = await esbuild.build({
    absWorkingDir: folder,
    stdin: { contents, resolveDir: folder },
    outdir: "out",
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    minify: true,
    external: [...frameworks],
    logLevel: "error",
    splitting,
  });
  const { outputs } = metafile;
  const loaded = new Set(Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === "<stdin>"));
  // The loop also visits files that are added to the set while it runs.
  for (const path of loaded) {
    for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && outputs[imported]) loaded.add(imported);
    }
  }
  return outputFiles
    .filter(({ path }) => [...loaded].some((name) => path === join(folder, name)))
    .map(({ text }) => text)
    .join("");
}

async function bundleWithWebpack(folder: string, imports: string, used?: string): Promise<string> {
  writeFileSync(join(folder, "webpack-entry.mjs"), `${imports};${used ? `globalThis.used = ${used};` : ""}`);
  return new Promise((resolve, reject) => {
    const options: webpack.Configuration = {
      context: folder,
      mode: "production",
      entry: "./webpack-entry.mjs",
      externals: [...frameworks],
      output: { path: join(folder, "webpack") },
      performance: { hints: false },
    };
    webpack(options, (error, stats) => {
      if (error || !stats || stats.hasErrors() || stats.hasWarnings()) return reject(error ?? new Error(String(stats)));
      const assets = stats.toJson().entrypoints?.main?.assets ?? [];
      resolve(assets.map(({ name }) => readFileSync(join(folder, "webpack", name), "utf8")).join(""));
    });
  });
}

/** Imports that are bundled by each bundler. Programs that load code on demand are not comparable, because esbuild
 *  includes that code if it does not split it. */
const programs: readonly Import[] = [
  ["{ toSvg }", "isoqr"],
  ["{ encode }", "isoqr"],
  ["{ toPng }", "isoqr"],
];

/** A program and its sizes with Brotli in bytes, in the order of `pageBundlers`. */
interface BundlerSizes {
  readonly what: string;
  readonly sizes: readonly number[];
}

/** Measures the size of each program, bundled by each bundler. `folder` is a project in which the package is installed. */
export async function measureBundlers(folder: string): Promise<BundlerSizes[]> {
  const rows: BundlerSizes[] = [];
  for (const program of programs) {
    const { imports, used } = programOf(program);
    const sizes: number[] = [];
    for (const build of Object.values(pageBundlers)) sizes.push(encode(await build(folder, imports, used)).brotli);
    rows.push({ what: `\`${imports}\``, sizes });
  }
  return rows;
}

/** Returns the sizes as a table for docs/measurements.md. */
export function bundlersTable(rows: readonly BundlerSizes[]): string {
  const header = ["bytes (Brotli)", ...Object.keys(pageBundlers)];
  const lines = rows.map(({ what, sizes }) => [what, ...sizes.map((size) => size.toLocaleString("en"))]);
  const marks = header.map((_, at) => (at === 0 ? "---" : "---:"));
  return [header, marks, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Returns a function that returns the sizes of a program in a table of `bundlersTable`. */
export function recordedBundlers(table: string): (what: string) => readonly number[] {
  const rows = table.split("\n").map((row) => row.slice(2, -2).split(" | "));
  return (what) => {
    const [, ...sizes] = rows.find(([name]) => name === what) ?? [];
    return sizes.map((size) => Number(size.replaceAll(",", "")));
  };
}
