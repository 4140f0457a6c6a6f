import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, minifySync, runnerImport } from "vite";
import { collectPackages, writeLicenses } from "./licenses.mjs";

// Builds the files that a site copies to its root:
// - sw.js, a classic script in a single file
// - register.js, a module for pages
// - a folder named after the build, with the parts that are loaded when first needed
// Optional argument: the output folder, by default dist/sw.

const outDir = process.argv[2] ?? "dist/sw";
const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const embindFunction = fileURLToPath(new URL("embind-function.mjs", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Adapts HarfBuzz and jSquash to classic scripts. Their WebAssembly is not inlined, because the parts pass it to them.
 *  HarfBuzz gets an export `start`, because classic scripts do not support top-level await. */
const asScripts = {
  name: "as-scripts",
  transform(code, id) {
    if (!/harfbuzzjs|jsquash/.test(id)) return undefined;
    const bare = code.replace(/new URL\("[\w.-]+\.wasm",\s*import\.meta\.url\)/g, 'new URL("https://wasm.invalid")');
    if (!id.includes("harfbuzzjs/dist/index.mjs")) return bare;
    const adapted = bare.replace(
      /^init\(await createHarfBuzz\(\)\);$/m,
      "export const start = (options) => createHarfBuzz(options).then(init);",
    );
    if (adapted === bare) throw new Error("harfbuzzjs starts in another way: adapt the replacement in build-sw.mjs");
    return adapted;
  },
};

/** Lets woff2-encoder run on sites that do not allow 'unsafe-eval', and start with the wasm that callers pass. */
const adaptWoff2 = {
  name: "adapt-woff2",
  transform(code, id) {
    if (!id.includes("woff2-encoder")) return undefined;
    const adapted = code
      .replace(/base64,[\w+/=]{9,}/, "base64,")
      .replace(
        /let (\w+)=new Promise\((\w+)=>\{(\w+)\(\{(onRuntimeInitialized\(\)\{\2\(this\)\})\}\)\}\);/,
        "let $1;const start=({wasmBinary})=>($1??=new Promise($2=>{$3({wasmBinary,$4})}));",
      )
      .replace(/export\{(\w+) as default\};?/, "$1.start=start;export{$1 as default};");
    if (adapted.length > 100_000 || !adapted.includes(".start=start;")) {
      throw new Error("woff2-encoder starts in another way: adapt the replacements in build-sw.mjs");
    }
    return `import { embindFunction as Function } from ${JSON.stringify(embindFunction)};\n${adapted}`;
  },
};

/** Removes the whitespace that Vite keeps in ES modules. */
const shorten = {
  name: "shorten",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) chunk.code = minifySync(chunk.fileName, chunk.code).code;
  },
};

/** The names of all bundled packages, for the list of licenses. */
const bundled = new Set();

/** Builds a single file without imports and returns its code. Writes the file only if `folder` is given. */
async function bundle({ entry, folder, file, format = "iife", name = "isoqr", define = {}, plugins = [] }) {
  const built = await build({
    root,
    configFile: false,
    logLevel: "error",
    define,
    plugins: [...plugins, asScripts, adaptWoff2, shorten, collectPackages(bundled)],
    build: {
      lib: { entry, formats: [format], name, fileName: () => file },
      outDir: folder ?? "build/unused",
      emptyOutDir: false,
      target: "es2022",
      minify: true,
      write: folder !== undefined,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  return [built].flat()[0].output[0].code;
}

/** Paths of the package files that the parts load: WebAssembly, and the fonts for the most common scripts. */
const noto = "@fontsource-variable/noto-sans";
const files = [
  "@resvg/resvg-wasm/index_bg.wasm",
  "@jsquash/webp/codec/dec/webp_dec.wasm",
  "zxing-wasm/reader/zxing_reader.wasm",
  "harfbuzzjs/dist/harfbuzz.wasm",
  "woff2-encoder/decompress.wasm",
  `${noto}/unicode.json`,
  ...readdirSync(join(dirname(require.resolve(`${noto}/package.json`)), "files"))
    .filter((name) => name.endsWith("-wght-normal.woff2"))
    .map((name) => `${noto}/files/${name}`),
];

const { readWorkerFile } = (await runnerImport(join(root, "src/adapters/site-files.ts"))).module;
const contents = new Map();
for (const path of files) contents.set(path, await readWorkerFile(path));

// The scripts of the parts contain the core for pages. The core for servers is faster but twice as large, and drawing
// the QR code takes only a fraction of the time of a job.
const parts = [
  { file: "worker.js", entry: "sw/pool-worker.ts" },
  ...readdirSync(join(root, "sw/parts"))
    .map((name) => name.replace(/\.ts$/, ""))
    .filter((part) => part !== "part")
    .map((part) => ({ file: `${part}.js`, entry: `sw/parts/${part}.ts`, name: `isoqr_${part}` })),
];
const pages = [
  { file: "sw.js", entry: "sw/worker.ts" },
  { file: "offline.js", entry: "sw/offline.ts", format: "es" },
  { file: "register.js", entry: "sw/register.ts", format: "es" },
];

// The name of the build contains a digest of all its files.
const digest = createHash("sha256");
for (const one of [...parts, ...pages]) digest.update(await bundle(one));
for (const content of contents.values()) digest.update(content);
const name = `${version}-${digest.digest("hex").slice(0, 8)}`;

rmSync(join(root, outDir), { recursive: true, force: true });
const folder = join(outDir, `isoqr-${name}`);
for (const one of parts) await bundle({ ...one, folder });
for (const [path, content] of contents) {
  const target = join(root, folder, "packages", path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}
// The published package does not contain these large files. isoqr-offline copies them from the installed packages and
// checks their versions and contents against this list.
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const names = new Set(files.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0]));
const versionOf = (name) => JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version;
const list = {
  versions: Object.fromEntries([...names].map((name) => [name, versionOf(name)])),
  files: Object.fromEntries(files.map((path) => [path, sha256(contents.get(path))])),
};
writeFileSync(join(root, folder, "packages.json"), JSON.stringify(list));
// The worker stores only files that match these digests.
const digests = {
  ...Object.fromEntries(parts.map(({ file }) => [file, sha256(readFileSync(join(root, folder, file)))])),
  ...Object.fromEntries(files.map((path) => [`packages/${path}`, list.files[path]])),
};
const protocol = createHash("sha256");
for (const entry of ["src/work/wire.ts", "src/work/heavy-jobs.ts"]) {
  protocol.update(await bundle({ entry, file: "protocol.js", format: "es" }));
}
const define = {
  ISOQR_BUILD: JSON.stringify(name),
  ISOQR_PROTOCOL: JSON.stringify(protocol.digest("hex").slice(0, 8)),
  ISOQR_FILES: JSON.stringify(JSON.stringify(digests)),
};
for (const one of pages) await bundle({ ...one, folder: outDir, define });
writeLicenses(join(root, folder, "licenses.md"), bundled);
