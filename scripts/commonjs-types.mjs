import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Declares the types of the entries in CommonJS, as copies of those of the ES modules. TypeScript before 5.8 rejects the
// declarations of an ES module if CommonJS code requires them, and before 5.3 it cannot refer to them either.

const types = fileURLToPath(new URL("../dist/types/", import.meta.url));
const folder = fileURLToPath(new URL("../dist/commonjs/", import.meta.url));

/** The specifier of a relative import, without its extension. */
const RELATIVE = /(\bfrom |\bimport\(|\bimport )"(\.[^"]+)\.[jt]s"/g;

rmSync(join(folder, "types"), { recursive: true, force: true });
const ahead = [];
for (const [name, source] of Object.entries({ index: "src/index", client: "src/client/client" })) {
  writeFileSync(join(folder, `${name}.d.cts`), `export * from "./types/${source}.cjs";\n`);
  ahead.push(source);
}
const copied = new Set();
for (let path = ahead.pop(); path; path = ahead.pop()) {
  if (copied.has(path)) continue;
  copied.add(path);
  const text = readFileSync(join(types, `${path}.d.ts`), "utf8");
  for (const [, , specifier] of text.matchAll(RELATIVE)) ahead.push(join(dirname(path), specifier));
  const target = join(folder, "types", `${path}.d.cts`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text.replace(RELATIVE, '$1"$2.cjs"'));
}
