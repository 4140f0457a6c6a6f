import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { importStatically, keepShared, leaveOutWasm, loadImages, sharedIn, shareModules, short } from "./short.mjs";

// Builds dist/isoqr.js, the file for a script tag, and dist/isoqr-images.js, which it loads for logos, designs and
// PNGs. Also builds dist/isoqr-strict.js, which replaces the first file on pages that forbid WebAssembly. Prints the tag with
// its integrity hash. Pages opened from disk need the tag without the hash, because browsers cannot check it there and block
// the script.

const root = fileURLToPath(new URL("..", import.meta.url));

/** Writes a single file and returns its bytes. Without the name of a file, only returns an ES module. */
async function bundle(entry, file, plugins) {
  const built = await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [short, ...plugins, importStatically],
    build: {
      lib: { entry, formats: [file ? "iife" : "es"], name: "isoqrTag", fileName: () => `${file}` },
      // Modules also import names that the file does not use.
      rolldownOptions: { shimMissingExports: plugins.some(({ name }) => name === "share-modules") },
      write: file !== undefined,
      outDir: process.argv[2] ?? "dist",
      emptyOutDir: false,
      target: "es2022",
      minify: true,
    },
  });
  return Buffer.from([built].flat()[0].output[0].code);
}

const shared = sharedIn((await bundle("src/runtime/script-tag-images.ts", undefined, [keepShared])).toString());
const bytes = await bundle("src/runtime/script-tag.ts", "isoqr.js", [loadImages(shared)]);
const images = await bundle("src/runtime/script-tag-images.ts", "isoqr-images.js", [shareModules(shared)]);
const strict = await bundle("src/runtime/script-tag-strict.ts", "isoqr-strict.js", [loadImages(shared), leaveOutWasm]);
const hash = createHash("sha384").update(bytes).digest("base64");
console.log(`<script defer src="isoqr.js" integrity="sha384-${hash}" crossorigin="anonymous"></script>`);
console.log('For pages opened from disk: <script defer src="isoqr.js"></script>');
const [small, large, slow] = [bytes, images, strict].map((file) => brotliCompressSync(file).length);
console.log(
  `${bytes.length} bytes, ${small} with brotli; with logos and PNGs, ${large} more; without WebAssembly, ${slow}`,
);
