// Puts the compiled cores into TypeScript modules, so that nothing is fetched at run time. They are written in hex: it is
// longer than base64, but compressors see through it, and so find that two cores are nearly alike. Both together take
// 15 kB of brotli, against 25 kB in base64.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = "src/core/generated";
mkdirSync(folder, { recursive: true });
embed("inline.ts", ["simd", "scalar"]);
// The one for programs that have no room for two.
embed("small.ts", ["small"]);

function embed(file, names) {
  const lines = names.map((name) => {
    const bytes = readFileSync(`build/core-${name}.wasm`);
    return `export const ${name}: string =\n  "${bytes.toString("hex")}";\n`;
  });
  writeFileSync(`${folder}/${file}`, `// Generated from assembly/ by \`npm run build:core\`.\n${lines.join("\n")}`);
}
