import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { ruleText } from "../rule-text.ts";
import { createProject, programOf } from "./project.ts";

const heavy = [
  "@resvg/resvg-wasm",
  "@jsquash/webp",
  "zxing-wasm",
  "@undecaf/zbar-wasm",
  "harfbuzzjs",
  "woff2-encoder",
  "@fontsource-variable/noto-sans",
  "@fontsource-variable/noto-serif",
  "@fontsource-variable/nunito",
];

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const section = readme.slice(readme.indexOf("## Work offline"));
/** The README's commands for working offline. */
const commands = [...section.slice(0, section.indexOf("```html")).matchAll(/^npx [^#\n]+/gm)].map(([line]) =>
  line.trim().split(" "),
);

/** Returns the files in a site's folder that have been copied from packages. */
function packagesIn(site: string): string[] {
  const parts = readdirSync(site).find((name) => name.startsWith("isoqr-")) ?? "";
  const folder = join(site, parts, "packages");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}

/** The scripts that the worker loads on demand. */
const PARTS = ["card.js", "logo.js", "picture.js", "scan.js", "service.js", "share.js", "worker.js"];

/** Returns the SHA-256 hashes of a site's copies of these scripts, and the hashes that its sw.js expects. */
function partsOf(site: string): Record<string, { copied: string; expected: string }> {
  const folder = readdirSync(site).find((name) => name.startsWith("isoqr-")) ?? "";
  const hashOf = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(site, folder, name)))
      .digest("hex");
  const listed = readFileSync(join(site, "sw.js"), "utf8").matchAll(/"(\w+\.js)":"([0-9a-f]{64})"/g);
  return Object.fromEntries(
    [...listed].map(([, name = "", expected = ""]) => [name, { copied: hashOf(name), expected }]),
  );
}

test("isoqr-offline copies the worker, names missing packages, and copies their files once they are installed", () => {
  const bare = createProject({});
  const [program = "", ...words] = commands[0] ?? [];
  expect(commands).toEqual([commands[0], commands[0]]);
  let message = "";
  try {
    bare.run(program, ...words);
  } catch (error) {
    message = String(error);
  }
  expect(readdirSync(join(bare.folder, "public"))).toEqual(expect.arrayContaining(["sw.js", "register.js"]));
  expect(packagesIn(join(bare.folder, "public"))).toEqual([]);
  const parts = partsOf(join(bare.folder, "public"));
  expect(Object.keys(parts).sort()).toEqual(PARTS);
  for (const { copied, expected } of Object.values(parts)) expect(copied).toBe(expected);
  for (const name of heavy) expect(message).toMatch(new RegExp(`npm install .*${name}@\\d+\\.\\d+\\.\\d+`));

  expect(bare.run(program, ...words, "--codes-only")).toBe("Copied the service worker to public\n");

  const full = createProject({}, heavy);
  expect(full.run(program, ...words)).toBe("Copied the service worker to public\n");
  const files = packagesIn(join(full.folder, "public"));
  expect(files.length).toBeGreaterThan(10);
  expect(files).toEqual(
    expect.arrayContaining(["dist/zbar.wasm", "LICENSE"].map((name) => `@undecaf/zbar-wasm/${name}`)),
  );

  const others = createProject(
    {},
    heavy.filter((name) => name !== "@undecaf/zbar-wasm"),
  );
  expect(others.run(program, ...words)).toMatch(
    /^Copied the service worker to public\nTo use all decoders and typefaces, run npm install @undecaf\/zbar-wasm@0\.11\.\d+, then/,
  );
});

test("a server from the package serves the worker, the playground, and large files from installed packages", () => {
  const program = `
    import { readdirSync } from "node:fs";
    import { startServer } from "isoqr/node";
    const server = await startServer({ port: 0, host: "127.0.0.1" });
    const parts = readdirSync("node_modules/isoqr/dist/sw").find((name) => name.startsWith("isoqr-"));
    const wasm = "@resvg/resvg-wasm/index_bg.wasm";
    const found = {};
    const scripts = ["isoqr.js", "isoqr-images.js", "isoqr-strict.js", "sw.js", "register.js", "playground-worker.js"];
    for (const path of ["", ...scripts, parts + "/card.js", parts + "/packages/" + wasm]) {
      const answer = await fetch(server.url + "/" + path);
      found[path.replace(parts, "parts")] = [answer.status, (await answer.arrayBuffer()).byteLength > 500];
    }
    console.log(JSON.stringify(found));
    await server.close();
  `;
  const scripts = ["isoqr.js", "isoqr-images.js", "isoqr-strict.js", "sw.js", "register.js", "playground-worker.js"];
  const paths = ["", ...scripts, "parts/card.js"];
  const wasm = "parts/packages/@resvg/resvg-wasm/index_bg.wasm";
  const served = (packages: readonly string[]): unknown =>
    JSON.parse(createProject({ "serve.mjs": program }, packages).run(process.execPath, "serve.mjs"));
  const there = Object.fromEntries(paths.map((path) => [path, [200, true]]));
  expect(served(["@resvg/resvg-wasm"])).toEqual({ ...there, [wasm]: [200, true] });
  expect(served([])).toEqual({ ...there, [wasm]: [404, false] });
});

test("isoqr-offline requires exactly one folder and rejects unknown options", () => {
  const { folder, run } = createProject({});
  const program = join(folder, "node_modules/.bin/isoqr-offline");
  const before = readdirSync(folder);
  expect(() => execFileSync(program, { stdio: "pipe" })).toThrow(
    `isoqr-offline: ${ruleText(fieldRequired, "a folder")}`,
  );
  expect(() => run(program, "-x")).toThrow("isoqr-offline: unknown option -x");
  expect(() => run(program, "package.json")).toThrow("isoqr-offline: package.json is not a folder: pass the folder");
  expect(() => run(program, "package.json/public")).toThrow("isoqr-offline: package.json/public is not a folder");
  expect(() => run(program, "public", "site")).toThrow("isoqr-offline: only one folder is allowed");
  expect(run(program, "--help")).toContain("isoqr-offline FOLDER copies");
  expect(readdirSync(folder)).toEqual(before);
});

test("the example of a custom worker compiles in TypeScript", () => {
  const guide = readFileSync(new URL("../../docs/offline.md", import.meta.url), "utf8");
  const [, recipe = ""] = /^```js\n(import \{ createOffline \}.*?)^```$/ms.exec(guide) ?? [];
  expect(recipe).toContain("handleSync");
  const rules = { strict: true, noEmit: true, target: "ES2022", module: "ESNext", moduleResolution: "bundler" };
  const compilerOptions = { ...rules, lib: ["ES2022", "WebWorker"], types: [] };
  const { run } = createProject({
    "own.ts": `declare const self: ServiceWorkerGlobalScope;\n${recipe}`,
    "tsconfig.json": JSON.stringify({ compilerOptions, include: ["own.ts"] }),
  });
  expect(() => run(process.execPath, programOf("typescript", "tsc"), "-p", ".")).not.toThrow();
});
