import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, minifySync, runnerImport } from "vite";
import { collectPackages, writeLicenses } from "./licenses.mjs";

// Builds the files that a site copies to its root:
// - sw.js, a classic script
// - offline.js, a module for other workers, which gets createOffline from sw.js
// - sw-module.js, which lets sw.js detect that offline.js imports it
// - register.js, a module for pages
// - a folder named after the build, with service.js, which is loaded during the installation, and the parts, which are
//   loaded when first needed
// Optional argument: the output folder (default: dist/sw).

const outDir = process.argv[2] ?? "dist/sw";
const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const embindFunction = fileURLToPath(new URL("embind-function.mjs", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

// The build changes the code of packages only in the two plugins below, because the service worker could not run it
// otherwise: classic scripts have neither top-level await nor import.meta, and many sites forbid 'unsafe-eval'.

/** Adapts HarfBuzz and jSquash to classic scripts. The parts pass their WebAssembly to them, so its URLs are never used.
 *  Adds an export `start` to HarfBuzz, which starts with a top-level await. */
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
    if (adapted === bare)
      throw new Error("the startup code of harfbuzzjs has changed: adapt the replacement in build-sw.mjs");
    return adapted;
  },
};

/** Lets woff2-encoder run on sites that do not allow 'unsafe-eval'. Also lets callers pass the WebAssembly, which the
 *  package contains as text. Every part that it is bundled into would contain a copy. */
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
      throw new Error("the startup code of woff2-encoder has changed: adapt the replacements in build-sw.mjs");
    }
    return `import { embindFunction as Function } from ${JSON.stringify(embindFunction)};\n${adapted}`;
  },
};

/** Removes the whitespace that Vite leaves in ES modules. */
const shorten = {
  name: "shorten",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) chunk.code = minifySync(chunk.fileName, chunk.code).code;
  },
};

/** The names of all bundled packages, for the licenses file. */
const bundled = new Set();

const { shortLanguages } = (await runnerImport(join(root, "scripts/short-languages.ts"))).module;
const settings = {
  root,
  configFile: false,
  logLevel: "error",
  plugins: [shortLanguages, asScripts, adaptWoff2, shorten, collectPackages(bundled)],
};

/** Builds a single file without imports and returns its code. Names that the build sets, such as ISOQR_BUILD, remain in
 *  the code. */
