// Puts both compiled cores into one TypeScript module, as base64, so that nothing is fetched at run time.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = "src/core/generated";
const lines = ["simd", "scalar"].map((name) => {
  const bytes = readFileSync(`build/core-${name}.wasm`);
  return `export const ${name} =\n  "${bytes.toString("base64")}";\n`;
});
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/inline.ts`, `// Generated from assembly/ by \`npm run build:core\`.\n${lines.join("\n")}`);
