import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

// Declares the types of the entries in CommonJS, by reference to those of the ES modules. TypeScript before 5.8 rejects the
// declarations of an ES module if CommonJS code requires them.

const folder = fileURLToPath(new URL("../dist/commonjs/", import.meta.url));
const require = createRequire(import.meta.url);

for (const [name, source] of Object.entries({ index: "src/index", client: "src/client/client" })) {
  const path = relative(folder, fileURLToPath(new URL(`../dist/types/${source}.js`, import.meta.url)));
  const from = `"${path}" with { "resolution-mode": "import" };`;
  const values = Object.entries(require(`${folder}${name}.cjs`)).map(([value, { prototype }]) => [
    `export declare const ${value}: typeof module.${value};`,
    // A class is also a type. Only classes have a prototype that cannot be replaced.
    ...(isClass(prototype) ? [`export type ${value} = module.${value};`] : []),
  ]);
  const lines = [`import type * as module from ${from}`, `export type * from ${from}`, ...values.flat(), ""];
  writeFileSync(`${folder}${name}.d.cts`, lines.join("\n"));
}

function isClass(prototype) {
  return prototype !== undefined && !Object.getOwnPropertyDescriptor(prototype.constructor, "prototype").writable;
}
