import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { lexer } from "marked";
import { expect, test } from "vitest";
import {
  designPictures,
  galleries,
  galleryTable,
  riskTable,
  showcase,
  showcaseCommand,
} from "../scripts/design-pictures.ts";
import { slugOf } from "../scripts/guide/sources.ts";
import { logoPictures } from "../scripts/logo-pictures.ts";
import { optionTypes } from "../scripts/option-types.ts";
import { optionsTable, pictureOptionsTable } from "../scripts/options-table.ts";
import { otherNames } from "../scripts/other-names.ts";
import { pictures } from "../scripts/pictures.ts";
import { presetSheet } from "../scripts/preset-sheet.ts";
import { documentedGrades, reportedGrades, scanPictures, withScanPictures } from "../scripts/scan-pictures.ts";
import { settingsTable } from "../scripts/settings-table.ts";
import { statusOf } from "../src/errors.ts";
import { operations } from "../src/http/reference/operations.ts";
import { toSvg } from "../src/index.ts";
import { formatNames } from "../src/options/formats.ts";
import { otherName } from "../src/options/query-faults.ts";
import { rows } from "../src/options/table.ts";
import { grayOf } from "../src/scan/gray.ts";
import { stores } from "../src/stores/table.ts";
import { readPng } from "./decoders/png-reader.ts";
import { rescale } from "./lab/scan-lab/damage/resample.ts";
import { clampedPixels, readers } from "./lab/scan-lab/readers.ts";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const read = (name: string) => readFileSync(path(name), "utf8");
const readme = read("README.md");

/** Returns the text between the markers `name` of a page. */
const section = (page: string, name: string) =>
  new RegExp(`<!-- ${name}:start -->\\n([\\s\\S]*?)\\n?<!-- ${name}:end -->`).exec(page)?.[1];

test("the README has at most 200 lines", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(200);
});

test("docs/options.md has the options of the table, and the README those without a design", () => {
  expect(optionsTable().split("\n")).toHaveLength(rows.length + 2);
  expect(section(read("docs/options.md"), "options"), "run `npm run readme`").toBe(optionsTable());
  expect(section(read("README.md"), "options"), "run `npm run readme`").toBe(optionsTable(false));
  expect(section(read("docs/picture-codes.md"), "options"), "run `npm run readme`").toBe(pictureOptionsTable());
  expect(read("src/options/option-types.ts"), "run `npm run readme`").toBe(optionTypes());
});

test("docs/http-api.md has the codes and statuses of the service's errors", () => {
  const [, table = ""] = read("docs/http-api.md").split("## Error codes");
  const documented = [...table.matchAll(/^\| `([A-Z_]+)` \| ([0-9, ]+) \|/gm)].map(
    ([, code, statuses]) => `${code} ${statuses}`,
  );
  const errors = operations.flatMap(({ refusals }) => refusals.map(({ error }) => error()));
  const statusesOf = (code: string) => {
    const statuses = errors.filter((error) => error.code === code).map(statusOf);
    return [...new Set(statuses)].sort((a, b) => a - b).join(", ");
  };
  const codes = [...new Set(errors.map(({ code }) => code))];
  const expected = [
    ...codes.map((code) => `${code} ${statusesOf(code)}`),
    "METHOD_NOT_ALLOWED 405",
    "REQUEST_INVALID 400, 408, 417, 431",
  ];
  expect(documented).toEqual(expected.sort());
});

test("docs/http-api.md lists the other names of options, which a request must not contain", () => {
  const listed = section(read("docs/http-api.md"), "names") ?? "";
  expect(listed, "run `npm run readme`").toBe(otherNames());
  const names = [...listed.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].flatMap(([, option, all = ""]) =>
    [...all.matchAll(/`(\w+)`/g)].map(([, name = ""]) => [name, option] as const),
  );
  expect(names).toContainEqual(["padding", "margin"]);
  for (const [name, option] of names) {
    expect(otherName(name)).toMatchObject({ field: name, values: { option: { option } } });
  }
});

test("docs/settings.md has the settings that a server reads", () => {
  expect(section(read("docs/settings.md"), "settings"), "run `npm run readme`").toBe(settingsTable());
});

