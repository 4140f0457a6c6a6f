import { fileURLToPath } from "node:url";
import { parseAst } from "vite";

/** Adapts an error message of the core to dist/isoqr.js. The original message tells users to import isoqr/strict first,
 *  but pages with a script tag cannot import anything before this file. */
export const short = {
  name: "short",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/src/core/core.ts")) return undefined;
    const advice = "use isoqr-strict.js in place of this file";
    return { code: code.replace("import isoqr/strict first", advice), map: null };
  },
};

/** Modules that both files need, with the exports that the second file uses. Modules that are small, or of which the first
 *  file uses little, are in both files. */
const sharedModules = Object.entries({
  "adapters/page-captions.ts": "drawPageCaption,outlinePageLogo",
  "cache.ts": "createCache",
  "core/core.ts": "compile,encodeSymbol,parts,theEncoder",
  "core/encoder.ts": "encodeData,rowsOf,sideOf",
  "core/symbol.ts": "checkPixels,pngGrid",
  "element/markup.ts": "NO_TEXT",
  "errors.ts": "QrError",
  "logo/budget.ts": "EPSILON,layOutAtVersion,pixelSurface,layOutLogo,vectorSurface",
  "logo/embed.ts": "embedLogo",
  "async/once.ts": "memoize",
  "options/frames.ts": "insideFrame,measureFrame,settleFrame",
  "render/cells.ts": "CELL_KINDS,cellsOf,FILLED,FINDER,finderCorners,LIGHT,MODULE",
  "render/outline.ts": "createPen,drawBox,drawDot,traceModules",
  "render/plan.ts": "planOf",
  "render/styles.ts": "DOT,isPlain,MODULE_UNITS,styles",
  "render/svg.ts": "boxOf,hexColor,idOf,imageOf,paintSvg,scaleOf,squareOf",
  "svg.ts": "elementsOf,escapeXml,node,SVG_NAMESPACE,textOf,thousandths",
}).map(([path, names]) => ({ path: `/src/${path}`, names: names.split(",") }));

const sharedNames = sharedModules.flatMap(({ names }) => names);

/** Replaces the code for logos, designs and PNGs with code that loads it from a second file. Stores what the shared modules
 *  export in a global array, so that the second file can use it. */
export const loadImages = {
  name: "load-images",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/src/runtime/script-tag.ts")) return undefined;
    const imports = sharedModules.map(({ path }, i) => `import * as shared${i} from "${path}";`);
    const values = sharedModules.flatMap(({ names }, i) => names.map((name) => `shared${i}.${name}`));
    return [...imports, code, `globalThis.isoqrImages = [${values}];`].join("\n");
  },
  resolveId: (id, importer) =>
    id === "./logos.ts" && importer?.endsWith("/src/element/qr-code-element.ts")
      ? fileURLToPath(new URL("../src/runtime/script-tag-loader.ts", import.meta.url))
      : undefined,
};

/** Removes the WebAssembly cores from the file that contains the core as JavaScript. */
export const leaveOutWasm = {
  name: "leave-out-wasm",
  load: (id) => (id.endsWith("/src/core/generated/encoder.ts") ? 'export const packedEncoder = "";' : undefined),
};

/** Replaces the shared modules in the second file with what the first file has stored. */
export const shareModules = {
  name: "share-modules",
  enforce: "pre",
  load(id) {
    const { names } = sharedModules.find(({ path }) => id.endsWith(path)) ?? {};
    const stored = names?.map((name) => `${sharedNames.indexOf(name)}: ${name}`);
    return stored && `export const { ${stored} } = globalThis.isoqrImages;`;
  },
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
