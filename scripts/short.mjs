import { fileURLToPath } from "node:url";
import { parseAst } from "vite";

/** Adapts an error message of the core to dist/isoqr.js. The original message tells users to import isoqr/strict first,
 *  but pages with a script tag cannot import anything before this file. */
export const short = {
  name: "short",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/src/core/core.ts")) return undefined;
    const advice = "bundle isoqr/strict and isoqr/element/define in place of this file";
    return { code: code.replace("import isoqr/strict first", advice), map: null };
  },
};

/** Modules that both files need, with the exports that the second file uses. */
const sharedModules = [
  { path: "/src/adapters/page-captions.ts", names: "drawPageCaption" },
  { path: "/src/core/core.ts", names: "compile,encodeOutline,encodeSymbol,parts,spoiledCodewords,theEncoder" },
  { path: "/src/core/svg-document.ts", names: "escapeXml,hexColor,svgDocument" },
  { path: "/src/logo/embed.ts", names: "embedLogo" },
  { path: "/src/render/outline.ts", names: "createPen,drawBox,drawOutline,traceModules" },
];

const sharedNames = (id) => sharedModules.find(({ path }) => id.endsWith(path))?.names;

/** Replaces the code for logos, designs and PNGs with code that loads it from a second file. Stores the shared modules
 *  in a global, so that the second file can use them. */
export const loadImages = {
  name: "load-images",
  enforce: "pre",
  transform(code, id) {
    const names = sharedNames(id);
    return names && `${code}\nglobalThis.isoqrImages = { ...globalThis.isoqrImages, ${names} };`;
  },
  resolveId: (id, importer) =>
    id === "./logos.ts" && importer?.endsWith("/src/element/qr-code-element.ts")
      ? fileURLToPath(new URL("../src/runtime/script-tag-loader.ts", import.meta.url))
      : undefined,
};

/** Replaces the shared modules in the second file with what the first file has stored. */
export const shareModules = {
  name: "share-modules",
  enforce: "pre",
  load(id) {
    const names = sharedNames(id);
    return names && `export const { ${names} } = globalThis.isoqrImages;`;
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
      (text, { start, end }, at) => `${text.slice(0, start)}imported${at}${text.slice(end)}`,
      code,
    );
    return { code: [...names, body].join("\n"), map: null };
  },
};

/** Returns the dynamic imports of literals in a syntax tree. */
function importsIn(tree) {
  if (typeof tree !== "object" || tree === null) return [];
  const inside = Object.values(tree).flatMap(importsIn);
  return tree.type === "ImportExpression" && tree.source.type === "Literal" ? [tree, ...inside] : inside;
}
