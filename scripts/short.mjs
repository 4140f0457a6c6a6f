import { parseAst } from "vite";

/** What is replaced, by the end of a file's path. */
const edits = {
  "/src/core/load.ts": [
    "import isoqr/strict first",
    () => "bundle isoqr/strict and isoqr/element/define in place of this file",
  ],
  "/src/options/table.ts": [/\babout: "[^"]*"/g, () => 'about: ""'],
};

/** Shortens a bundle that is a single file: the descriptions in the table of options are for documents only, and a page
 *  cannot import anything before the file. */
export const short = {
  name: "short",
  enforce: "pre",
  transform(code, id) {
    const [, edit] = Object.entries(edits).find(([path]) => id.endsWith(path)) ?? [];
    return edit && { code: code.replace(...edit), map: null };
  },
};

/** Imports at once what would be imported on demand. A single file has nothing to load later, and the bundler would wrap
 *  each of these modules in a function to run it later. */
export const importAtOnce = {
  name: "import-at-once",
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

/** The calls of `import` with a literal in a syntax tree. */
function importsIn(tree) {
  if (typeof tree !== "object" || tree === null) return [];
  const inside = Object.values(tree).flatMap(importsIn);
  return tree.type === "ImportExpression" && tree.source.type === "Literal" ? [tree, ...inside] : inside;
}
