import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { askFrom, createSite, openPage, type Site } from "./sw-site.ts";

let browser: Browser;
let site: Site;

beforeAll(async () => {
  [browser, site] = [await launchChromium(), await createSite()];
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await site?.leave();
});

/** A site's own worker, which keeps its pages and has the service beside that; as in docs/offline.md. */
const own = `
  import { createOffline } from "/offline.js";
  const offline = createOffline(self);
  self.addEventListener("install", (event) => event.waitUntil(caches.open("site").then((cache) => cache.add("/"))));
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
] as const)("a site's own worker has the service beside its own work: %s", async (_, script, type) => {
  await site.comeBack();
  site.files.set("/own.js", script);
  const { context, page } = await openPage(browser, site);
  await page.evaluate(async (type) => {
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.oncontrollerchange = resolve;
    });
    await navigator.serviceWorker.register("/own.js", { type });
    await taken;
  }, type);
  await site.leave();
  await page.reload();
  expect(await page.textContent("p")).toBe("A site");
  expect((await askFrom(page, "/api/qr?data=x")).headers["content-type"]).toBe("image/png");
  const { id } = JSON.parse(Buffer.from((await askFrom(page, "/api/i?data=own")).body, "base64").toString());
  expect((await askFrom(page, `/i/${id}.svg`)).headers["content-type"]).toBe("image/svg+xml");
  await context.close();
});
