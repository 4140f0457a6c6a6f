import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { APACHE_ELSEWHERE, collectPackages, writeLicenses } from "./licenses.mjs";

// Builds the playground as a static site: the page, isoqr's service worker with its parts, and the page's own service
// worker, which imports isoqr's and caches the page. Optional argument: the output folder (default: dist/demo).

const root = fileURLToPath(new URL("..", import.meta.url));
const outDir = join(root, process.argv[2] ?? "dist/demo");
const sw = join("build", `${basename(outDir)}-parts`);

execFileSync(process.execPath, [join(root, "scripts/build-sw.mjs"), sw], { stdio: "inherit" });
const parts = readdirSync(join(root, sw)).find((name) => name.startsWith("isoqr-"));

// Writes only the licenses of the page's packages. The service worker has a separate list, in the folder of its parts.
const bundled = new Set();
await build({
  configFile: join(root, "vite.demo.config.ts"),
  plugins: [collectPackages(bundled)],
  worker: { plugins: () => [collectPackages(bundled)] },
  logLevel: "warn",
  define: { PLAYGROUND_PARTS: JSON.stringify(parts) },
  build: { outDir, emptyOutDir: true },
});
// The page loads this file on every visit. It must come from the same build as the worker.
cpSync(join(root, sw, "register.js"), join(outDir, "register.js"));
const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
  // Only static hosts serve 404.html.
  .filter((entry) => entry.isFile() && entry.name !== "404.html")
  .map((entry) => relative(outDir, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
  .sort();
const digest = createHash("sha256");
for (const file of files) digest.update(file).update(readFileSync(join(outDir, file)));

await build({
  root,
  configFile: false,
  logLevel: "warn",
  define: {
    PLAYGROUND_FILES: JSON.stringify(files.map((file) => (file === "index.html" ? "./" : file))),
    PLAYGROUND_BUILD: JSON.stringify(digest.digest("hex").slice(0, 8)),
  },
  build: {
    lib: {
      entry: "demo/offline/worker.ts",
      formats: ["iife"],
      name: "playground",
      fileName: () => "playground-worker.js",
    },
    outDir,
    emptyOutDir: false,
    copyPublicDir: false,
    target: "es2022",
  },
});

cpSync(join(root, sw), outDir, { recursive: true, filter: (path) => !/\/(?:offline|sw-module)\.js$/.test(path) });
writeLicenses(join(outDir, "licenses.md"), bundled, APACHE_ELSEWHERE);
// Other pages load these files to show the element.
execFileSync(process.execPath, [join(root, "scripts/build-script-tag.mjs"), outDir]);

// Build the guide last, so that its pages are not in the list of files that the playground's worker caches in advance.
// The worker caches a page of the guide only when it is visited.
execFileSync(process.execPath, [join(root, "scripts/build-guide.mjs"), relative(root, join(outDir, "guide"))], {
  stdio: "inherit",
});
