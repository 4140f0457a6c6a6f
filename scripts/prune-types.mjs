import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Removes declarations in dist/types that no entry point of the package imports. They are unused, and may import
// packages that users do not have. Indents the other declarations with tabs, which reduces their size by a tenth.

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const entries = [...JSON.stringify(exports).matchAll(/"types":"([^"]+)"/g)].map(([, path]) => join(root, path));

const reached = new Set();
const ahead = [...entries];
for (let path = ahead.pop(); path; path = ahead.pop()) {
  if (reached.has(path)) continue;
  reached.add(path);
  const text = readFileSync(path, "utf8");
  for (const [, specifier] of text.matchAll(/(?:\bfrom |\bimport\(|\bimport )"(\.[^"]+)"/g)) {
    ahead.push(join(dirname(path), specifier.replace(/\.[jt]s$/, ".d.ts")));
  }
}

const folder = join(root, "dist/types");
for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name);
  if (!path.endsWith(".ts") || !existsSync(path)) continue;
  if (!reached.has(path)) rmSync(path);
  else
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4)),
    );
}
