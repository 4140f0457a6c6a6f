import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { oneCore } from "./one-core.mjs";

// Builds dist/isoqr.js, which a script tag brings into a page in one piece, and prints the tag with its SRI hash.

const root = fileURLToPath(new URL("..", import.meta.url));

const built = await build({
  root,
  configFile: false,
  logLevel: "error",
  plugins: [oneCore],
  build: {
    lib: { entry: "src/runtime/script-tag.ts", formats: ["iife"], name: "isoqrTag", fileName: () => "isoqr.js" },
    outDir: process.argv[2] ?? "dist",
    emptyOutDir: false,
    target: "es2022",
    minify: true,
  },
});
const { code } = [built].flat()[0].output[0];
const hash = createHash("sha384").update(code).digest("base64");
console.log(`<script defer src="isoqr.js" integrity="sha384-${hash}" crossorigin="anonymous"></script>`);
console.log(`${code.length} bytes, ${brotliCompressSync(code).length} in brotli`);
