import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import type { Browser } from "playwright";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import webpack from "webpack";
import { toPng } from "../../src/index.ts";
import { wifi } from "../../src/payload/payload.ts";
import { launchChromium } from "../engines/chromium.ts";
import { startSite } from "../engines/site.ts";
import { createProject } from "./project.ts";
import { bundle, encode, programOf } from "./sizes.ts";

/** Bundlers by name. Each of them bundles page.mjs into out/page.js, and may write other files. */
const bundlers: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  Vite: (folder) =>
    build({
      root: folder,
      configFile: false,
      logLevel: "error",
      base: "./",
      build: {
        outDir: "out",
        target: "es2022",
        rolldownOptions: { input: join(folder, "page.mjs"), output: { entryFileNames: "page.js" } },
      },
    }),
  webpack: (folder) =>
    new Promise<void>((resolve, reject) => {
      const output = { path: join(folder, "out"), filename: "page.js" };
      webpack({ context: folder, mode: "production", entry: "./page.mjs", output }, (error, stats) => {
        if (error || !stats || stats.hasErrors() || stats.hasWarnings()) reject(error ?? new Error(String(stats)));
        else resolve();
      });
    }),
  // esbuild does not detect workers, so they need a separate entry.
  esbuild: (folder) =>
    esbuild.build({
      absWorkingDir: folder,
      entryPoints: { page: "page.mjs", worker: "isoqr/worker" },
      outdir: "out",
      bundle: true,
      splitting: true,
      format: "esm",
      target: "es2022",
      minify: true,
      logLevel: "error",
    }),
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, 60_000);
afterAll(() => browser?.close());

/** Serves the bundle in `folder`, and resolves to the value of `window.results`, which its program sets. */
async function resultsIn(folder: string): Promise<unknown> {
  const site = await startSite(join(folder, "out"));
  const page = await browser.newPage();
  try {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(site.page("open"));
    await page.addScriptTag({ url: "app/page.js", type: "module" });
    const results = await page.waitForFunction(() => (window as { readonly results?: object }).results);
    expect(faults).toEqual([]);
    return await results.jsonValue();
  } finally {
    await page.close();
    await site.close();
  }
}

test.each(Object.entries(bundlers))("a page and its worker bundled by %s draw as in Node", async (_, bundle) => {
  const program = readFileSync(fileURLToPath(new URL("consumer/page.mjs", import.meta.url)), "utf8");
  const { folder } = createProject({ "page.mjs": program });
  await bundle(folder);
  const text = wifi.build({ ssid: "Guests", password: "12345678" });
  expect(await resultsIn(folder)).toEqual({
    pooled: true,
    drawn: true,
    address: "https://qr.example/api/qr?data=x",
    bytes: [...toPng(text, { size: 512 })],
  });
});

test.each(Object.entries(bundlers))(
  "the first example of docs/library.md works if bundled by %s",
  async (_, bundle) => {
    const guide = readFileSync(fileURLToPath(new URL("../../docs/library.md", import.meta.url)), "utf8");
    const [, example = ""] = /^```js\n(.*?)^```$/ms.exec(guide) ?? [];
    const { folder } = createProject({ "page.mjs": `${example}\nwindow.results = { svg, png: [...png], size };` });
    await bundle(folder);
    const { svg, png, size } = (await resultsIn(folder)) as { svg: string; png: number[]; size: number };
    expect(svg).toMatch(/^<svg /);
    expect(png).toEqual([...toPng("https://example.com")]);
    expect(size).toBe(25);
  },
);

test.each(["encode", "toSvg", "toPng"])("webpack bundles no code for draw() with %s", async (name) => {
  const { imports, used } = programOf([`{ ${name} }`, "isoqr"]);
  const { folder } = createProject({ "page.mjs": `${imports}; globalThis.used = ${used};` });
  await bundlers.webpack?.(folder);
  // webpack keeps the chunks of dynamic imports, even those of unused functions in a file.
  expect(readdirSync(join(folder, "out"))).toEqual(["page.js"]);
  const size = encode(readFileSync(join(folder, "out/page.js"), "utf8")).brotli;
  expect(size).toBeLessThan(1.05 * encode(await bundle(folder, imports, used)).brotli);
});

test.each(["isoqr", "isoqr/app"])("servers that bundle %s keep the core for servers", async (entry) => {
  const { folder } = createProject({ "server.mjs": `export * from "${entry}";` });
  const { outputFiles } = await esbuild.build({
    absWorkingDir: folder,
    entryPoints: ["server.mjs"],
    bundle: true,
    platform: "node",
    format: "esm",
    // Peer dependencies that the project does not install.
    external: ["@resvg/resvg-wasm", "@jsquash/webp"],
    write: false,
    logLevel: "error",
  });
  // Only this build of the core checks for SIMD support.
  expect(outputFiles[0]?.text).toContain("WebAssembly.validate(");
});
