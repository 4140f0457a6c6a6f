import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import type { Browser } from "playwright";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import webpack from "webpack";
import { PACKAGE_MISSING } from "../../src/errors.ts";
import { toPng } from "../../src/index.ts";
import { wifi } from "../../src/payload/payload.ts";
import { NO_SEARCHES } from "../../src/runtime/optimize-browser.ts";
import { toPictureCode } from "../../src/runtime/picture.ts";
import { encodeBase64 } from "../../src/text/base64.ts";
import { launchChromium } from "../engines/chromium.ts";
import { startSite } from "../engines/site.ts";
import { portrait } from "../picture-code/pictures.ts";
import { ruleText } from "../rule-text.ts";
import { pageBundlers } from "./page-bundlers.ts";
import { createProject, link } from "./project.ts";
import { bundle, programOf } from "./sizes.ts";

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

test.each(["encode", "toSvg", "toPng", "toSvgDataUrl"])("bundlers for pages leave out draw() with %s", async (name) => {
  const { imports, used } = programOf([`{ ${name} }`, "isoqr"]);
  const { folder } = createProject({});
  for (const [bundler, build] of Object.entries(pageBundlers)) {
    // The names of options are in the bundle, but not their rows, with the values of eyeStyle.
    expect(await build(folder, imports, used), bundler).not.toMatch(/createImageBitmap|["'`]leaf["'`]/);
  }
  // webpack keeps the chunks of dynamic imports, even those of unused functions in a file.
  expect(readdirSync(join(folder, "webpack"))).toEqual(["main.js"]);
});

test("pages that use only toSvgDataUrl contain no code for PNGs", async () => {
  const { folder } = createProject({});
  const [svg = "", url = ""] = await Promise.all(
    ["toSvg", "toSvgDataUrl"].map((name) => bundle(folder, `import { ${name} } from "isoqr"`, name)),
  );
  expect(url.length - svg.length).toBeLessThan(1000);
});

test.each(Object.entries(bundlers))(
  "a page bundled by %s draws picture codes as in Node, and isoqr/optimize says where it works",
  async (_, bundle) => {
    const options = { strength: 0.4, size: 390 };
    const { folder } = createProject({
      "page.mjs": `
      import { QrError, toPictureCode } from "isoqr/picture";
      import { optimize } from "isoqr/optimize";
      const picture = Uint8Array.from(atob("${encodeBase64(portrait)}"), (byte) => byte.charCodeAt(0));
      const faultOf = (error) => ({ isError: error instanceof QrError, code: error.code, message: error.message });
      const shown = ({ png, strength, scan }) => ({ png: [...png], strength, isScanned: scan !== undefined });
      Promise.all([
        toPictureCode("https://example.com", { picture, ...${JSON.stringify(options)} }).then(shown),
        optimize("x").catch(faultOf),
      ]).then((results) => {
        window.results = results;
      });`,
    });
    await bundle(folder);
    const { png } = await toPictureCode("https://example.com", { picture: portrait, ...options });
    expect(await resultsIn(folder)).toEqual([
      { png: [...png], strength: 0.4, isScanned: false },
      { isError: true, code: "NOT_SUPPORTED", message: NO_SEARCHES },
    ]);
  },
);

/** Bundlers for servers by name. Each of them bundles server.mjs into out/server.mjs without other options, and fails if it
 *  warns. */
const serverBundlers: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  "esbuild --platform=node": (folder) =>
    esbuild.build({
      absWorkingDir: folder,
      entryPoints: ["server.mjs"],
      outfile: "out/server.mjs",
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "error",
    }),
  "webpack --target node": (folder) =>
    new Promise<void>((resolve, reject) => {
      const options: webpack.Configuration = {
        context: folder,
        mode: "production",
        target: "node",
        entry: "./server.mjs",
        experiments: { outputModule: true },
        output: { path: join(folder, "out"), filename: "server.mjs", module: true },
      };
      webpack(options, (error, stats) => {
        if (error || !stats || stats.hasErrors() || stats.hasWarnings()) reject(error ?? new Error(String(stats)));
        else resolve();
      });
    }),
};

test.each(Object.entries(serverBundlers))(
  "%s bundles toSvg without optional packages and without code for draw()",
  async (_, build) => {
    const { folder, run } = createProject({ "server.mjs": 'import { toSvg } from "isoqr"; console.log(toSvg("x"));' });
    await build(folder);
    expect(readdirSync(join(folder, "out"))).toEqual(["server.mjs"]);
    const code = readFileSync(join(folder, "out/server.mjs"), "utf8");
    expect(code).not.toContain("resvg");
    // Only this build of the core checks for SIMD support.
    expect(code).toContain("WebAssembly.validate(");
    expect(run(process.execPath, "out/server.mjs")).toMatch(/^<svg /);
  },
);

test.each(Object.entries(serverBundlers))(
  "draw() bundled by %s names the missing package at its first logo",
  async (_, build) => {
    const program = `import { draw } from "isoqr";
      const shape = '<circle cx="4" cy="4" r="4"/>';
      const logo = \`data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">\${shape}</svg>\`;
      await draw("x", { logo }).then(() => console.log("drawn"), ({ message }) => console.log(message));
      console.log((await draw("x")).length > 100);`;
    const { folder, run } = createProject({ "server.mjs": program });
    await build(folder);
    const missing = ruleText(PACKAGE_MISSING, { name: "@resvg/resvg-wasm" });
    expect(run(process.execPath, "out/server.mjs")).toBe(`${missing}\ntrue\n`);
    link(folder, "@resvg/resvg-wasm");
    expect(run(process.execPath, "out/server.mjs")).toBe("drawn\ntrue\n");
  },
);

test("servers that bundle isoqr/app keep the core for servers", async () => {
  const { folder } = createProject({ "server.mjs": 'export * from "isoqr/app";' });
  await serverBundlers["esbuild --platform=node"]?.(folder);
  expect(readFileSync(join(folder, "out/server.mjs"), "utf8")).toContain("WebAssembly.validate(");
});
