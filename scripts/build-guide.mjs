import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Builds the guide from the README and docs as static pages. Optional argument: the output folder, by default
// dist/demo/guide. Faults in the documents are printed and do not fail the build; the tests reject them.

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, process.argv[2] ?? "dist/demo/guide");

const { files, faults } = (await runnerImport(join(root, "scripts/guide/main.ts"))).module.guide;
rmSync(folder, { recursive: true, force: true });
for (const [path, content] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
for (const fault of faults) console.warn(`guide: ${fault}`);
