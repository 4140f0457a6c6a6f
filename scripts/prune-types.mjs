import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Removes declarations in dist/types that no entry of the package needs: files that no entry imports, declarations that no
// other declaration names, and their imports. They are unused, and may import packages that users do not have. Indents the
// rest with tabs, which saves a tenth of their size.

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const folder = join(root, "dist/types");
const entries = [...JSON.stringify(exports).matchAll(/"([^"]+\.d\.ts)"/g)]
  .map(([, path]) => join(root, path))
  .filter((path) => path.startsWith(folder));
const texts = new Map(
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(".ts"))
    .map((path) => [path, readFileSync(path, "utf8")]),
);

/** Returns the paths that the entries import, directly or not. */
function reachedPaths() {
  const reached = new Set();
  const ahead = [...entries];
  for (let path = ahead.pop(); path; path = ahead.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const [, specifier] of texts.get(path).matchAll(/(?:\bfrom |\bimport\(|\bimport )"(\.[^"]+)"/g)) {
      ahead.push(join(dirname(path), specifier.replace(/\.[jt]s$/, ".d.ts")));
    }
  }
  return reached;
}

const COMMENT = /\/\*\*(?:(?!\*\/)[\s\S])*\*\//g;

/** Returns the number of places outside of comments that contain each word. */
function placesIn(found) {
  const places = new Map();
  for (const text of found) {
    for (const [word] of text.replace(COMMENT, "").matchAll(/[\w$]+/g)) places.set(word, (places.get(word) ?? 0) + 1);
  }
  return places;
}

/** Matches a declaration with its comment. Its further lines are indented or close a bracket. */
const DECLARATION =
  /(?:^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^(?:export )?(?:declare )?(?:class|const|function|interface|type) ([\w$]+)[^\n]*\n(?:[ \t}\])|][^\n]*\n)*/gm;

/** Returns whether all brackets are closed. A comment between parameters is not indented, so it ends the match too early. */
function isWhole(declaration) {
  const code = declaration.replace(COMMENT, "");
  return ["()", "[]", "{}"].every(([open, close]) => code.split(open).length === code.split(close).length);
}

/** Matches an import, with its names. */
const IMPORT = /^import (?:type )?\{([^}]*)\} from "[^"]*";\n/gm;

/** Removes the declarations that are named once, and the imports whose names are all unused. */
function withoutUnused(text, places) {
  const kept = text.replace(DECLARATION, (all, name) => (places.get(name) > 1 || !isWhole(all) ? all : ""));
  const own = placesIn([kept]);
  return kept.replace(IMPORT, (all, names) => {
    const words = names.split(",").flatMap((name) => name.match(/[\w$]+(?=\s*$)/) ?? []);
    return words.some((word) => own.get(word) > 1) ? all : "";
  });
}

let reached = reachedPaths();
for (let size = 0; size !== reached.size + textLength(); ) {
  size = reached.size + textLength();
  const places = placesIn([...reached].map((path) => texts.get(path)));
  for (const path of reached) if (!entries.includes(path)) texts.set(path, withoutUnused(texts.get(path), places));
  reached = reachedPaths();
}

/** Returns the number of characters of all declarations. */
function textLength() {
  return [...texts.values()].reduce((sum, text) => sum + text.length, 0);
}

for (const [path, text] of texts) {
  if (!reached.has(path)) {
    rmSync(path);
    continue;
  }
  // Without any export, the file would be a script with global names.
  const module = /^(?:import|export)\b/m.test(text) ? text : `${text}export {};\n`;
  writeFileSync(
    path,
    module
      .replace(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4))
      // Before version 5.7 of TypeScript, Uint8Array has no type parameter. This is the same type in newer versions.
      .replaceAll("Uint8Array<ArrayBuffer>", 'ReturnType<Uint8ArrayConstructor["of"]>'),
  );
}