async function bundle({ entry, file, format = "iife", name = "isoqr" }) {
  const built = await build({
    ...settings,
    build: {
      lib: { entry, formats: [format], name, fileName: () => file },
      target: "es2022",
      minify: true,
      write: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  return [built].flat()[0].output[0].code;
}

/** Builds modules that share code and returns their chunks. */
async function split(input, output) {
  const built = await build({
    ...settings,
    build: {
      target: "es2022",
      minify: true,
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: "allow-extension",
        output,
        // Otherwise, the texts of rules would be imported from other chunks.
        optimization: { inlineConst: { mode: "all", pass: 1 } },
      },
    },
  });
  return [built].flat()[0].output;
}

/** Builds sw.js, offline.js and service.js. Resolves to pairs of a name and a code. The worker runs service.js later, as
 *  a script, so service.js cannot import anything. It is a function that takes ISOQR_SHARED, an object with everything
 *  that it needs from sw.js. Therefore, no module is in two of the files.
 *
 *  sw.js is a script, so it exports nothing. If it finds the global object that sw-module.js creates, it starts no worker,
 *  and stores createOffline in that object. offline.js exports it, and removes the object for a later sw.js.
 *  It uses globalThis, because `self` does not exist in Node, where offline.js must load too. */
async function bundleWorker() {
  const entries = ["sw/worker.ts", "sw/offline.ts", "sw/service.ts"];
  const [worker, , service] = entries.map((entry) => join(root, entry));
  // The first build determines which modules the worker needs before it loads service.js.
  const [early] = await split(entries[1], { codeSplitting: false });
  const isEarly = (id) => (early.modules[id]?.renderedLength ?? 0) > 0;
  const isLate = (id) => id !== worker && !isEarly(id);
  const groups = [
    { name: "offline", test: isEarly },
    { name: "service", test: isLate },
  ];
  const chunks = await split(entries, { codeSplitting: { groups, includeDependenciesRecursively: false } });
  const codeWith = (entry) => chunks.find(({ modules }) => entry in modules).code;
  if (chunks.length !== 3) throw new Error("the worker's modules must be in three chunks: adapt build-sw.mjs");
  if (chunks.find(({ modules }) => join(root, entries[1]) in modules).imports.length > 0)
    throw new Error("a module that the worker needs at once must not import one of service.js: adapt build-sw.mjs");

  const { body, exports } = exportsOf(codeWith(join(root, entries[1])));
  const shared = `${body}var ISOQR_SHARED={${exports.map(([local, name]) => `${name}:${local}`)}};`;
  const late = exportsOf(withShared(codeWith(service)));
  const localOf = (list, wanted) => list.find(([, name]) => name === wanted)[0];
  return [
    // Wraps the entry of sw.js in a function, because its local names may equal names in the rest of the file.
    [
      "sw.js",
      `(()=>{${shared}if(globalThis.isoqrModule)globalThis.isoqrModule.createOffline=${localOf(exports, "createOffline")};` +
        `else(()=>{${withShared(codeWith(worker))}})()})();`,
    ],
    ["sw-module.js", "globalThis.isoqrModule={};"],
    [
      "offline.js",
      `import"./sw-module.js";import"./sw.js";const{createOffline}=globalThis.isoqrModule;delete globalThis.isoqrModule;export{createOffline};`,
    ],
    [
      "service.js",
      `var isoqr_service=ISOQR_SHARED=>{${late.body}return{createSiteService:${localOf(late.exports, "createSiteService")}}};`,
    ],
  ];
}

/** Splits a minified module into its body and its list of exports, as pairs of a local name and an exported name. */
function exportsOf(code) {
  const [, body, list] = /^(.*)export\{([^{}]*)\};?\s*$/s.exec(code);
  const pairs = list.split(",").map((one) => one.split(" as "));
  return { body, exports: pairs.map(([local, name = local]) => [local, name]) };
}

/** Replaces the only import of a minified module with the object ISOQR_SHARED. */
function withShared(code) {
  const [, list, rest] = /^import\{([^{}]*)\}from"[^"]*";(.*)$/s.exec(code);
  if (/(?<![@.])\bimport\b/.test(rest))
    throw new Error("the worker's modules must import a single chunk: adapt build-sw.mjs");
  return `const{${list.replaceAll(" as ", ":")}}=ISOQR_SHARED;${rest}`;
}

/** Paths of the package files that the parts load: WebAssembly, and the fonts for the most common scripts. */
const noto = "@fontsource-variable/noto-sans";
const files = [
  "@resvg/resvg-wasm/index_bg.wasm",
  "@jsquash/webp/codec/dec/webp_dec.wasm",
  "zxing-wasm/reader/zxing_reader.wasm",
  // A site that serves zbar.wasm must also offer the text of its license, the LGPL.
  "@undecaf/zbar-wasm/dist/zbar.wasm",
  "@undecaf/zbar-wasm/package.json",
  "@undecaf/zbar-wasm/LICENSE",
  "harfbuzzjs/dist/harfbuzz.wasm",
  "woff2-encoder/decompress.wasm",
  `${noto}/unicode.json`,
  ...readdirSync(join(dirname(require.resolve(`${noto}/package.json`)), "files"))
    .filter((name) => name.endsWith("-wght-normal.woff2"))
    .map((name) => `${noto}/files/${name}`),
  // The other typefaces of captions, for Latin letters.
  ...["noto-serif", "nunito"].flatMap((family) =>
    ["unicode.json", `files/${family}-latin-wght-normal.woff2`].map((path) => `@fontsource-variable/${family}/${path}`),
  ),
];

const { readWorkerFile } = (await runnerImport(join(root, "src/adapters/site-files.ts"))).module;
const contents = new Map();
for (const path of files) contents.set(path, await readWorkerFile(path));

// The scripts of the parts contain the core for pages. The core for servers is faster but twice as large, and drawing
// the QR code is only a small part of a job.
const parts = [
  { file: "worker.js", entry: "sw/pool-worker.ts" },
  ...readdirSync(join(root, "sw/parts"))
    .map((name) => name.replace(/\.ts$/, ""))
    .filter((part) => part !== "part")
    .map((part) => ({ file: `${part}.js`, entry: `sw/parts/${part}.ts`, name: `isoqr_${part}` })),
];
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const scripts = new Map(await bundleWorker());
scripts.set("register.js", await bundle({ entry: "sw/register.ts", file: "register.js", format: "es" }));
const protocol = createHash("sha256");
for (const entry of ["src/work/wire.ts", "src/work/heavy-jobs.ts"]) {
  protocol.update(await bundle({ entry, file: "protocol.js", format: "es" }));
}
setAll("ISOQR_PROTOCOL", protocol.digest("hex").slice(0, 8));
const inFolder = new Map([["service.js", scripts.get("service.js")]]);
scripts.delete("service.js");
for (const one of parts) inFolder.set(one.file, await bundle(one));

// The name of the build contains a digest of all its files.
const digest = createHash("sha256");
for (const code of [...inFolder.values(), ...scripts.values(), ...contents.values()]) digest.update(code);
const name = `${version}-${digest.digest("hex").slice(0, 8)}`;
setAll("ISOQR_BUILD", name);

rmSync(join(root, outDir), { recursive: true, force: true });
const folder = join(root, outDir, `isoqr-${name}`);
for (const [path, content] of contents) inFolder.set(`packages/${path}`, content);
for (const [path, content] of inFolder) {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}
// The published package does not include these large files. isoqr-offline copies them from the installed packages and
// checks their versions and contents against this list.
const names = new Set(files.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0]));
const versionOf = (name) => JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version;
const list = {
  optional: ["@undecaf/zbar-wasm", "@fontsource-variable/noto-serif", "@fontsource-variable/nunito"],
  versions: Object.fromEntries([...names].map((name) => [name, versionOf(name)])),
  files: Object.fromEntries(files.map((path) => [path, sha256(contents.get(path))])),
};
writeFileSync(join(folder, "packages.json"), JSON.stringify(list));
// The worker stores a file only if it matches its digest.
setAll("ISOQR_FILES", Object.fromEntries([...inFolder].map(([path, content]) => [path, sha256(content)])));
for (const [file, code] of scripts) writeFileSync(join(root, outDir, file), code);
writeLicenses(join(folder, "licenses.md"), bundled);

/** Replaces the name of a build setting in all scripts with its value. */
function setAll(setting, value) {
  for (const [file, code] of scripts) {
    scripts.set(
      file,
      code.replaceAll(new RegExp(`\\b${setting}\\b`, "g"), () => JSON.stringify(value)),
    );
  }
}
