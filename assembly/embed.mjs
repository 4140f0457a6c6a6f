// Embeds the compiled cores in TypeScript modules, so that nothing is fetched at run time. Hex is longer than base64,
// but it keeps bytes aligned, so compressors find the code that both cores share. Compressed with Brotli, both cores
// together take 15 kB as hex and 25 kB as base64.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = "src/core/generated";
mkdirSync(folder, { recursive: true });
embed("inline.ts", ["simd", "scalar"]);
// Contains only one core, for bundles that have no room for two.
embed("small.ts", ["small"]);

function embed(file, names) {
  const lines = names.map((name) => {
    const bytes = readFileSync(`build/core-${name}.wasm`);
    return `export const ${name}: string =\n  "${bytes.toString("hex")}";\n`;
  });
  writeFileSync(`${folder}/${file}`, `// Generated from assembly/ by \`npm run build:core\`.\n${lines.join("\n")}`);
}
