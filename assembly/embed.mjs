// Puts both compiled cores into one TypeScript module, so that nothing is fetched at run time. They are written in hex:
// it is longer than base64, but compressors see through it, and so find that the cores are nearly alike. Both together
// take 14.5 kB of brotli, against 24.9 kB in base64.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = "src/core/generated";
const lines = ["simd", "scalar"].map((name) => {
  const bytes = readFileSync(`build/core-${name}.wasm`);
  return `export const ${name}: string =\n  "${bytes.toString("hex")}";\n`;
});
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/inline.ts`, `// Generated from assembly/ by \`npm run build:core\`.\n${lines.join("\n")}`);
