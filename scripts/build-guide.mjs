import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Builds the guide from the README and docs as static pages. Optional argument: the output folder (default:
// dist/demo/guide). Prints faults in the documents, which do not fail the build but fail the tests.

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, process.argv[2] ?? "dist/demo/guide");

const { files, faults } = (await runnerImport(join(root, "scripts/guide/main.ts"))).module.guide;
rmSync(folder, { recursive: true, force: true });
for (const [path, content] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
for (const fault of faults) console.warn(`guide: ${fault}`);
