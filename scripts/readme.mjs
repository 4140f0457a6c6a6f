import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { withPerformance } from "../test/bench/readme.mjs";

// Writes the generated parts of the README and its pictures. Wants `npm run build`.

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const { toSvg } = await import("../dist/index.js");
const { pictures } = (await runnerImport(path("scripts/pictures.ts"))).module;
for (const [name, svg] of pictures(toSvg)) {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), svg);
}

const { logoPictures } = (await runnerImport(path("scripts/logo-pictures.ts"))).module;
for (const [name, png] of logoPictures) writeFileSync(path(name), png);

const { toCard } = await import("../dist/card.js");
const { cards } = (await runnerImport(path("scripts/cards.ts"))).module;
for (const [name, card] of Object.entries(cards)) {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), await toCard(card));
}

const { optionsTable } = (await runnerImport(path("scripts/options-table.ts"))).module;
const parts = /(<!-- options:start -->\n)[\s\S]*?(<!-- options:end -->)/;
let readme = readFileSync(path("README.md"), "utf8");
readme = readme.replace(parts, (_, start, end) => `${start}${optionsTable()}\n${end}`);
const { settingsTable } = (await runnerImport(path("scripts/settings-table.ts"))).module;
const settings = /(<!-- settings:start -->\n)[\s\S]*?(<!-- settings:end -->)/;
readme = readme.replace(settings, (_, start, end) => `${start}${settingsTable()}\n${end}`);
if (existsSync(path("test/bench/results.json"))) {
  readme = withPerformance(readme, JSON.parse(readFileSync(path("test/bench/results.json"), "utf8")));
}
writeFileSync(path("README.md"), readme);

const { scanPictures, withScanPictures } = (await runnerImport(path("scripts/scan-pictures.ts"))).module;
for (const [name, png] of scanPictures) {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), png);
}
const { withScans } = (await runnerImport(path("test/scan-lab/doc.ts"))).module;
const scans = JSON.parse(readFileSync(path("test/scan-lab/results.json"), "utf8"));
writeFileSync(path("docs/scan.md"), withScanPictures(withScans(readFileSync(path("docs/scan.md"), "utf8"), scans)));

const { withComparison } = (await runnerImport(path("scripts/comparison-table.ts"))).module;
const comparison = path("docs/guide/comparison.md");
const measured = JSON.parse(readFileSync(path("test/bench/results.json"), "utf8"));
writeFileSync(comparison, withComparison(readFileSync(comparison, "utf8"), measured));
