import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { stores } from "../src/stores/table.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Who may look at whom: a room sees itself and every floor below its own, never its neighbours. */
const floors = [
  ["errors", "base64", "bytes", "picture", "ports", "link-id", "next-task", "cache", "once", "lanes"],
  ["core", "options", "payload"],
  ["adapters"],
  ["logo"],
  ["render", "api"],
  ["card", "scan", "stores", "work"],
  ["index", "service", "http", "client", "element"],
  ["runtime", "workers"],
  ["sw", "cli"],
  ["demo"],
];

/** The rooms that may import each package. */
const packages: Readonly<Record<string, string | readonly string[]>> = {
  "#core": "core",
  "@modelcontextprotocol/sdk": "http",
  "@hono/node-server": "runtime",
  "@jsquash/webp": "logo",
  "@resvg/resvg-wasm": "adapters",
  comlink: "work",
  "csv-parse": "cli",
  fflate: "demo",
  "ipaddr.js": ["runtime", "logo"],
  "idb-keyval": "stores",
  // What the playground shows people to write.
  isoqr: "demo",
  libsql: "stores",
  postgres: "stores",
  "rate-limiter-flexible": "runtime",
  "prom-client": "runtime",
  "zxing-wasm": "adapters",
  "bidi-js": "card",
  harfbuzzjs: "card",
  linebreak: "card",
  "woff2-encoder": "adapters",
};

const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

const hostFolders = ["cli", "runtime", "workers", "adapters", "stores", "work", "logo/host", "element", "sw", "demo"];
const touchesTheHost = (path: string) =>
  hostFolders.some((folder) => path.replace("src/", "").startsWith(`${folder}/`));
/** A property of the same name, after a dot, is none. */
const hostGlobals =
  /(?<![.\w])(?:globalThis|Deno|Bun|process|Buffer|document|window|self|caches|indexedDB|localStorage|require)\b/;
const emptyNames = /^(?:utils?|helpers?|common|shared|types|managers?|base|misc)$/;

interface Source {
  readonly path: string;
  readonly text: string;
}

function sourcesIn(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name) && !/generated|node_modules/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }));
}

/** What is built of rooms: src has many, sw and demo are one each. */
const src = ["src", "sw", "demo"].flatMap(sourcesIn);
const everything = [...src, ...["assembly", "test", "scripts"].flatMap(sourcesIn)];

/** The first folder or file below src, or sw, or demo. */
const roomOf = (path: string) => /^(?:src\/)?([^/.]+)/.exec(path)?.[1] ?? "";
const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room));

function importsOf({ text }: Source): string[] {
  return [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g)].map((match) => match[1] ?? "");
}

/** The file that `specifier` means, as a path below the root; undefined for a package. */
function target(source: Source, specifier: string): string | undefined {
  return specifier.startsWith(".") ? posix.join(dirname(source.path), specifier) : undefined;
}

/** The code without comments and without what stands in quotes. */
function codeOf({ text }: Source): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, " ");
}

/** `sentence` with every place that breaks the rule; an empty list passes. */
function expectNone(sentence: string, places: readonly string[]): void {
  expect(places, `${sentence}\n  ${places.join("\n  ")}\n`).toEqual([]);
}

test("every room has its floor", () => {
  const homeless = src.filter(({ path }) => floorOf(roomOf(path)) < 0).map(({ path }) => path);
  expectNone("Every room has its place on a floor, written in this test.", homeless);
});

test("a room looks down, never up or sideways", () => {
  const places = src.flatMap((source) => {
    const here = roomOf(source.path);
    return importsOf(source)
      .map((specifier) => target(source, specifier))
      .filter((path) => path !== undefined && roomOf(path) !== here && floorOf(roomOf(path)) >= floorOf(here))
      .map((path) => `${source.path} looks at ${path}`);
  });
  expectNone("A room may look at itself and at the floors below its own.", places);
});

test("the rules of logos know nothing of the host", () => {
  const places = src
    .filter(({ path }) => /^src\/logo\/[^/]+$/.test(path))
    .flatMap((source) =>
      importsOf(source)
        .filter((specifier) => specifier.startsWith("./host/"))
        .map(() => source.path),
    );
  expectNone("src/logo/host imports the rules in src/logo, never the other way round.", places);
});

