import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { build } from "vite";
import { expect, test } from "vitest";
import { deploy, expectServed, keptBuilds, makeLink, releaseOf, update } from "./sw-releases.ts";
import { askFrom, build as isoqrBuild, jsonOf, openPage, posting } from "./sw-site.ts";
import { useStage } from "./sw-stage.ts";

const stage = useStage();

/** A site's own worker, which caches the site's pages and includes the service, as in docs/offline.md. */
const own = `
  import { createOffline } from "/offline.js";
  const offline = createOffline(self);
  self.addEventListener("install", (event) => {
    event.waitUntil(Promise.all([offline.prepare(), caches.open("site").then((cache) => cache.add("/"))]));
  });
  self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), offline.tidy()])));
  self.addEventListener("message", offline.handleMessage);
  self.addEventListener("sync", offline.handleSync);
  self.addEventListener("fetch", (event) => {
    event.respondWith(
      offline.handleRequest(event) ?? caches.match(event.request).then((kept) => kept ?? fetch(event.request)),
    );
  });
`;
const imported = `
  importScripts("/sw.js");
  self.addEventListener("install", (event) => event.waitUntil(caches.open("site").then((cache) => cache.add("/"))));
  self.addEventListener("fetch", (event) => {
    if (event.request.mode === "navigate") event.respondWith(caches.match("/"));
  });
`;

test.each([
  ["a module with createOffline", own, "module"],
  ["a script that imports sw.js", imported, "classic"],
] as const)("a site's own worker includes the service: %s", async (_, script, type) => {
  const { browser, site } = stage;
  await site.comeBack();
  site.files.set("/own.js", script);
  const { context, page } = await openPage(browser, site);
  await takeOver(page, type);
  const first = jsonOf(await askFrom(page, "/api/i?data=first"));
  // This page has not called register(), so the worker must fetch the part.
  await expect.poll(() => isKept(page, "share.js")).toBe(true);
  await site.leave();
  await page.reload();
  expect(await page.textContent("p")).toBe("A site");
  expect((await askFrom(page, "/api/qr?data=x")).headers["content-type"]).toBe("image/png");
  expect((await askFrom(page, `/i/${first.id}`)).status).toBe(200);
  const { id } = jsonOf(await askFrom(page, "/api/i?data=own"));
  expect((await askFrom(page, `/i/${id}.svg`)).headers["content-type"]).toBe("image/svg+xml");
  await context.close();
});

test.each([
  ["a module with createOffline", own, "module"],
  ["a script that imports sw.js", imported, "classic"],
] as const)("a site's own worker keeps its parts across an update: %s", async (_, script, type) => {
  const { browser, site } = stage;
  await site.comeBack();
  site.files.set("/own.js", script);
  const { context, page } = await openPage(browser, site);
  await takeOver(page, type);
  const id = await makeLink(page);
  await expectServed(page, id);
  const next = releaseOf("9.9.9-00000000");
  deploy(site, next);
  site.files.delete(`/isoqr-${next.name}/card.js`);
  expect(await update(page)).toBe(false);
  deploy(site, next);
  expect(await update(page)).toBe(true);
  await site.leave();
  await expectServed(page, id);
  await page.evaluate(async () => {
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.oncontrollerchange = resolve;
    });
    (await navigator.serviceWorker.ready).waiting?.postMessage({ isoqr: "apply" });
    await taken;
  });
  await expectServed(page, id);
  await expect.poll(() => keptBuilds(page)).toEqual([next.name]);
  for (const path of ["/sw.js", "/register.js"]) site.files.delete(path);
  await context.close();
});

/** Resolves to whether the file of a part is cached on the device. */
function isKept(page: Page, file: string): Promise<boolean> {
  return page.evaluate(async (path) => (await caches.match(path)) !== undefined, `/isoqr-${isoqrBuild}/${file}`);
}

/** Registers the site's worker and waits until it controls the page. */
function takeOver(page: Page, type: "module" | "classic"): Promise<void> {
  return page.evaluate(async (type) => {
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.oncontrollerchange = resolve;
    });
    await navigator.serviceWorker.register("/own.js", { type });
    await taken;
  }, type);
}

/** Bundles the code block in docs/offline.md that contains `word`, together with `more`. Resolves to a single file. */
async function bundled(word: string, more: string): Promise<string> {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const blocks = readFileSync(join(root, "docs/offline.md"), "utf8").matchAll(/^```js\n(.*?)^```$/gms);
  const printed = [...blocks].map(([, code = ""]) => code).find((code) => code.includes(word));
  if (printed === undefined) throw new Error(`docs/offline.md has no code with ${word}`);
  const folder = mkdtempSync(join(tmpdir(), "isoqr-own-"));
  try {
    writeFileSync(join(folder, "own.js"), printed + more);
    const find = /^(workbox-[a-z]+)$/;
    const built = await build({
      root: folder,
      configFile: false,
      logLevel: "error",
      define: { "process.env.NODE_ENV": '"production"' },
      resolve: {
        alias: [
          { find: "isoqr/sw", replacement: join(root, "build/sw/offline.js") },
          { find, replacement: `${root}node_modules/$1/index.js` },
        ],
      },
      build: { lib: { entry: join(folder, "own.js"), formats: ["iife"], name: "own" }, write: false },
    });
    const [output] = [built].flat();
    if (!output || !("output" in output)) throw new Error("the bundler produced no output");
    return output.output[0].code;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the recipe for Workbox works as printed, next to the site's own routes", async () => {
  const { browser, site } = stage;
  await site.comeBack();
  // The worker claims the page, so that the test does not need a second visit.
  site.files.set("/own.js", await bundled("workbox-routing", "self.onactivate = () => self.clients.claim();"));
  const { context, page } = await openPage(browser, site);
  await takeOver(page, "classic");
  await page.reload();
  const other = await askFrom(page, "/api/other", { method: "POST", body: "x" });
  expect(other.status).toBe(404);
  await site.leave();
  await page.reload();
  expect(await page.textContent("p")).toBe("A site");
  expect((await askFrom(page, "/api/qr?data=x")).headers["content-type"]).toBe("image/png");
  const batch = await askFrom(page, "/api/qr/batch", posting({ items: [{ data: "a" }, { data: "b" }] }));
  expect(jsonOf(batch)).toMatchObject({ count: 2 });
  const made = await askFrom(page, "/api/i", posting({ data: "workbox" }));
  const { id, token } = jsonOf(made);
  expect((await askFrom(page, `/i/${id}.svg`)).headers["content-type"]).toBe("image/svg+xml");
  const gone = { method: "DELETE", headers: { Authorization: `Bearer ${token}` } };
  expect((await askFrom(page, `/api/i/${id}`, gone)).status).toBe(204);
  await context.close();
});
