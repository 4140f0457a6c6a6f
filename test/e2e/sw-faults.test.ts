import { readFileSync } from "node:fs";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { createMoodyServer } from "./sw-server.ts";
import { askFrom, createSite, openPage, registerOn, type Site } from "./sw-site.ts";

let browser: Browser;
let site: Site;
let page: Page;
let tools: CDPSession;

const built = readFileSync(new URL("../../build/sw/sw.js", import.meta.url), "utf8");
const build = /\d+\.\d+\.\d+-[0-9a-f]{8}/.exec(built)?.[0] ?? "";

beforeAll(async () => {
  browser = await launchChromium();
}, 60_000);
afterAll(() => browser?.close());
beforeEach(async () => {
  site = await createSite();
  ({ page } = await openPage(browser, site));
  tools = await page.context().newCDPSession(page);
});
afterEach(async () => {
  await page.context().close();
  await site.leave();
});

const bodyOf = (heard: { readonly body: string }) => JSON.parse(Buffer.from(heard.body, "base64").toString());
const stopWorkers = async () => {
  await tools.send("ServiceWorker.enable");
  await tools.send("ServiceWorker.stopAllWorkers");
};
const make = (data: string) => askFrom(page, `/api/i?data=${encodeURIComponent(data)}`);

test("a worker that the browser stopped answers the next request", async () => {
  await registerOn(page);
  const { url } = bodyOf(await make("kept"));
  await site.leave();
  for (let round = 0; round < 3; round++) {
    await stopWorkers();
    expect((await askFrom(page, "/api/qr?data=again")).status).toBe(200);
    expect((await askFrom(page, url)).status).toBe(200);
  }
});

test("at a second visit without a network, the worker not running, links open and show their pictures", async () => {
  await registerOn(page);
  const { url } = bodyOf(await make("kept for later"));
  const context = page.context();
  await page.close();
  await site.leave();
  const visit = await context.newPage();
  const ours = await context.newCDPSession(visit);
  await ours.send("ServiceWorker.enable");
  await ours.send("ServiceWorker.stopAllWorkers");
  await visit.goto(url);
  expect(await visit.locator("main").textContent()).toContain("kept for later");
  const answer = await visit.goto(`${url}.png`);
  expect([answer?.status(), answer?.fromServiceWorker()]).toEqual([200, true]);
});

test("stopped between request and answer, it loses nothing that it answered for", async () => {
  const server = await createMoodyServer();
  server.mood = "away";
  await registerOn(page, { server: server.url });
  const asking = page.evaluate(async () => {
    const answered: string[] = [];
    const ask = async (data: string) => {
      const answer = await fetch(`/api/i?data=${data}`).catch(() => undefined);
      if (answer?.ok) answered.push((await answer.json()).id);
    };
    for (let round = 0; round < 30; round++) {
      await Promise.all(Array.from({ length: 10 }, (_, at) => ask(`text-${round}-${at}`)));
    }
    return answered;
  });
  for (let stop = 0; stop < 4; stop++) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    await stopWorkers();
  }
  const answered = await asking;
  expect(answered.length).toBeGreaterThan(0);
  const kept = (await page.evaluate("qr.links.list()")) as { id: string }[];
  const ids = kept.map(({ id }) => id);
  expect(answered.filter((id) => !ids.includes(id))).toEqual([]);
  server.mood = "well";
  await expect.poll(() => page.evaluate("qr.outbox.flush().catch(() => -1)"), { timeout: 30_000 }).toBe(0);
  // Every link, answered for or not, had its errand.
  await Promise.all(ids.map((id) => server.api.readLink(id)));
  await server.close();
});

test.each([
  ["refused", 'indexedDB.open = () => { throw new DOMException("no", "SecurityError"); };'],
  ["broken", 'IDBObjectStore.prototype.put = () => { throw new DOMException("no", "UnknownError"); };'],
])("where IndexedDB is %s links are refused with a sentence, and codes go on", async (_, prelude) => {
  site.files.set("/sw.js", prelude + built);
  await registerOn(page);
  const link = await make("x");
  expect([link.status, bodyOf(link).error]).toEqual([503, expect.stringContaining("links cannot be reached")]);
  expect((await askFrom(page, "/api/qr?data=x")).status).toBe(200);
});

