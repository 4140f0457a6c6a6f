import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { serverPackages } from "../scripts/server-packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

/** Licenses under which we may ship a package with our code. Packages under MPL-2.0 must be unmodified. */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "MPL-2.0",
  "OFL-1.1",
  "Unlicense",
];

/** Licenses of packages that users may install, but that must not be bundled. */
const ONLY_INSTALLED = ["LGPL-2.1+"];

/** A package in the licenses file of a bundle. */
interface Shipped {
  readonly name: string;
  readonly license: string;
  readonly text: string;
}

function shippedIn(path: string): readonly Shipped[] {
  const sections = read(path).split(/^## (?=\S+ - \S+ \(.+\)$)/m);
  return sections.slice(1).map((section) => {
    const [, name = "", license = ""] = /^(\S+) - \S+ \((.+)\)$/m.exec(section) ?? [];
    return { name, license, text: section.slice(section.indexOf("\n")).trim() };
  });
}

const parts = readdirSync(`${root}build/sw`).find((name) => name.startsWith("isoqr-"));
const bundles = ["dist/licenses.md", `build/sw/${parts}/licenses.md`, "build/demo/licenses.md"];
const bundled = bundles.flatMap(shippedIn);

const optional: readonly Shipped[] = serverPackages(JSON.parse(read("package.json"))).map((name) => {
  return { name, license: JSON.parse(read(`node_modules/${name}/package.json`)).license, text: "installed" };
});

const listed = [...read("docs/licenses.md").matchAll(/^\| `([^`]+)` \| (\S+) \|/gm)].map(
  ([, name, license]) => `${name} ${license}`,
);
const unique = (all: readonly string[]) => [...new Set(all)].sort();

test("every shipped package has an allowed license", () => {
  expect(bundled.length).toBeGreaterThan(25);
  expect(bundled.filter(({ license }) => !ALLOWED.includes(license))).toEqual([]);
  const installable = [...ALLOWED, ...ONLY_INSTALLED];
  expect(optional.filter(({ license }) => !installable.includes(license))).toEqual([]);
});

test("every bundled package comes with the text of its license", () => {
  // The Unlicense requires no notice. Terms that several packages share appear only once per file.
  const isShort = ({ text }: Shipped) =>
    text.length < 100 && !/Copyright .*\n\n(?:MIT License\n\n)?The terms are the same as/.test(text);
  const missing = bundled.filter((one) => isShort(one) && one.license !== "Unlicense");
  expect(missing.map(({ name }) => name)).toEqual([]);
  for (const path of bundles) {
    const whole = shippedIn(path).filter(({ text }) => !text.includes("The terms are the same as for "));
    const named = [...read(path).matchAll(/^The terms are the same as for (\S+), above\./gm)].map(([, name]) => name);
    expect(whole.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  }
});

test("the service worker comes with the text of the Apache License, to which the other bundles refer", () => {
  const [library = "", worker = "", playground = ""] = bundles.map(read);
  expect(worker).toContain("END OF TERMS AND CONDITIONS");
  for (const text of [library, playground]) {
    expect(text).toContain("whose text is in licenses.md in the service worker's folder isoqr-*");
    expect(text).not.toContain("END OF TERMS AND CONDITIONS");
  }
});

test("docs/licenses.md lists exactly the shipped packages", () => {
  expect(unique(listed)).toEqual(unique([...bundled, ...optional].map(({ name, license }) => `${name} ${license}`)));
});

test("the list includes packages of the service worker and the playground", () => {
  const names = bundled.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["hono", "idb-keyval", "fflate", "zxing-wasm", "@resvg/resvg-wasm"]));
});
