import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Removes declarations in dist/types that no entry of the package needs: files that no entry imports, and functions and
// constants that no other declaration names. They are unused, and may import packages that users do not have. Indents the
// rest with tabs, which saves a tenth of their size.

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const entries = [...JSON.stringify(exports).matchAll(/"types":"([^"]+)"/g)].map(([, path]) => join(root, path));

/** The texts of all reached declarations by path. */
const reached = new Map();
const ahead = [...entries];
for (let path = ahead.pop(); path; path = ahead.pop()) {
  if (reached.has(path)) continue;
  const text = readFileSync(path, "utf8");
  reached.set(path, text);
  for (const [, specifier] of text.matchAll(/(?:\bfrom |\bimport\(|\bimport )"(\.[^"]+)"/g)) {
    ahead.push(join(dirname(path), specifier.replace(/\.[jt]s$/, ".d.ts")));
  }
}

/** The number of places that contain each word. */
const places = new Map();
for (const text of reached.values()) {
  for (const [word] of text.matchAll(/[\w$]+/g)) places.set(word, (places.get(word) ?? 0) + 1);
}

/** Matches the declaration of a function or constant with its comment. Its further lines are indented or close a
 *  bracket. */
const VALUE =
  /(?:^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^export declare (?:function|const) ([\w$]+)[^\n]*\n(?:[ \t}\])][^\n]*\n)*/gm;

/** Removes the values that are named once, in their own declaration. */
const withoutUnused = (text) => text.replace(VALUE, (all, name) => (places.get(name) > 1 ? all : ""));

const folder = join(root, "dist/types");
for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name);
  if (!path.endsWith(".ts") || !existsSync(path)) continue;
  const text = reached.get(path);
  if (text === undefined) rmSync(path);
  else {
    const kept = entries.includes(path) ? text : withoutUnused(text);
    // Without any export, the file would be a script with global names.
    const module = /^(?:import|export)\b/m.test(kept) ? kept : `${kept}export {};\n`;
    writeFileSync(
      path,
      module.replace(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4)),
    );
  }
}