test("isoqr is several times as fast as each other encoder at matrices, SVGs and PNGs, as the README says", () => {
  const { rows: measured }: { rows: { id: string; unit: string; results: { name: string; best: number }[] }[] } =
    JSON.parse(read("test/lab/bench/results.json"));
  const races = measured.filter(({ id, unit }) => unit === "us" && /^(?:matrix|svg|png) /.test(id));
  const others = new Set(races.flatMap(({ results }) => results.map(({ name }) => name)));
  expect(others.size).toBe(1 + 9);
  for (const { id, results } of races) {
    const timesOf = (isOwn: boolean) =>
      results.filter(({ name }) => (name === "isoqr") === isOwn).map(({ best }) => best);
    expect(Math.min(...timesOf(false)) / Math.max(...timesOf(true)), id).toBeGreaterThan(3);
  }
});

test.each(pictures(toSvg))("the image %s is up to date, and docs/options.md shows it", (name, svg) => {
  expect(read(name), "run `npm run readme`").toBe(svg);
  expect(read("docs/options.md")).toContain(`src="${name.replace("docs/", "")}"`);
});

test("every decoder of the scan lab reads the QR code in the README, in five sizes", async () => {
  const [name, png] = showcase;
  // Compares pixels, because the compression of a file may change.
  const picture = readPng(readFileSync(path(name)));
  expect(picture.data, "run `npm run readme`").toEqual(readPng(png).data);
  expect(readme).toContain(`src="${name}"`);
  const gray = grayOf({ ...picture, data: new Uint8Array(picture.data) });
  for (const zoom of [1, 0.5, 0.75, 1.5, 2]) {
    const shown = zoom === 1 ? picture : clampedPixels(rescale(gray, 1, zoom));
    for (const { name: decoder, read } of readers) {
      expect(await read(shown), `${decoder} at ${zoom} times the size`).toBe("https://example.com");
    }
  }
});

test.each(designPictures)("the image %s is up to date", (name, svg) => {
  expect(read(name), "run `npm run readme`").toBe(svg);
});

