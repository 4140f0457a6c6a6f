import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { logoPictures } from "../scripts/logo-pictures.ts";
import { optionsTable } from "../scripts/options-table.ts";
import { pictures } from "../scripts/pictures.ts";
import { documentedGrades, reportedGrades, scanPictures, withScanPictures } from "../scripts/scan-pictures.ts";
import { settingsTable } from "../scripts/settings-table.ts";
import { toSvg } from "../src/index.ts";
import { rows } from "../src/options/table.ts";
import { readPng } from "./decoders/png-reader.ts";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const readme = readFileSync(path("README.md"), "utf8");

test("the README's options are those of the table", () => {
  const table = optionsTable();
  expect(table.split("\n")).toHaveLength(rows.length + 2);
  const written = /<!-- options:start -->\n([\s\S]*?)\n?<!-- options:end -->/.exec(readme)?.[1];
  expect(written, "run `npm run readme`").toBe(table);
});

test("the README declares each framework's types once", () => {
  const declared = [...readme.matchAll(/^declare module "(.+)"/gm)].map(([, name]) => name);
  expect(declared).toEqual(["react", "vue", "svelte/elements"]);
});

test("the README's settings are those that a server reads", () => {
  const written = /<!-- settings:start -->\n([\s\S]*?)\n?<!-- settings:end -->/.exec(readme)?.[1];
  expect(written, "run `npm run readme`").toBe(settingsTable());
});

test("the README's figures are those that the bench wrote", async () => {
  const { performanceSection } = await import(path("test/bench/readme.mjs"));
  const results = path("test/bench/results.json");
  const expected = existsSync(results) ? performanceSection(JSON.parse(readFileSync(results, "utf8"))) : "";
  const written = /<!-- bench:start -->\n([\s\S]*?)\n?<!-- bench:end -->/.exec(readme)?.[1];
  expect(written, "run `npm run readme`").toBe(expected);
});

test.each(pictures(toSvg))("the picture %s is what the project makes today, and the README shows it", (name, svg) => {
  expect(readFileSync(path(name), "utf8"), "run `npm run readme`").toBe(svg);
  expect(readme).toContain(`src="${name}"`);
});

test.each(logoPictures)("the logo in %s is what the project draws today, and the README shows it", (name, png) => {
  // Their pixels: how well a file is compressed may change.
  expect(readPng(readFileSync(path(name))).data, "run `npm run readme`").toEqual(readPng(png).data);
  expect(readme).toContain(`src="${name}"`);
});

test.each(scanPictures)("the picture %s is what is made today, and docs/scan.md shows it", (name, png) => {
  expect(readPng(readFileSync(path(name))).data, "run `npm run readme`").toEqual(readPng(png).data);
  expect(readFileSync(path("docs/scan.md"), "utf8")).toContain(`src="${name.replace("docs/", "")}"`);
});

test("the codes that docs/scan.md shows have the grades that it says", async () => {
  const page = readFileSync(path("docs/scan.md"), "utf8");
  expect(page, "run `npm run readme`").toBe(withScanPictures(page));
  expect(await reportedGrades()).toEqual(documentedGrades);
});

test("what the README links to is there, and its commands exist", () => {
  const { scripts } = JSON.parse(readFileSync(path("package.json"), "utf8"));
  for (const name of ["README.md", "CONTRIBUTING.md"]) {
    const text = readFileSync(path(name), "utf8");
    for (const [, link = ""] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      expect(existsSync(path(link)), `${name} links to ${link}`).toBe(true);
    }
    for (const [, script = ""] of text.matchAll(/npm run ([\w:-]+)/g)) {
      expect(scripts, `${name} names npm run ${script}`).toHaveProperty(script);
    }
  }
});
