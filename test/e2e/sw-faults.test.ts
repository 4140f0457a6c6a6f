import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createFaultyServer } from "./sw-server.ts";
import { askFrom, builtWorker, jsonOf, posting, registerOn, replacePart } from "./sw-site.ts";
import { useFreshStage } from "./sw-stage.ts";

const stage = useFreshStage();
const make = (data: string) => askFrom(stage.page, `/api/i?data=${encodeURIComponent(data)}`);

test("responds after the browser has stopped the worker", async () => {
  await registerOn(stage.page);
  const { url } = jsonOf(await make("kept"));
  await stage.site.leave();
  for (let round = 0; round < 3; round++) {
    await stage.stopWorkers();
    expect((await askFrom(stage.page, "/api/qr?data=again")).status).toBe(200);
    expect((await askFrom(stage.page, url)).status).toBe(200);
  }
});

test("opens links with their pictures offline on a second visit, after the worker was stopped", async () => {
  await registerOn(stage.page);
  const { url } = jsonOf(await make("kept for later"));
  const context = stage.page.context();
  await stage.page.close();
  await stage.site.leave();
  const visit = await context.newPage();
  const ours = await context.newCDPSession(visit);
  await ours.send("ServiceWorker.enable");
  await ours.send("ServiceWorker.stopAllWorkers");
  await visit.goto(url);
  expect(await visit.locator("main").textContent()).toContain("kept for later");
  const answer = await visit.goto(`${url}.png`);
  expect([answer?.status(), answer?.fromServiceWorker()]).toEqual([200, true]);
});

test("loses no confirmed link if the worker is stopped between request and response", async () => {
  const server = await createFaultyServer();
  server.fault = "away";
  await registerOn(stage.page, { server: server.url });
  const asking = stage.page.evaluate(async () => {
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
    await stage.stopWorkers();
  }
  const answered = await asking;
  expect(answered.length).toBeGreaterThan(0);
  const kept = (await stage.page.evaluate("qr.links.list()")) as { id: string }[];
  const ids = kept.map(({ id }) => id);
  expect(answered.filter((id) => !ids.includes(id))).toEqual([]);
  server.fault = "none";
  await expect.poll(() => stage.page.evaluate("qr.outbox.flush().catch(() => -1)")).toBe(0);
  // Every link was posted, even if the page received no response for it.
  await Promise.all(ids.map((id) => server.api.readLink(id)));
  await server.close();
});

test.each([
  ["refused", 'indexedDB.open = () => { throw new DOMException("no", "SecurityError"); };'],
  ["broken", 'IDBObjectStore.prototype.put = () => { throw new DOMException("no", "UnknownError"); };'],
])("rejects links with a message and still draws codes if IndexedDB is %s", async (_, prelude) => {
  stage.site.files.set("/sw.js", prelude + builtWorker);
  await registerOn(stage.page);
  const link = await make("x");
  expect([link.status, jsonOf(link).error]).toEqual([503, expect.stringContaining("share pages are unavailable")]);
  expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(200);
});

test("leaves links to the server if IndexedDB is not available", async () => {
  const server = await createFaultyServer();
  stage.site.files.set(
    "/sw.js",
    `indexedDB.open = () => { throw new DOMException("no", "SecurityError"); };${builtWorker}`,
  );
  await registerOn(stage.page, { server: server.url });
  const made = jsonOf(await askFrom(stage.page, "/api/i", posting({ data: "kept there" })));
  expect(await server.api.readLink(made.id)).toEqual({ data: "kept there" });
  expect((await askFrom(stage.page, `/i/${made.id}.png`)).status).toBe(200);
  await server.close();
});

test("responds with 503 instead of 404 for an unknown link while offline", async () => {
  const server = await createFaultyServer();
  const { id } = await server.api.createLink({ data: "made elsewhere" });
  await registerOn(stage.page, { server: server.url });
  expect((await askFrom(stage.page, `/i/${id}.svg`)).status).toBe(200);
  expect((await askFrom(stage.page, "/i/AAAAAAAAAA")).status).toBe(404);
  server.fault = "away";
  const response = await askFrom(stage.page, `/i/${id}`);
  expect([response.status, jsonOf(response).error]).toEqual([503, expect.stringContaining("not on this device")]);
  const answer = await stage.page.goto(`${stage.site.url}/i/${id}`);
  expect(answer?.status()).toBe(503);
  expect(await stage.page.textContent("main")).toContain("Try again when you are online");
  await server.close();
});

test("rejects a new link and keeps existing ones if IndexedDB is full", async () => {
  // Browsers enforce quotas with a delay, so the test makes the transaction fail as it would on a full disk.
  const full = `const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      if (value.data?.startsWith("large")) {
        this.transaction.abort();
        throw new DOMException("no room", "QuotaExceededError");
      }
      return put.call(this, value, key);
    };`;
  stage.site.files.set("/sw.js", full + builtWorker);
  await registerOn(stage.page);
  const first = jsonOf(await make("first"));
  const refused = await make("large");
  expect([refused.status, jsonOf(refused).error]).toEqual([503, expect.stringContaining("no space")]);
  expect((await askFrom(stage.page, `/i/${first.id}.png`)).status).toBe(200);
  expect((await make("second")).status).toBe(200);
});

test("the outbox keeps sending after the clock is set back a year", async () => {
  const server = await createFaultyServer();
  server.fault = "busy";
  const back =
    "const now = Date.now; let off = 0; Date.now = () => now() - off; setTimeout(() => { off = 3e10; }, 300);";
  stage.site.files.set("/sw.js", back + builtWorker);
  await registerOn(stage.page, { server: server.url });
  const { id } = jsonOf(await make("x"));
  await new Promise((resolve) => setTimeout(resolve, 500));
  await make("y");
  server.fault = "none";
  await expect.poll(() => stage.page.evaluate("qr.outbox.flush()")).toBe(0);
  expect(await server.api.readLink(id)).toEqual({ data: "x" });
  await server.close();
});

test("refills caches that are evicted while the worker runs, but offline responds with an error message", async () => {
  await registerOn(stage.page, { offline: ["logo"] });
  await stage.page.evaluate("qr.offlineReady");
  const logoData = readFileSync(new URL("../logo/lossy.webp", import.meta.url)).toString("base64");
  const draw = () => askFrom(stage.page, "/api/qr", posting({ data: "x", logoData }));
  const evict = () =>
    stage.page.evaluate("caches.keys().then((all) => Promise.all(all.map((one) => caches.delete(one))))");
  await evict();
  expect((await draw()).status).toBe(200);
  await evict();
  await stage.stopWorkers();
  await stage.site.leave();
  expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(200);
  const missed = await draw();
  expect([missed.status, jsonOf(missed).error]).toEqual([503, expect.stringContaining("not on this device yet")]);
  await stage.site.comeBack();
  expect((await draw()).status).toBe(200);
});

test.each([
  ["damaged", "x"],
  [
    "replaced by another script of the site",
    "var isoqr_service = () => ({ createSiteService: () => ({ respond: async () => new Response() }) });",
  ],
])("fetches stored parts that are %s again, and never runs them", async (_, text) => {
  await registerOn(stage.page, { offline: ["logo"] });
  const replaceStored = () =>
    stage.page.evaluate(async (text) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const scripts = (await cache.keys()).filter(({ url }) => url.endsWith(".js"));
        for (const { url } of scripts) await cache.put(url, new Response(text));
      }
    }, text);
  const logoData = readFileSync(new URL("../logo/still.png", import.meta.url)).toString("base64");
  const answers = async () => {
    const all = [await make("kept"), await askFrom(stage.page, "/api/qr", posting({ data: "x", logoData }))];
    return all.map(({ status, body }) => [status, body.length > 0]);
  };
  await replaceStored();
  await stage.stopWorkers();
  expect(await answers()).toEqual(Array(2).fill([200, true]));
  await stage.stopWorkers();
  await stage.site.leave();
  expect(await answers()).toEqual(Array(2).fill([200, true]));
  await replaceStored();
  await stage.stopWorkers();
  expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(200);
  expect(await answers()).toEqual(Array(2).fill([503, true]));
});

