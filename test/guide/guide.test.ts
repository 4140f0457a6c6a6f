import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { comparisonTable } from "../../scripts/comparison-table.ts";
import { buildGuide, fileOf, type Guide } from "../../scripts/guide/build.ts";
import { statusOf } from "../../src/errors.ts";
import { escapeHtml } from "../../src/http/markup.ts";
import { operations } from "../../src/http/reference/operations.ts";
import { optionDocs } from "../../src/options/schema.ts";

const root = new URL("../../", import.meta.url);
let guide: Guide;
let pages: readonly (readonly [string, string])[];

beforeAll(async () => {
  guide = await buildGuide(root);
  pages = [...guide.files].flatMap(([path, text]) =>
    typeof text === "string" && path.endsWith(".html") ? [[path, text]] : [],
  );
}, 60_000);

const page = (name: string) => guide.files.get(name) as string;

/** Returns the visible text of `html`. */
const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, number) => String.fromCharCode(number))
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof entities) => entities[name]);
const entities = { lt: "<", gt: ">", quot: '"', amp: "&" };

test("the docs have no dead links and no failing requests", () => {
  expect(guide.faults).toEqual([]);
});

test("every page has a unique title, a heading and text", () => {
  const named = guide.groups.flatMap((group) => group.pages).map(fileOf);
  expect(pages.map(([path]) => path)).toEqual(named);
  const titles = pages.map(([, html]) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
  expect(new Set(titles).size).toBe(pages.length);
  for (const [path, html] of pages) {
    expect(html.match(/<h1>/g), path).toHaveLength(1);
    const [, main = ""] = /<\/h1>(.*)<nav class="next"/s.exec(html) ?? [];
    expect(main.replace(/<[^>]*>/g, "").length, path).toBeGreaterThan(200);
  }
});

test("every link leads to the guide, the site around it, or the web", () => {
  const ids = new Map(pages.map(([path, html]) => [path, [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)]));
  for (const [path, html] of pages) {
    expect(new Set(ids.get(path)).size, path).toBe(ids.get(path)?.length);
    for (const [, link = ""] of html.matchAll(/(?<=<[^>]*)\s(?:href|src|srcset)="([^"]*)"/g)) {
      if (/^(?:https:\/\/|http:\/\/127\.0\.0\.1:8080|\.\.\/(?:icon\.svg)?$)/.test(link)) continue;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : file === "./" ? "index.html" : file;
      expect(guide.files.has(target), `${path} links to ${link}`).toBe(true);
      if (anchor !== undefined) expect(ids.get(target), `${path} links to ${link}`).toContain(anchor);
    }
  }
});

test("no page has inline scripts, styles or handlers, which the policy forbids", () => {
  for (const [path, html] of pages) {
    const tags = html.replace(/>[^<]*/g, ">");
    expect(tags.match(/<script(?! defer src="guide\.js")|<style|\sstyle=|\son\w+=/g), path).toBeNull();
  }
});

test("options.html lists every option in the table", () => {
  const html = page("options.html");
  for (const [name, about] of Object.entries(optionDocs)) {
    expect(html).toMatch(new RegExp(`<th scope="row"><code class="word">${name}</code></th>`));
    expect(words(html)).toContain(about);
  }
});

describe("the reference", () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))(
    "the reference describes the operation %s",
    (id, operation) => {
      const html = page("reference.html");
      const start = html.indexOf(`<h3 id="${id}">`);
      expect(start).toBeGreaterThan(0);
      const [part = ""] = html.slice(start + 1).split("<h3 ");
      expect(part).toContain(
        `<code class="word">${escapeHtml(`${operation.method.toUpperCase()} ${operation.path}`)}</code>`,
      );
      expect(part).toContain(escapeHtml(operation.summary));
      for (const name of Object.keys(operation.query?.properties ?? {})) {
        expect(part).toContain(`<th scope="row"><code class="word">${name}</code></th>`);
      }
      for (const { error } of operation.refusals) {
        const { message } = error();
        expect(part).toContain(`<code class="word">${statusOf(error())}</code>`);
        expect(part).toContain(escapeHtml(message));
      }
    },
  );
});

test("the comparison shows the benchmark's results", () => {
  const written = readFileSync(new URL("docs/comparison.md", root), "utf8");
  const results = JSON.parse(readFileSync(new URL("test/lab/bench/results.json", root), "utf8"));
  expect(written, "run `npm run readme`").toContain(
    `<!-- others:start -->\n${comparisonTable(results)}\n<!-- others:end -->`,
  );
});

test("examples are shown with their pictures", () => {
  const shown = (name: string) =>
    page(name).match(/class="made"><img src="pictures\/[0-9a-f]{12}\.(?:png|svg)"/g)?.length;
  expect(shown("start.html")).toBeGreaterThanOrEqual(3);
  for (const name of [
    "http-api",
    "element",
    "library",
    "drop-in",
    "from-goqr",
    "from-google-charts",
    "from-quickchart",
  ]) {
    expect(shown(`${name}.html`), name).toBeGreaterThanOrEqual(1);
  }
});
