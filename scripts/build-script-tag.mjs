import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { importStatically, short } from "./short.mjs";

// Builds dist/isoqr.js, a single file for a script tag. Prints the tag with its integrity hash. A page opened from disk
// needs the tag without the hash, because browsers cannot check it there and would block the script.

const root = fileURLToPath(new URL("..", import.meta.url));

const built = await build({
  root,
  configFile: false,
  logLevel: "error",
  plugins: [short, importStatically],
  build: {
    lib: { entry: "src/runtime/script-tag.ts", formats: ["iife"], name: "isoqrTag", fileName: () => "isoqr.js" },
    outDir: process.argv[2] ?? "dist",
    emptyOutDir: false,
    target: "es2022",
    minify: true,
  },
});
const bytes = Buffer.from([built].flat()[0].output[0].code);
const hash = createHash("sha384").update(bytes).digest("base64");
console.log(`<script defer src="isoqr.js" integrity="sha384-${hash}" crossorigin="anonymous"></script>`);
console.log('For pages opened from disk: <script defer src="isoqr.js"></script>');
console.log(`${bytes.length} bytes, ${brotliCompressSync(bytes).length} with brotli`);
