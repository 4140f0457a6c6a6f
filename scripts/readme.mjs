import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { writePerformance } from "../test/lab/bench/readme.mjs";

// Writes the generated parts of the README and the docs, including their pictures. Requires `npm run build`.

const root = new URL("../", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));
const load = async (name) => (await runnerImport(path(name))).module;

/** Writes a file. Creates its folder if necessary. */
function write(name, content) {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), content);
}

/** Replaces the text of the file `name` with the result of `change`. */
function edit(name, change) {
  writeFileSync(path(name), change(readFileSync(path(name), "utf8")));
}

/** Replaces the text between the markers `<!-- marker:start -->` and `<!-- marker:end -->`. */
function insert(page, marker, content) {
  const section = new RegExp(`(<!-- ${marker}:start -->\n)[\\s\\S]*?(<!-- ${marker}:end -->)`);
  if (!section.test(page)) throw new Error(`the page must have the markers ${marker}:start and ${marker}:end`);
  return page.replace(section, (_, start, end) => `${start}${content}\n${end}`);
}

const { toSvg } = await import("../dist/index.js");
const { pictures } = await load("scripts/pictures.ts");
for (const [name, svg] of pictures(toSvg)) write(name, svg);

const { logoPictures } = await load("scripts/logo-pictures.ts");
for (const [name, png] of logoPictures) write(name, png);

const { designPictures, galleries, galleryTable, riskTable, showcase, showcaseCommand } =
  await load("scripts/design-pictures.ts");
write(...showcase);
for (const [name, svg] of designPictures) write(name, svg);
for (const marker of Object.keys(galleries)) {
  edit("docs/designs.md", (page) => insert(page, marker, galleryTable(marker)));
}
edit("docs/designs.md", (page) => insert(page, "risks", riskTable()));
const { presetSheet } = await load("scripts/preset-sheet.ts");
write(...presetSheet);
edit("docs/designs.md", (page) => insert(page, "showcase", showcaseCommand()));

const { toCard } = await import("../dist/card.js");
const { cards } = await load("scripts/cards.ts");
for (const [name, card] of Object.entries(cards)) write(name, await toCard(card));

const { toPictureCode } = await import("../dist/picture.js");
const { pictureCodes } = await load("scripts/picture-codes.ts");
for (const [name, options] of Object.entries(pictureCodes)) {
  write(name, (await toPictureCode("https://example.com", options)).png);
}

const { optionsTable, pictureOptionsTable } = await load("scripts/options-table.ts");
edit("README.md", (page) => insert(page, "options", optionsTable(false)));
edit("docs/options.md", (page) => insert(page, "options", optionsTable()));
edit("docs/picture-codes.md", (page) => insert(page, "options", pictureOptionsTable()));

const { optionTypes } = await load("scripts/option-types.ts");
write("src/options/option-types.ts", optionTypes());

const { otherNames } = await load("scripts/other-names.ts");
edit("docs/http-api.md", (page) => insert(page, "names", otherNames()));

const { settingsTable } = await load("scripts/settings-table.ts");
edit("docs/settings.md", (page) => insert(page, "settings", settingsTable()));

const results = JSON.parse(readFileSync(path("test/lab/bench/results.json"), "utf8"));
writePerformance(root, results);
const { withComparison } = await load("scripts/comparison-table.ts");
edit("docs/comparison.md", (page) => withComparison(page, results));

const { scanPictures, withScanPictures } = await load("scripts/scan-pictures.ts");
for (const [name, png] of scanPictures) write(name, png);
const { withLooks, withRules, withScans, withSearches, withShapes } = await load("test/lab/scan-lab/doc.ts");
const [scans, rules, looks, shapes, searches] = ["results", "optimize", "looks", "shapes", "search"].map((name) =>
  JSON.parse(readFileSync(path(`test/lab/scan-lab/${name}.json`), "utf8")),
);
const { withGrades, withMargins } = await load("test/lab/scan-lab/grades/tables.ts");
const grades = JSON.parse(readFileSync(path("test/lab/scan-lab/grades/results.json"), "utf8"));
edit("docs/scan.md", withScanPictures);
edit("docs/scan-method.md", (page) => withMargins(withScanPictures(page)));
edit("docs/scan-lab.md", (page) =>
  withSearches(
    withGrades(withRules(withShapes(withLooks(withScans(page, scans), looks), shapes), rules), grades),
    searches,
  ),
);
