import { fileURLToPath } from "node:url";
import { parseAst } from "vite";

/** Matches the part of the option table with lengths in print, which the element does not have. */
const PRINT_ROWS = /\/\* @__PURE__ \*\/\s*all\([^()]*, printTable\),/;

/** Adapts an error message of the core to dist/isoqr.js. The original message tells users to import isoqr/strict first,
 *  but pages with a script tag cannot import anything before this file. Leaves out the code of options that the element does
 *  not have. */
export const short = {
  name: "short",
  enforce: "pre",
  transform(code, id) {
    if (id.endsWith("/src/options/table.ts")) {
      if (!PRINT_ROWS.test(code)) throw new Error("the option table has changed: adapt short.mjs");
      return { code: code.replace(PRINT_ROWS, ""), map: null };
    }
    if (!id.endsWith("/src/core/core.ts")) return undefined;
    const advice = "use isoqr-strict.js in place of this file";
    return { code: code.replace("import isoqr/strict first", advice), map: null };
  },
};

/** Modules that both files need. Modules that are small, or of which the first file uses little, are in both files. */
const sharedPaths = [
  "adapters/page-captions.ts",
  "cache.ts",
  "core/core.ts",
  "core/encoder.ts",
  "core/symbol.ts",
  "element/markup.ts",
  "errors.ts",
  "logo/budget.ts",
  "logo/embed.ts",
  "async/once.ts",
  "options/frames.ts",
  "render/cells.ts",
  "render/outline.ts",
  "render/plan.ts",
  "render/styles.ts",
  "render/svg.ts",
  "svg.ts",
].map((path) => `/src/${path}`);

const pathOf = (id) => sharedPaths.find((path) => id.endsWith(path));

/** Keeps the imports of shared modules in the second file, so that `sharedIn` finds what that file uses. */
export const keepShared = {
  name: "keep-shared",
  enforce: "pre",
  async resolveId(id, importer, options) {
    const found = importer && (await this.resolve(id, importer, { ...options, skipSelf: true }));
    const path = found && pathOf(found.id);
    // Bundlers rewrite the paths of external files.
    return path && { id: `shared:${path}`, external: true };
  },
};

/** Returns the shared modules, each with the names of the exports that the second file imports. `code` is that file, built
 *  with `keepShared`. */
export function sharedIn(code) {
  const imports = parseAst(code).body.filter(({ source }) => source?.value.startsWith("shared:"));
  const other = imports.find(({ type }) => type !== "ImportDeclaration");
  if (other) throw new Error(`isoqr-images.js must not export from ${other.source.value.slice("shared:".length)}`);
  return sharedPaths.map((path) => {
    const specifiers = imports
      .filter(({ source }) => source.value === `shared:${path}`)
      .flatMap(({ specifiers }) => specifiers);
    const whole = specifiers.find(({ type }) => type !== "ImportSpecifier");
    if (whole) throw new Error(`isoqr-images.js must import names from ${path}, not the whole module`);
    return { path, names: [...new Set(specifiers.map(({ imported }) => imported.name))].sort() };
  });
}

/** Replaces the code for logos, designs and PNGs with code that loads it from a second file. Stores what that file uses of the
 *  modules in `shared` in a global array. */
export const loadImages = (shared) => ({
  name: "load-images",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/src/runtime/script-tag.ts")) return undefined;
    const imports = shared.map(({ path }, i) => `import * as shared${i} from "${path}";`);
    const values = shared.flatMap(({ names }, i) => names.map((name) => `shared${i}.${name}`));
    return [...imports, code, `globalThis.isoqrImages = [${values}];`].join("\n");
  },
  resolveId: (id, importer) =>
    id === "./logos.ts" && importer?.endsWith("/src/element/qr-code-element.ts")
      ? fileURLToPath(new URL("../src/runtime/script-tag-loader.ts", import.meta.url))
      : undefined,
});

/** Replaces the modules in `shared` in the second file with what the first file has stored. */
export const shareModules = (shared) => ({
  name: "share-modules",
  enforce: "pre",
  load(id) {
    const at = shared.findIndex(({ path }) => id.endsWith(path));
    if (at < 0) return undefined;
    const first = shared.slice(0, at).flatMap(({ names }) => names).length;
    const stored = shared[at].names.map((name, i) => `${first + i}: ${name}`);
    return `export const { ${stored} } = globalThis.isoqrImages;`;
  },
});

/** Removes the WebAssembly cores from the file that contains the core as JavaScript. */
export const leaveOutWasm = {
  name: "leave-out-wasm",
  load: (id) => (id.endsWith("/src/core/generated/encoder.ts") ? 'export const packedEncoder = "";' : undefined),
};

/** Replaces dynamic imports with static ones. The bundle for script tags is a single file, so dynamic imports would save
 *  nothing, and the bundler would wrap each imported module in a function. */
export const importStatically = {
  name: "import-statically",
  enforce: "pre",
  transform(code, id) {
    if (!/\/src\/.*\.ts$/.test(id) || !code.includes("import(")) return undefined;
    const found = importsIn(parseAst(code, { lang: "ts" })).sort((a, b) => a.start - b.start);
    const names = found.map(({ source }, at) => `import * as imported${at} from ${JSON.stringify(source.value)};`);
    const body = found.reduceRight(
      (text, { start, end, used }, at) => text.slice(0, start) + objectOf(`imported${at}`, used) + text.slice(end),
      code,
    );
    return { code: [...names, body].join("\n"), map: null };
  },
};

/** Returns the object of a module, or only the exports that are used, if these are known. Otherwise, the bundler would create
 *  an object with getters. */
const objectOf = (name, used) => (used ? `({ ${used.map((key) => `${key}: ${name}.${key}`)} })` : name);

/** Returns the dynamic imports of literals in a syntax tree. `used` are the exports that the code uses, if it destructures the
 *  module. */
function importsIn(tree) {
  if (typeof tree !== "object" || tree === null) return [];
  const { type, start, end, id, init, source } = tree;
  if (isImport(tree)) return [{ start, end, source }];
  if (type === "VariableDeclarator" && id.type === "ObjectPattern" && init?.type === "AwaitExpression") {
    const { start, end, argument } = init;
    if (isImport(argument))
      return [{ start, end, source: argument.source, used: id.properties.map(({ key }) => key.name) }];
  }
  return Object.values(tree).flatMap(importsIn);
}

const isImport = ({ type, source }) => type === "ImportExpression" && source.type === "Literal";
