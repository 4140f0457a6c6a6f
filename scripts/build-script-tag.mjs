import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { oneCore } from "./one-core.mjs";
import { importAtOnce, short } from "./short.mjs";

// Builds dist/isoqr.js, which a script tag brings into a page in one piece, and prints its tag with its SRI hash; and
// without, for pages opened as files, where browsers can check no hash and then refuse the program.

const root = fileURLToPath(new URL("..", import.meta.url));

const built = await build({
  root,
  configFile: false,
  logLevel: "error",
  plugins: [oneCore, short, importAtOnce],
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
console.log('on a page that is opened as a file: <script defer src="isoqr.js"></script>');
console.log(`${bytes.length} bytes, ${brotliCompressSync(bytes).length} in brotli`);
