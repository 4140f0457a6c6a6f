import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { withPerformance } from "../test/bench/readme.mjs";

// Writes the generated parts of the README and its picture. Wants `npm run build`.

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const { toSvg } = await import("../dist/index.js");
writeFileSync(
  path("docs/isoqr.svg"),
  toSvg("https://example.com", { size: 160, title: "QR code of https://example.com" }),
);

const { optionsTable } = (await runnerImport(path("scripts/options-table.ts"))).module;
const parts = /(<!-- options:start -->\n)[\s\S]*?(<!-- options:end -->)/;
let readme = readFileSync(path("README.md"), "utf8");
readme = readme.replace(parts, (_, start, end) => `${start}${optionsTable()}\n${end}`);
if (existsSync(path("test/bench/results.json"))) {
  readme = withPerformance(readme, JSON.parse(readFileSync(path("test/bench/results.json"), "utf8")));
}
writeFileSync(path("README.md"), readme);