test("fetches parts each time, and still stores links, if caches are not available", async () => {
  const refused = 'CacheStorage.prototype.open = () => Promise.reject(new DOMException("no", "SecurityError"));';
  stage.site.files.set("/sw.js", refused + builtWorker);
  await expect(registerOn(stage.page)).rejects.toThrow();
  await stage.page.evaluate("qr.ready");
  const logoData = readFileSync(new URL("../logo/still.png", import.meta.url)).toString("base64");
  expect((await askFrom(stage.page, "/api/qr", posting({ data: "x", logoData }))).status).toBe(200);
  const { url } = jsonOf(await make("kept"));
  expect((await stage.page.goto(url))?.status()).toBe(200);
});

test("rejects link operations on pages without IndexedDB, and still draws codes", async () => {
  const refused = 'indexedDB.open = () => { throw new DOMException("no", "SecurityError"); };';
  await stage.page.evaluate(refused);
  await registerOn(stage.page);
  await expect(stage.page.evaluate("qr.links.list()")).rejects.toThrow("share pages are unavailable");
  expect((await askFrom(stage.page, "/api/qr?data=x")).status).toBe(200);
});

test("an unhandled rejection in a thread ends its job immediately, and the next job gets a new thread", async () => {
  const lost = 'Promise.reject(new Error("lost")); return new Promise(() => undefined);';
  replacePart(stage.site, "card.js", `var isoqr_card = { create: () => ({ drawCard: () => { ${lost} } }) };`);
  await registerOn(stage.page, { offline: ["card", "scan"] });
  const response = await askFrom(stage.page, "/api/og?data=x");
  expect([response.status, response.headers["x-error-code"]]).toEqual([500, "INTERNAL"]);
  expect(jsonOf(await askFrom(stage.page, "/api/qr/validate?data=x")).scan).toMatchObject({ passed: true });
});
