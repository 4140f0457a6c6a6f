import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stores } from "../src/stores/table.ts";
import { advice } from "./house/advice.ts";
import { phraseAdvice } from "./house/phrases.ts";
import { importsOf, isLanguage, root, type Source, sourcesIn, target } from "./house/sources.ts";

/** The layers, lowest first. A folder imports only itself and lower layers, not other folders of its layer. */
const layers = [
  ["messages", "svg"],
  ["errors", "text", "picture", "ports", "links", "async", "cache"],
  ["core", "options", "payload", "pdf"],
  ["adapters", "list", "languages"],
  ["logo"],
  ["render", "api"],
  ["card", "scan", "print", "stores", "work", "design", "draw"],
  ["drawing", "library"],
  ["report"],
  ["picture-code"],
  ["index", "service", "http", "client", "element"],
  ["runtime", "workers"],
  ["sw", "cli"],
  ["demo"],
];

/** The folders that may import each package. */
const packages: Readonly<Record<string, string | readonly string[]>> = {
  "@modelcontextprotocol/sdk": "http",
  "@hono/node-server": "runtime",
  "@jsquash/webp": "logo",
  "@resvg/resvg-wasm": "adapters",
  comlink: "work",
  fflate: ["demo", "pdf", "runtime"],
  "ipaddr.js": ["runtime", "logo"],
  "idb-keyval": ["stores", "demo"],
  // Only the snippets that the playground shows import this.
  isoqr: "demo",
  libsql: "stores",
  "lucide-static": "demo",
  postgres: "stores",
  "prom-client": "runtime",
  preact: "element",
  react: "element",
  "solid-js": "element",
  svelte: "element",
  vue: "element",
  "zxing-wasm": "adapters",
  "bidi-js": "card",
  harfbuzzjs: "card",
  linebreak: "card",
  "woff2-encoder": "adapters",
};

const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

const hostFolders = ["cli", "runtime", "workers", "adapters", "stores", "work", "logo/host", "element", "sw", "demo"];
const usesHost = (path: string) => hostFolders.some((folder) => path.replace("src/", "").startsWith(`${folder}/`));
/** Names of host globals. The pattern does not match properties, which follow a dot. */
const hostGlobals =
  /(?<![.\w])(?:globalThis|Deno|Bun|process|Buffer|document|window|self|caches|indexedDB|localStorage|require)\b/;
const emptyNames = /^(?:utils?|helpers?|common|shared|types|managers?|base|misc)$/;

/** The source files of the product, without assembly. sw and demo each count as a single folder. */
const src = ["src", "sw", "demo"].flatMap(sourcesIn);
const everything = [...src, ...["assembly", "test", "scripts"].flatMap(sourcesIn)];

/** Returns the first folder or file name below src, or sw or demo. */
const folderOf = (path: string) => /^(?:src\/)?([^/.]+)/.exec(path)?.[1] ?? "";
const layerOf = (folder: string) => layers.findIndex((folders) => folders.includes(folder));

/** Returns the source without comments and strings. */
function codeOf({ text }: Source): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, " ");
}

/** Fails with the rule and all `places` that violate it. */
function expectNone(message: string, places: readonly string[]): void {
  expect(places, `${message}\n  ${places.join("\n  ")}\n`).toEqual([]);
}

test("every folder belongs to a layer", () => {
  const missing = src.filter(({ path }) => layerOf(folderOf(path)) < 0).map(({ path }) => path);
  expectNone("Every folder of src must be in a layer of this test.", missing);
});

test("folders import only lower layers", () => {
  const places = src.flatMap((source) => {
    const here = folderOf(source.path);
    return importsOf(source)
      .map((specifier) => target(source, specifier))
      .filter((path) => path !== undefined && folderOf(path) !== here && layerOf(folderOf(path)) >= layerOf(here))
      .map((path) => `${source.path} imports ${path}`);
  });
  expectNone("A folder may import itself and lower layers.", places);
});

test("the rules for logos do not import host code", () => {
  const places = src
    .filter(({ path }) => /^src\/logo\/[^/]+$/.test(path))
    .flatMap((source) =>
      importsOf(source)
        .filter((specifier) => specifier.startsWith("./host/"))
        .map(() => source.path),
    );
  expectNone("src/logo/host imports the rules in src/logo, not vice versa.", places);
});

