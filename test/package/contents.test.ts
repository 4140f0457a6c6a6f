import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { createProject, programOf } from "./project.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { files, tarball } = inject("packed");
const paths = files.map(({ path }) => path);

test("the package contains only the build and the documents that the README links to", () => {
  const known = /^(?:dist\/|docs\/.*\.(?:md|png|webp)$|[A-Z]+\.md$|LICENSE$|(?:[\w./]+\/)?package\.json$)/;
  expect(paths.filter((path) => !known.test(path))).toEqual([]);
  expect(paths).toEqual(expect.arrayContaining(["README.md", "CHANGELOG.md", "LICENSE", "dist/licenses.md"]));
  const readme = readFileSync(join(root, "README.md"), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
  const targets = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)|\s(?:src|srcset|href)="(?!https?:)([^"#]+)"/g)].map(
    ([, link, attribute]) => link ?? attribute,
  );
  expect(targets.length).toBeGreaterThan(30);
  expect(targets.filter((target) => !paths.includes(target ?? ""))).toEqual([]);
  // Paths that the README mentions without a link, such as dist/isoqr.js.
  const named = [...readme.matchAll(/`((?:dist|docs)\/[\w./-]+)`/g)].map(([, path]) => path);
  expect(named.filter((path) => !paths.includes(path ?? ""))).toEqual([]);
});

test("docs/index.md names the pages that the package omits", () => {
  const index = readFileSync(join(root, "docs/index.md"), "utf8");
  const omitted = readdirSync(join(root, "docs")).filter(
    (name) => name.endsWith(".md") && !paths.includes(`docs/${name}`),
  );
  expect(omitted).toContain("scan-lab.md");
  expect(omitted.filter((name) => !index.includes(`\`${name}\``))).toEqual([]);
});

test("every path in the manifest is in the package", () => {
  const named = JSON.stringify([manifest.exports, manifest.unpkg, manifest.jsdelivr, manifest.customElements]);
  const wanted = [...named.matchAll(/"(?:\.\/)?(dist\/[^"]+)"/g)].map(([, path]) => path);
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((path) => !paths.includes(path ?? ""))).toEqual([]);
});

test("every export lists its types before its code", () => {
  type Entry = string | { readonly [condition: string]: Entry };
  const conditionsOf = (entry: Entry): string[][] =>
    typeof entry === "string" ? [] : [Object.keys(entry), ...Object.values(entry).flatMap(conditionsOf)];
  const all = Object.values<Entry>(manifest.exports).flatMap(conditionsOf);
  const withCode = all.filter((conditions) => conditions.includes("types") || conditions.length === 1);
  expect(withCode.length).toBeGreaterThan(10);
  expect(withCode.filter(([first]) => first !== "types")).toEqual([]);
});

test("the JSR manifest has the same version and existing modules", () => {
  const jsr = JSON.parse(readFileSync(join(root, "jsr.json"), "utf8"));
  expect(jsr.version).toBe(manifest.version);
  const named: string[] = [...Object.values<string>(jsr.exports), ...jsr.publish.include];
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("the JSR manifest includes every module and package that its exports import", () => {
  const { exports, imports, publish } = JSON.parse(readFileSync(join(root, "jsr.json"), "utf8"));
  const included = (path: string) => publish.include.some((one: string) => path === one || path.startsWith(`${one}/`));
  const modules = new Set<string>(Object.values<string>(exports).map((path) => normalize(path)));
  const packages = new Set<string>();
  // The loop also visits modules that are added to the set while it runs.
  for (const path of modules) {
    const text = readFileSync(join(root, path), "utf8");
    for (const [, name = ""] of text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g)) {
      if (name.startsWith(".")) modules.add(join(dirname(path), name));
      else if (!name.startsWith("node:")) packages.add(name);
    }
  }
  expect(modules.size).toBeGreaterThan(50);
  expect([...modules].filter((path) => !included(path))).toEqual([]);
  expect([...packages].filter((name) => !Object.hasOwn(imports, name))).toEqual([]);
});

test("no module contains a packed core twice", () => {
  // Each string begins with a table of 64 hex digits.
  const core = /(["`])[\da-f]{64}[^"`]{5000,}\1/g;
  const found = paths
    .filter((path) => /^dist\/[^/]+\.js$/.test(path))
    .map((path) => ({ path, cores: readFileSync(join(root, path), "utf8").match(core) ?? [] }))
    .filter(({ cores }) => cores.length > 0);
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter(({ cores }) => new Set(cores).size < cores.length).map(({ path }) => path)).toEqual([]);
});

test("passes publint", () => {
  const { run } = createProject({});
  expect(() => run(process.execPath, programOf("publint"), tarball, "--strict")).not.toThrow();
});

test("every entry resolves with its types in Node and in bundlers", () => {
  const { run } = createProject({});
  const attw = programOf("@arethetypeswrong/cli", "attw");
  // The other entries are only ES modules. CommonJS code can require them since Node.js 20.19.
  const modules = [
    "--profile",
    "strict",
    "--ignore-rules",
    "cjs-resolves-to-esm",
    "--exclude-entrypoints",
    "core.wasm",
  ];
  expect(() => run(process.execPath, attw, tarball, ...modules)).not.toThrow();
  const both = ["--entrypoints", ".", "client", "--profile", "strict"];
  expect(() => run(process.execPath, attw, tarball, ...both)).not.toThrow();
});