test("the picture of all presets is up to date, and opens docs/designs.md", () => {
  const [name, png] = presetSheet;
  const [, start = ""] = read("docs/designs.md").split(/^# .*\n/m);
  expect(start.trimStart()).toMatch(`<img src="${name.replace("docs/", "")}"`);
  const [shown, drawn] = [readFileSync(path(name)), png].map((file) => Buffer.from(readPng(file).data));
  expect(drawn && shown?.equals(drawn), "run `npm run readme`").toBe(true);
});

test.each(Object.keys(galleries))("docs/designs.md shows the gallery %s", (marker) => {
  expect(section(read("docs/designs.md"), marker), "run `npm run readme`").toBe(galleryTable(marker));
});

test("docs/designs.md names the shapes that scan less often", () => {
  expect(section(read("docs/designs.md"), "risks"), "run `npm run readme`").toBe(riskTable());
});

test("docs/designs.md has the command that draws the QR code in the README", () => {
  expect(section(read("docs/designs.md"), "showcase"), "run `npm run readme`").toBe(showcaseCommand());
});

test.each(logoPictures)("the picture of a logo %s is up to date, and docs/options.md shows it", (name, png) => {
  // Compare pixels, because the compression of a file may change.
  expect(readPng(readFileSync(path(name))).data, "run `npm run readme`").toEqual(readPng(png).data);
  expect(read("docs/options.md")).toContain(`src="${name.replace("docs/", "")}"`);
});

test.each(scanPictures)("the image %s is up to date, and a page about scanning shows it", (name, png) => {
  expect(readPng(readFileSync(path(name))).data, "run `npm run readme`").toEqual(readPng(png).data);
  const pages = read("docs/scan.md") + read("docs/scan-method.md");
  expect(pages).toContain(`src="${name.replace("docs/", "")}"`);
});

test("the tables of grades and conditions are up to date", () => {
  for (const name of ["docs/scan.md", "docs/scan-method.md"]) {
    expect(read(name), "run `npm run readme`").toBe(withScanPictures(read(name)));
  }
});

test("the codes in docs/scan.md have the grades that the page states", async () => {
  expect(await reportedGrades()).toEqual(documentedGrades);
});

test("docs/http-api.md lists every error code with its statuses", () => {
  const table = [...read("docs/http-api.md").matchAll(/^\| `([A-Z_]+)` \| ([\d, ]+) \|/gm)];
  const listed = new Map(table.map(([, code = "", statuses = ""]) => [code, statuses.split(", ").map(Number)]));
  const [, union = ""] = /export type QrErrorCode =([\s\S]*?);/.exec(read("src/errors.ts")) ?? [];
  const codes = [...union.matchAll(/"([A-Z_]+)"/g)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(15);
  // Servers never send these error codes. They come from the client, the command line and threads.
  const own = ["FAILED", "UNREACHABLE", "TIMED_OUT"];
  expect([...listed.keys()].sort()).toEqual(codes.filter((code) => !own.includes(code ?? "")).sort());
  const sources = readdirSync(path("src"), { recursive: true, encoding: "utf8" }).filter((name) => /\.ts$/.test(name));
  for (const name of sources) {
    for (const [, code = "", status] of read(`src/${name}`).matchAll(/new QrError\(\s*"([A-Z_]+)",\s*(\d+)/g)) {
      if (listed.has(code)) expect(listed.get(code), `${code} in src/${name}`).toContain(Number(status));
    }
  }
});

const documents = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].concat(
  readdirSync(path("docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`),
);

/** Returns the targets of links and images in `text`, except those in code blocks and code spans. */
function targetsIn(text: string): string[] {
  const prose = text.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, "").replace(/`[^`\n]*`/g, "");
  const links = [...prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].map(([, target = ""]) => target);
  const attributes = [...prose.matchAll(/\s(?:src|srcset|href)="([^"]+)"/g)].map(([, target = ""]) => target);
  return [...links, ...attributes].filter((target) => !/^(?:https?|mailto):/.test(target));
}

/** Returns the heading anchors that GitHub and similar hosts generate for a page. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const token of lexer(text)) {
    if (token.type !== "heading") continue;
    const slug = slugOf(token.text);
    let anchor = slug;
    for (let i = 1; anchors.has(anchor); i++) anchor = `${slug}-${i}`;
    anchors.add(anchor);
  }
  return anchors;
}

const fileOf = (target: string, document: string) => {
  const [file = "", anchor] = target.split("#");
  return { file: file === "" ? document : posix.join(posix.dirname(document), file), anchor };
};

test.each(documents)("every relative link and anchor in %s resolves", (document) => {
  expect(existsSync(path(document))).toBe(true);
  for (const target of targetsIn(read(document))) {
    const { file, anchor } = fileOf(target, document);
    expect(existsSync(path(file)), `${document} links to ${target}`).toBe(true);
    if (anchor !== undefined) expect([...anchorsOf(read(file))], `${document} links to ${target}`).toContain(anchor);
  }
});

const maintained = ["CONTRIBUTING.md", "docs/builds.md", "docs/decisions.md", "docs/tools.md"];

test.each(maintained)("every file of the repository that %s names exists", (document) => {
  const named = [...read(document).matchAll(/`((?:assembly|demo|docs|scripts|src|sw|test)\/[^`\s<]*)[`\s]/g)];
  expect(named.length).toBeGreaterThan(1);
  expect(named.map(([, file = ""]) => file).filter((file) => !existsSync(path(file)))).toEqual([]);
});

test("docs/cli.md and docs/http-api.md name every format, and docs/deploy/links.md every store", () => {
  const names = (document: string) => new Set(read(document).match(/[\w:]+/g));
  for (const document of ["docs/cli.md", "docs/http-api.md"]) {
    expect(
      formatNames.filter((name) => !names(document).has(name) && !names(document).has(name.toUpperCase())),
    ).toEqual([]);
  }
  const schemes = Object.values(stores).map((store) => store.schemes[0]);
  expect(schemes.filter((scheme) => !read("docs/deploy/links.md").includes(scheme))).toEqual([]);
});

test("every page of docs can be reached from the README", () => {
  const reached = new Set(["README.md"]);
  // The iteration also visits elements that are added to the set while it runs.
  for (const document of reached) {
    if (!document.endsWith(".md")) continue;
    for (const target of targetsIn(read(document))) reached.add(fileOf(target, document).file);
  }
  expect(documents.filter((document) => !reached.has(document))).toEqual([]);
});

test("every npm script that the documents name exists", () => {
  const { scripts } = JSON.parse(read("package.json"));
  for (const name of documents) {
    for (const [, script = ""] of read(name).matchAll(/npm run ([\w:-]+)/g)) {
      expect(Object.keys(scripts), `${name} names npm run ${script}`).toContain(script);
    }
  }
});