test("no circles", () => {
  const graph = new Map(src.map((source) => [source.path, importsOf(source).map((s) => target(source, s))]));
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (path: string, way: readonly string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(" -> "));
    if (done.has(path) || way.includes(path)) return;
    for (const next of graph.get(path) ?? []) if (next) walk(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  expectNone("Files do not import each other in a circle, not even types.", circles);
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
  expectNone("Every file is imported by another, or is an entry of a build.", unused);
});

test("packages stay in their room", () => {
  const places = src.flatMap((source) =>
    importsOf(source)
      // The address of a file in a package is none of its code.
      .filter((specifier) => !specifier.startsWith(".") && !specifier.endsWith("?url"))
      .filter((specifier) =>
        specifier.startsWith("node:")
          ? !touchesTheHost(source.path)
          : ![packages[packageOf(specifier)]].flat().includes(roomOf(source.path)),
      )
      .map((specifier) => `${source.path} imports ${specifier}`),
  );
  expectNone("node: is for the rooms that touch the host, and a package for the rooms named in this test.", places);
});

test("only the rooms that touch the host know its globals", () => {
  const places = src
    .filter(({ path }) => !touchesTheHost(path))
    .flatMap((source) => hostGlobals.exec(codeOf(source))?.map((name) => `${source.path} uses ${name}`) ?? []);
  expectNone("The root that knows its host passes things in; nobody else looks for them.", places);
});

test("no barrels", () => {
  const ownExport = /^export (?:default |async |abstract |declare )*(?:const|function|class|interface|type \w|enum)/m;
  const places = src
    .filter(({ path }) => path !== "src/index.ts")
    .filter(({ text }) => /^export \*/m.test(text) || (/^export .*\bfrom "/m.test(text) && !ownExport.test(text)))
    .map(({ path }) => path);
  expectNone("Only src/index.ts may be there to pass on what others export, and it does so name by name.", places);
});

test("stores are chosen by their table", () => {
  const names = Object.values(stores).flatMap(({ schemes }) => schemes.map((scheme) => scheme.slice(0, -1)));
  const branch = new RegExp(`(?:[=!]==? *|case |\\w\\()["'\`](?:${names.join("|")}):["'\`]|/\\^(?:${names.join("|")})`);
  const places = src
    .filter(({ path }) => !path.startsWith("src/stores/"))
    .flatMap(({ path, text }) => branch.exec(text)?.map((code) => `${path} has ${code}`) ?? []);
  expectNone("What differs between stores is a field of their rows in src/stores/table.ts.", places);
});

test("names say something", () => {
  const places = everything
    .filter(({ path }) => path.split("/").some((part) => emptyNames.test(part.replace(/\..*$/, ""))))
    .map(({ path }) => path);
  expectNone("No room and no file is called utils, helpers, common, shared, types, manager, base or misc.", places);
});

test("files are kebab-case and have one subject", () => {
  const long = everything
    .filter(({ path }) => !/tables?\.ts$/.test(path))
    .map(({ path, text }) => ({ path, lines: text.split("\n").length }))
    .filter(({ lines }) => lines > 300)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
  const odd = everything.filter(({ path }) => /[A-Z_ ]/.test(path)).map(({ path }) => path);
  expectNone("A file has at most 300 lines, tables excepted, and a kebab-case name.", [...long, ...odd]);
});

test("every file that SECURITY.md names exists", () => {
  const text = readFileSync(join(root, "SECURITY.md"), "utf8");
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path);
  const quoted = [...text.matchAll(/`((?:src|test|docs|scripts|sw|demo)\/[^`\s]*)`/g)].map(([, path = ""]) => path);
  const missing = [...linked, ...quoted].filter((path) => !existsSync(join(root, path)));
  expect(linked.length).toBeGreaterThan(30);
  expectNone("SECURITY.md links each guard to a test that exists.", missing);
});

test("nothing is put off and nothing is silenced", () => {
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
  expectNone("No postponed work, no silenced checks, no tests left out.", places);
});
