import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFaultyServer, type FaultyServer } from "./sw-server.ts";
import { askFrom, builtWorker, createSite, openPage, registerOn } from "./sw-site.ts";
import { useStage } from "./sw-stage.ts";
import { imitateSync } from "./sw-sync.ts";

const stage = useStage();
let server: FaultyServer;
let page: Page;

beforeEach(async () => {
  server = await createFaultyServer();
  ({ page } = await openPage(stage.browser, stage.site));
});
afterEach(async () => {
  await page.context().close();
  await server.close();
});

interface Link {
  readonly id: string;
  readonly token?: string;
  readonly url: string;
  readonly state: string;
}

/** Creates links to `texts` from the page. */
function make(texts: readonly string[]): Promise<readonly Link[]> {
  return page.evaluate(
    (texts) =>
      Promise.all(
        texts.map(async (data) => {
          const init = {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ data }),
          };
          const answer = await fetch("/api/i", init);
          return { ...(await answer.json()), state: answer.headers.get("X-Isoqr-Link") };
        }),
      ),
    texts,
  );
}

/** Resolves to the distinct states of all links. */
const states = () => page.evaluate("qr.links.list().then((all) => [...new Set(all.map(({ state }) => state))])");
const pending = () => page.evaluate("qr.outbox.flush()");
const texts = (count: number, name = "text") => Array.from({ length: count }, (_, at) => `${name} ${at}`);

test("links stay local without a server, and responses say so", async () => {
  await registerOn(page);
  const [link] = await make(["alone"]);
  expect(link).toMatchObject({ state: "local", url: `${stage.site.url}/i/${link?.id}` });
  expect(await states()).toEqual(["local"]);
  expect(await pending()).toBe(0);
});

test("posts a link immediately when online, and returns its URL on the server", async () => {
  await registerOn(page, { server: server.url });
  const [link] = await make(["hello"]);
  expect(link).toMatchObject({ state: "queued", url: `${server.url}/i/${link?.id}` });
  await expect.poll(states).toEqual(["posted"]);
  expect(await server.api.readLink(link?.id ?? "")).toEqual({ data: "hello" });
  expect((await make(["hello"]))[0]).toMatchObject({ id: link?.id, state: "posted" });
});

test.each(["away", "broken", "busy", "portal", "redirecting"] as const)(
  "loses and duplicates no link if the server is %s and already has half of them",
  async (fault) => {
    server.fault = fault;
    await registerOn(page, { server: server.url });
    const all = texts(60);
    const made = await make(all);
    expect(new Set(made.map(({ state }) => state))).toEqual(new Set(["queued"]));
    expect(await pending()).toBe(60);
    // While the server fails, the worker does not try to post every link.
    expect(server.seen.length).toBeLessThan(30);
    for (const data of all.slice(0, 30)) await server.api.createLink({ data });
    server.fault = "none";
    server.seen.length = 0;
    await expect.poll(pending).toBe(0);
    expect(await states()).toEqual(["posted"]);
    expect(server.seen.filter((line) => line === "POST /api/i")).toHaveLength(60);
    const known = await Promise.all(made.map(async ({ id }) => (await server.api.readLink(id)).data));
    expect(known).toEqual(all);
  },
);

test("respects a Retry-After of an hour", async () => {
  server.fault = "busy";
  server.retryAfter = "3600";
  await registerOn(page, { server: server.url });
  await make(texts(3));
  expect(await pending()).toBe(3);
  const tries = server.seen.length;
  server.fault = "none";
  await page.evaluate('dispatchEvent(new Event("online"))');
  for (let round = 0; round < 3; round++) expect(await pending()).toBe(3);
  expect(server.seen.length).toBe(tries);
});

test("retries posting links automatically", async () => {
  server.fault = "away";
  await registerOn(page, { server: server.url });
  await make(texts(3));
  await expect.poll(() => page.evaluate("qr.outbox.pending")).toBe(3);
  server.fault = "none";
  await expect.poll(states).toEqual(["posted"]);
  // The page receives the message a moment later.
  await expect.poll(() => page.evaluate("qr.outbox.pending")).toBe(0);
});

test("posts the remaining links on the next visit", async () => {
  server.fault = "away";
  await registerOn(page, { server: server.url });
  const made = await make(texts(3));
  const context = page.context();
  await page.close();
  server.fault = "none";
  page = await context.newPage();
  await page.goto(stage.site.url);
  await registerOn(page, { server: server.url });
  await expect.poll(states).toEqual(["posted"]);
  expect(await Promise.all(made.map(({ id }) => server.api.readLink(id)))).toEqual(texts(3).map((data) => ({ data })));
});

test("Background Sync posts links when the network is back, without a page", async () => {
  server.fault = "away";
  await registerOn(page, { server: server.url });
  const made = await make(texts(3));
  await expect.poll(() => page.evaluate("qr.outbox.pending")).toBe(3);
  const tools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    tools.on(
      "ServiceWorker.workerRegistrationUpdated",
      ({ registrations: [one] }) => one && resolve(one.registrationId),
    );
  });
  await tools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const empty = await page.context().newPage();
  const later = await page.context().newCDPSession(empty);
  await later.send("ServiceWorker.enable");
  await page.close();
  await later.send("ServiceWorker.stopAllWorkers");
  server.fault = "none";
  const event = { origin: stage.site.url, registrationId, tag: "isoqr-outbox", lastChance: false };
  await later.send("ServiceWorker.dispatchSyncEvent", event);
  const known = () =>
    Promise.all(
      made.map(({ id }) =>
        server.api.readLink(id).then(
          ({ data }) => data,
          () => "",
        ),
      ),
    );
  await expect.poll(known).toEqual(texts(3));
});