test("there are no import cycles", () => {
  const graph = new Map(src.map((source) => [source.path, importsOf(source).map((s) => target(source, s))]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, way: readonly string[]) => {
    if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(" -> "));
    if (done.has(path) || way.includes(path)) return;
    for (const next of graph.get(path) ?? []) if (next) walk(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  expectNone("Files must not import each other in a cycle, not even types.", cycles);
});

test("every file is used", () => {
  const builds = ["package.json", ...readdirSync(root).filter((name) => name.startsWith("vite"))]
    .map((name) => readFileSync(join(root, name), "utf8"))
    .concat(everything.filter(({ path }) => path.startsWith("scripts/")).map(({ text }) => text))
    .join("\n");
  const imported = new Set(src.flatMap((source) => importsOf(source).map((specifier) => target(source, specifier))));
  const unused = src
    .map(({ path }) => path)
    .filter((path) => !imported.has(path) && !path.endsWith(".d.ts") && !path.startsWith("sw/parts/"))
    .filter((path) => !builds.includes(path) && !builds.includes(path.replace("demo/", "")));
  expectNone("Every file must be imported by another file, or be an entry of a build.", unused);
});

test("the tables of this test are up to date", () => {
  const folders = new Set(src.map(({ path }) => folderOf(path)));
  const imports = new Set(
    src.flatMap((source) =>
      importsOf(source).map((specifier) => `${packageOf(specifier)} in ${folderOf(source.path)}`),
    ),
  );
  const rows = Object.entries(packages).flatMap(([name, where]) =>
    [where].flat().map((folder) => `${name} in ${folder}`),
  );
  const gone = [...layers.flat().filter((folder) => !folders.has(folder)), ...rows.filter((row) => !imports.has(row))];
  expectNone("Layers must list existing folders, and packages the folders that import them.", gone);
});

test("each package is imported only by the folders listed for it", () => {
  const places = src.flatMap((source) =>
    importsOf(source)
      // This is the URL of a file in a package, not an import of its code.
      .filter((specifier) => !specifier.startsWith(".") && !specifier.endsWith("?url"))
      .filter((specifier) =>
        specifier.startsWith("node:")
          ? !usesHost(source.path)
          : ![packages[packageOf(specifier)]].flat().includes(folderOf(source.path)),
      )
      .map((specifier) => `${source.path} imports ${specifier}`),
  );
  expectNone(
    "Only folders that use the host may import node: modules, and only the folders listed here may import a package.",
    places,
  );
});

test("only composition roots and adapters use globals of the host", () => {
  const places = src
    .filter(({ path }) => !usesHost(path))
    .flatMap((source) => hostGlobals.exec(codeOf(source))?.map((name) => `${source.path} uses ${name}`) ?? []);
  expectNone("Host globals belong to the composition roots and adapters, which pass them in.", places);
});

test("only the library entries re-export other files", () => {
  const variants = ["client", "commonjs-library", "library"].map((name) => `src/runtime/${name}.ts`);
  const ownExport = /^export (?:default |async |abstract |declare )*(?:const|function|class|interface|type \w|enum)/m;
  const places = src
    .filter(({ path }) => path !== "src/index.ts" && !variants.includes(path) && !isFace(path))
    .filter(({ text }) => /^export \*/m.test(text) || (/^export .*\bfrom "/m.test(text) && !ownExport.test(text)))
    .map(({ path }) => path);
  const rule = "Only src/index.ts, the variants of entries for servers, and demo/product, may consist of re-exports.";
  expectNone(rule, places);
});

const isFace = (path: string) => path.startsWith("demo/product/");

test("the playground imports the product through its faces", () => {
  const places = src
    .filter(({ path }) => path.startsWith("demo/") && !isFace(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bfrom "(?:\.\.\/)+(src\/[^"]+)"/g)].map(([, to]) => `${path} imports ${to}`),
    );
  expectNone("demo/product re-exports what the playground uses, by subject and by what is loaded together.", places);
});

test("code outside of src/stores does not depend on the kind of store", () => {
  const names = Object.values(stores).flatMap(({ schemes }) => schemes.map((scheme) => scheme.slice(0, -1)));
  const branch = new RegExp(`(?:[=!]==? *|case |\\w\\()["'\`](?:${names.join("|")}):["'\`]|/\\^(?:${names.join("|")})`);
  const places = src
    .filter(({ path }) => !path.startsWith("src/stores/"))
    .flatMap(({ path, text }) => branch.exec(text)?.map((code) => `${path} has ${code}`) ?? []);
  expectNone("Differences between stores must be fields of their rows in src/stores/table.ts.", places);
});

test("no file or folder has a vague name", () => {
  const places = everything
    .filter(({ path }) => path.split("/").some((part) => emptyNames.test(part.replace(/\..*$/, ""))))
    .map(({ path }) => path);
  expectNone("No folder or file may be called utils, helpers, common, shared, types, manager, base or misc.", places);
});

test("files have kebab-case names", () => {
  const odd = everything.map(({ path }) => path).filter((path) => /[A-Z_ ]/.test(path) && !isLanguage(path));
  expectNone("A file must have a kebab-case name, except languages.", odd);
});

test("every file that SECURITY.md names exists", () => {
  const text = readFileSync(join(root, "SECURITY.md"), "utf8");
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path);
  const quoted = [...text.matchAll(/`((?:src|test|docs|scripts|sw|demo)\/[^`\s]*)`/g)].map(([, path = ""]) => path);
  const missing = [...linked, ...quoted].filter((path) => !existsSync(join(root, path)));
  expect(linked.length).toBeGreaterThan(30);
  expectNone("Files that SECURITY.md names must exist.", missing);
});

test("no file has postponed work, suppressed checks or skipped tests", () => {
  const marks = ["TO" + "DO", "FIX" + "ME", "@ts-" + "ignore", "@ts-" + "nocheck"];
  marks.push(
    "biome-" + "ignore",
    "test." + "only",
    "test." + "skip",
    "describe." + "only",
    "describe." + "skip",
    "it." + "only",
  );
  const places = everything.flatMap(({ path, text }) =>
    marks.filter((mark) => text.includes(mark)).map((mark) => `${path} has ${mark}`),
  );
  expectNone("No postponed work, suppressed checks or skipped tests.", places);
});

afterAll(() => {
  const lines = [...advice(src, everything), ...phraseAdvice()];
  if (lines.length > 0) console.log(`Advice, which fails nothing:\n${lines.join("\n")}`);
});