test("where IndexedDB is full a new link is refused, and those that are there are kept", async () => {
  // Browsers look at quotas late and in their own time, so the transaction is made to fail as a full disk makes it.
  const full = `const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      if (value.data?.startsWith("large")) {
        this.transaction.abort();
        throw new DOMException("no room", "QuotaExceededError");
      }
      return put.call(this, value, key);
    };`;
  site.files.set("/sw.js", full + built);
  await registerOn(page);
  const first = bodyOf(await make("first"));
  const refused = await make("large");
  expect([refused.status, bodyOf(refused).error]).toEqual([503, expect.stringContaining("no room")]);
  expect((await askFrom(page, `/i/${first.id}.png`)).status).toBe(200);
  expect((await make("second")).status).toBe(200);
});

test("an update waits until it is applied, and a request under way is finished by its own version", async () => {
  await registerOn(page);
  await page.evaluate('globalThis.updates = 0; qr.addEventListener("update", () => updates++)');
  expect(await page.evaluate("qr.version()")).toBe(build);
  site.files.set("/sw.js", built.replaceAll(build, "9.9.9-00000000"));
  const batch = { items: Array(50).fill({ data: "7".repeat(3000), size: 2048, ec: "L" }) };
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(batch) };
  const underWay = askFrom(page, "/api/qr/batch", init);
  await page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())");
  await expect.poll(() => page.evaluate("updates")).toBe(1);
  expect((await askFrom(page, "/api/qr?data=x")).status).toBe(200);
  expect(await page.evaluate("qr.version()")).toBe(build);
  await page.evaluate("qr.applyUpdate()");
  const { count, results } = bodyOf(await underWay);
  expect([count, results.every(({ status }: { status: number }) => status === 200)]).toEqual([50, true]);
  expect(await page.evaluate("qr.version()")).toBe("9.9.9-00000000");
  expect((await askFrom(page, "/api/qr?data=x")).status).toBe(200);
});

test("a script cut in half is never installed: not as the first, and not in the place of a whole one", async () => {
  site.files.set("/sw.js", built.slice(0, built.length / 2));
  await expect(registerOn(page)).rejects.toThrow();
  expect(await page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)")).toBe(0);
  site.files.delete("/sw.js");
  await registerOn(page);
  site.files.set("/sw.js", built.slice(0, built.length / 2));
  const update = page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())");
  await expect(update).rejects.toThrow();
  expect(await page.evaluate("qr.version()")).toBe(build);
  expect((await askFrom(page, "/api/qr?data=x")).status).toBe(200);
});

test("with a clock set back a year the outbox goes on", async () => {
  const server = await createMoodyServer();
  server.mood = "busy";
  const back =
    "const now = Date.now; let off = 0; Date.now = () => now() - off; setTimeout(() => { off = 3e10; }, 300);";
  site.files.set("/sw.js", back + built);
  await registerOn(page, { server: server.url });
  const { id } = bodyOf(await make("x"));
  await new Promise((resolve) => setTimeout(resolve, 500));
  await make("y");
  server.mood = "well";
  await expect.poll(() => page.evaluate("qr.outbox.flush()"), { timeout: 20_000 }).toBe(0);
  expect(await server.api.readLink(id)).toBe("x");
  await server.close();
});

test("caches evicted under a running worker are filled again, or missed in words", async () => {
  await registerOn(page, { offline: ["logo"] });
  await page.evaluate("qr.offlineReady");
  const logoData = readFileSync(new URL("../logos/lossy.webp", import.meta.url)).toString("base64");
  const headers = { "Content-Type": "application/json" };
  const draw = () =>
    askFrom(page, "/api/qr", { method: "POST", headers, body: JSON.stringify({ data: "x", logoData }) });
  const evict = () => page.evaluate("caches.keys().then((all) => Promise.all(all.map((one) => caches.delete(one))))");
  await evict();
  expect((await draw()).status).toBe(200);
  await evict();
  await stopWorkers();
  await site.leave();
  expect((await askFrom(page, "/api/qr?data=x")).status).toBe(200);
  await site.comeBack();
  expect((await draw()).status).toBe(200);
});

test("a page that the worker would not see is told so", async () => {
  await expect(registerOn(page, { scope: "/elsewhere/" })).rejects.toThrow("does not see this page");
});

test("unregistering leaves nothing behind", async () => {
  await registerOn(page, { offline: ["logo"] });
  await page.evaluate("qr.offlineReady");
  await make("gone");
  await page.evaluate("qr.unregister()");
  const left = await page.evaluate(`(async () => [
    (await navigator.serviceWorker.getRegistrations()).length,
    await caches.keys(),
    (await indexedDB.databases()).map(({ name }) => name),
  ])()`);
  expect(left).toEqual([0, [], []]);
  await page.reload();
  expect((await askFrom(page, "/api/qr?data=x")).status).toBe(404);
});
