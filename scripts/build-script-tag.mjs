import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";

// Builds dist/isoqr.js, which a script tag brings into a page in one piece, and prints the tag with its SRI hash. Of the
// two cores it has the one that runs everywhere: what the other would gain is lost in the time to put a picture into a
// page, and its bytes are a twelfth of the file.

const root = fileURLToPath(new URL("..", import.meta.url));
const inline = fileURLToPath(new URL("../src/core/generated/inline.ts", import.meta.url));
const oneCore = {
  name: "one-core",
  enforce: "pre",
  resolveId: (id) => (id === "#core" ? "\0one-core" : undefined),
  load: (id) => (id === "\0one-core" ? `export { scalar, scalar as simd } from ${JSON.stringify(inline)};` : undefined),
};

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
