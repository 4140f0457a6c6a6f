import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

// Builds what a site copies to its root: the service worker, classic and in one piece, and the page's side of it, a
// module. The folder is the argument, else dist/sw.

const outDir = process.argv[2] ?? "dist/sw";
const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** The code of one file without imports. */
async function bundle(name, entry, format, define = {}, write = true) {
  const built = await build({
    root,
    configFile: false,
    logLevel: "error",
    define,
    build: {
      lib: { entry, formats: [format], name: "isoqr", fileName: () => name },
      outDir,
      emptyOutDir: false,
      target: "es2022",
      minify: true,
      write,
    },
  });
  return [built].flat()[0].output[0].code;
}

const digest = createHash("sha256")
  .update(await bundle("sw.js", "src/sw/worker.ts", "iife", {}, false))
  .digest("hex")
  .slice(0, 8);
const define = { ISOQR_BUILD: JSON.stringify(`${version}-${digest}`) };
await bundle("sw.js", "src/sw/worker.ts", "iife", define);
await bundle("register.js", "src/sw/register.ts", "es", define);
