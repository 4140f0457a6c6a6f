import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { launchChromium } from "../engines/chromium.ts";
import { type Check, featuresOf } from "./features.mjs";
import { measureOthers, names, othersTables } from "./others.ts";
import { createProject, type Project, programOf } from "./project.ts";
import { bundle, outdatedRows } from "./sizes.ts";
import { root, written } from "./written.ts";

// These tests write the tables in docs/comparison.md with WRITE=1.

const others = names.filter((name) => name !== "isoqr");

test("docs/comparison.md lists the bundle sizes of all libraries", async () => {
  const { folder } = createProject({}, [...others, "qrcode-generator"]);
  const tasks = await measureOthers(folder);
  const tables = othersTables(tasks, Object.fromEntries(others.map((name) => [name, manifestOf(name).version])));
  const page = written("docs/comparison.md", "bytes", tables).split("\n\n");
  const rows = tasks.flatMap(({ sizes }, at) => outdatedRows(sizes, page[at] ?? ""));
  expect(rows, `write the tables with WRITE=1 npm run sizes:\n${tables}`).toEqual([]);
});

test("docs/comparison.md and docs/measurements.md list the same bytes for the same imports", () => {
  const rowsOf = (path: string) =>
    readFileSync(join(root, path), "utf8").match(/^\| `import \{.*"isoqr"` \|.*$/gm) ?? [];
  const compared = rowsOf("docs/comparison.md").map((row) => row.split(" | "));
  const listed = rowsOf("docs/measurements.md").map((row) => row.split(" | "));
  expect(compared.length).toBeGreaterThan(1);
  for (const [what, raw, gzip, brotli = ""] of compared) {
    const [, ...bytes] = listed.find(([name]) => name === what) ?? [];
    expect([raw, gzip, brotli.replace(" |", "")], what).toEqual(bytes.slice(0, 3));
  }
});

test("docs/comparison.md lists the features that calls to each library prove", async () => {
  const project = createProject({}, [...others, "qrcode-generator"]);
  const library = join(project.folder, "node_modules/isoqr/dist/index-node.js");
  const inPage = await openPage(project.folder);
  const lines: string[][] = [];
  for (const { name, how, checks } of featuresOf(await import(pathToFileURL(library).href))) {
    const cells = names.map(async (one) => cellOf(await resultOf(checks[one], inPage.run)));
    lines.push([name, ...(await Promise.all(cells)), how]);
  }
  await inPage.close();
  const typed = typesOf(project);
  lines.push([
    "types",
    ...names.map((name) => cellOf(typed(name))),
    "the package's types compile without other packages",
  ]);
  lines.push(["components", ...names.map(componentsOf), "the entries in the manifest"]);
  lines.push(["command line", ...names.map((name) => cellOf(manifestOf(name).bin !== undefined)), "the manifest"]);
  lines.push(["dependencies", ...names.map((name) => String(dependenciesOf(name).size)), "the manifest, recursively"]);
  const sizes = names.map((name) => `${(installedSize(project, name) / 1e6).toFixed(1)} MB`);
  lines.push(["installed", ...sizes, "the files of the package and its dependencies"]);
  const header = ["", ...names, "checked by"];
  const table = [header, header.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  expect(table).toBe(written("docs/comparison.md", "features", table));
});

const cellOf = (result: unknown) => (typeof result === "string" ? result : result ? "yes" : "no");

async function resultOf(check: Check | undefined, runInPage: (code: string) => Promise<unknown>): Promise<unknown> {
  try {
    return typeof check === "string" ? await runInPage(check) : await check?.();
  } catch {
    return false;
  }
}

/** Opens a page with qr-code-styling, which needs a document. In the page's code, `draw` resolves to the SVG for some
 *  options, and `differ` resolves to whether these options change the SVG. */
async function openPage(folder: string) {
  const library = await bundle(folder, 'import Styling from "qr-code-styling"', "Styling");
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.addScriptTag({ type: "module", content: library });
  await page.waitForFunction(() => "used" in globalThis);
  await page.addScriptTag({
    content: `const draw = async (options) =>
        (await new used({ type: "svg", data: "https://example.com", ...options }).getRawData("svg")).text();
      const differ = async (options) => (await draw(options)) !== (await draw({}));`,
  });
  return { run: (code: string) => page.evaluate(code), close: () => browser.close() };
}

/** Returns a function that checks whether the types of a library compile. */
function typesOf({ run, write }: Project): (name: string) => boolean {
  const rules = { target: "ES2022", module: "ESNext", moduleResolution: "bundler", types: [], strict: true };
  write({
    "all.ts": names.map((name, at) => `export * as library${at} from "${name}";`).join("\n"),
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...rules, lib: ["ES2022", "DOM"], noEmit: true },
      include: ["all.ts"],
    }),
  });
  let faults = "";
  try {
    run(process.execPath, programOf("typescript", "tsc"), "-p", ".", "--preserveSymlinks");
  } catch (error) {
    faults = String(error);
  }
  return (name) => !faults.includes(`node_modules/${name}/`) && !faults.includes(`'${name}'`);
}

interface Manifest {
  readonly version: string;
  readonly bin?: unknown;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifestOf(name: string): Manifest {
  return JSON.parse(
    readFileSync(join(name === "isoqr" ? root : join(root, "node_modules", name), "package.json"), "utf8"),
  );
}

/** Returns the kinds of components that a package offers, judging by the names of its entries, or "no". */
function componentsOf(name: string): string {
  const entries = Object.keys(manifestOf(name).exports ?? {}).join(" ");
  const kinds = { "custom element": /element|webcomponent/, React: /react/, Vue: /vue/, Svelte: /svelte/ };
  const found = Object.entries(kinds).filter(([, pattern]) => pattern.test(entries));
  return found.map(([kind]) => kind).join(", ") || "no";
}

/** Returns the names of the direct and indirect dependencies of a package. */
function dependenciesOf(name: string, found = new Set<string>()): Set<string> {
  for (const one of Object.keys(manifestOf(name).dependencies ?? {})) {
    if (!found.has(one)) dependenciesOf(one, found.add(one));
  }
  return found;
}

/** Returns the size in bytes of the files of a package and its dependencies. */
function installedSize({ folder }: Project, name: string): number {
  const places = [...dependenciesOf(name)].map((one) => join(root, "node_modules", one));
  return [join(folder, "node_modules", name), ...places].reduce((sum, place) => sum + sizeOf(place), 0);
}

function sizeOf(place: string): number {
  const files = readdirSync(place, { recursive: true, encoding: "utf8" }).map((path) => statSync(join(place, path)));
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