test("one queued link causes few requests and sync events while its server fails, and also after a restart", async () => {
  const faults = ["away", "broken", "busy", "limited", "portal", "redirecting"] as const;
  const counts = await Promise.all(
    faults.map(async (fault) => {
      const [failing, site] = await Promise.all([createFaultyServer(), createSite()]);
      site.files.set("/sw.js", `(${imitateSync})();\n${builtWorker}`);
      failing.fault = fault;
      const opened = await openPage(stage.browser, site);
      await registerOn(opened.page, { server: failing.url });
      await opened.page.evaluate(() => fetch("/api/i?data=queued").then((answer) => answer.json()));
      await expect.poll(() => failing.seen.length).toBeGreaterThan(0);
      const tools = await opened.context.newCDPSession(opened.page);
      await tools.send("ServiceWorker.enable");
      await setTimeout(7_500);
      await tools.send("ServiceWorker.stopAllWorkers");
      await setTimeout(7_500);
      const events = site.requested.filter((path) => path === "/sync-event").length;
      await opened.context.close();
      await Promise.all([failing.close(), site.leave()]);
      return { fault, requests: failing.seen.length, events };
    }),
  );
  for (const { fault, requests, events } of counts) {
    expect(requests, fault).toBeLessThanOrEqual(6);
    expect(events, fault).toBeLessThanOrEqual(6);
    expect(events, fault).toBeGreaterThan(0);
  }
});

const YEAR = 365 * 24 * 3_600_000;

test.each([
  ["from a clock that was a year ahead", { last: YEAR, until: YEAR, hour: YEAR, attempts: 99, failures: 9 }],
  ["that never ends", { last: 0, until: YEAR, hour: 0, attempts: 1, failures: 1 }],
  ["without numbers", { last: null, until: "later", hour: {}, attempts: [], failures: null }],
])("a stored pause %s does not stop the outbox", async (_name, offsets) => {
  server.fault = "away";
  await registerOn(page, { server: server.url });
  await make(["waiting"]);
  await expect.poll(pending).toBe(1);
  await page.evaluate(async (offsets) => {
    const moved = Object.entries(offsets).map(([name, value]) => {
      const isTime = typeof value === "number" && /^(last|until|hour)$/.test(name);
      return [name, isTime ? Date.now() + value : value];
    });
    const pause = { ...Object.fromEntries(moved), byServer: true };
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      if (database.objectStoreNames.contains("entries")) {
        const stored = database.transaction("entries", "readwrite");
        stored.objectStore("entries").put(pause, ["pause"]);
        await new Promise((resolve) => {
          stored.oncomplete = resolve;
        });
      }
      database.close();
    }
  }, offsets);
  server.fault = "none";
  await expect.poll(states).toEqual(["posted"]);
});

test("a link that was deleted with its local token is deleted from the server once the server is back", async () => {
  await registerOn(page, { server: server.url });
  const [link] = await make(["to be deleted"]);
  await expect.poll(states).toEqual(["posted"]);
  server.fault = "away";
  const headers = { Authorization: `Bearer ${link?.token}` };
  expect((await askFrom(page, `/api/i/${link?.id}`, { method: "DELETE", headers })).status).toBe(204);
  expect(await pending()).toBe(1);
  server.fault = "none";
  await expect.poll(pending).toBe(0);
  await expect(server.api.readLink(link?.id ?? "")).rejects.toThrow("link not found");
});

test("never posts a link that was deleted before it was sent", async () => {
  server.fault = "away";
  await registerOn(page, { server: server.url });
  const [link] = await make(["a secret"]);
  expect(await page.evaluate(`qr.links.remove("${link?.id}")`)).toBe(true);
  server.fault = "none";
  await expect.poll(pending).toBe(0);
  await expect(server.api.readLink(link?.id ?? "")).rejects.toThrow("link not found");
});

test("exports links, imports them on another device, and rejects damaged exports as a whole", async () => {
  await registerOn(page);
  const made = await make(texts(5, "kept"));
  const exported = (await page.evaluate("qr.links.export()")) as string;
  const other = await openPage(stage.browser, stage.site);
  await registerOn(other.page, { server: server.url });
  const add = (json: string) =>
    other.page.evaluate((json) => (globalThis as unknown as Importer).qr.links.import(json), json);
  const swapped = exported.replace("kept 3", "mine 3");
  await expect(add(swapped)).rejects.toThrow("links[");
  await expect(add("{}")).rejects.toThrow("not an export of links");
  expect(await other.page.evaluate("qr.links.list()")).toEqual([]);
  expect(await add(exported)).toBe(5);
  expect(await add(exported)).toBe(0);
  await expect.poll(() => other.page.evaluate("qr.outbox.flush()")).toBe(0);
  expect(await Promise.all(made.map(({ id }) => server.api.readLink(id)))).toEqual(
    texts(5, "kept").map((data) => ({ data })),
  );
  await other.context.close();
});

interface Importer {
  readonly qr: { readonly links: { import(json: string): Promise<number> } };
}

test("two tabs that create the same link a hundred times get one token", async () => {
  await registerOn(page);
  const second = await page.context().newPage();
  await second.goto(stage.site.url);
  const ask = (from: Page) =>
    from.evaluate(() =>
      Promise.all(Array.from({ length: 100 }, () => fetch("/api/i?data=same").then((answer) => answer.json()))),
    );
  const answers = (await Promise.all([ask(page), ask(second)])).flat() as Link[];
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers.filter(({ token }) => token !== undefined)).toHaveLength(1);
});
