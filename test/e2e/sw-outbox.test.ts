import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMoodyServer, type MoodyServer } from "./sw-server.ts";
import { askFrom, openPage, registerOn } from "./sw-site.ts";
import { useStage } from "./sw-stage.ts";

const stage = useStage();
let server: MoodyServer;
let page: Page;

beforeEach(async () => {
  server = await createMoodyServer();
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

/** Makes links to `texts` by requests of the page. */
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

/** The states of all links, each once. */
const states = () => page.evaluate("qr.links.list().then((all) => [...new Set(all.map(({ state }) => state))])");
const pending = () => page.evaluate("qr.outbox.flush()");
const texts = (count: number, name = "text") => Array.from({ length: count }, (_, at) => `${name} ${at}`);

test("without a server links stay on the device, and answers say so", async () => {
  await registerOn(page);
  const [link] = await make(["alone"]);
  expect(link).toMatchObject({ state: "local", url: `${stage.site.url}/i/${link?.id}` });
  expect(await states()).toEqual(["local"]);
  expect(await pending()).toBe(0);
});

test("a link is posted at once where the network is there, and its address is the server's", async () => {
  await registerOn(page, { server: server.url });
  const [link] = await make(["hello"]);
  expect(link).toMatchObject({ state: "queued", url: `${server.url}/i/${link?.id}` });
  await expect.poll(states).toEqual(["posted"]);
  expect(await server.api.readLink(link?.id ?? "")).toBe("hello");
  expect((await make(["hello"]))[0]).toMatchObject({ id: link?.id, state: "posted" });
});

test.each(["away", "broken", "busy", "portal", "redirecting"] as const)(
  "a server that is %s loses no link, has none twice, and may know half of them already",
  async (mood) => {
    server.mood = mood;
    await registerOn(page, { server: server.url });
    const all = texts(60);
    const made = await make(all);
    expect(new Set(made.map(({ state }) => state))).toEqual(new Set(["queued"]));
    expect(await pending()).toBe(60);
    // Left alone after a try or two, not asked sixty times.
    expect(server.seen.length).toBeLessThan(30);
    for (const data of all.slice(0, 30)) await server.api.createLink({ data });
    server.mood = "well";
    server.seen.length = 0;
    await expect.poll(pending).toBe(0);
    expect(await states()).toEqual(["posted"]);
    expect(server.seen.filter((line) => line === "POST /api/i")).toHaveLength(60);
    const known = await Promise.all(made.map(({ id }) => server.api.readLink(id)));
    expect(known).toEqual(all);
  },
);

test("a server that wants to be left alone for an hour is, whoever asks", async () => {
  server.mood = "busy";
  server.retryAfter = "3600";
  await registerOn(page, { server: server.url });
  await make(texts(3));
  expect(await pending()).toBe(3);
  const tries = server.seen.length;
  server.mood = "well";
  await page.evaluate('dispatchEvent(new Event("online"))');
  for (let round = 0; round < 3; round++) expect(await pending()).toBe(3);
  expect(server.seen.length).toBe(tries);
});

test("the page need not ask: it tries again by itself", async () => {
  server.mood = "away";
  await registerOn(page, { server: server.url });
  await make(texts(3));
  await expect.poll(() => page.evaluate("qr.outbox.pending")).toBe(3);
  server.mood = "well";
  await expect.poll(states).toEqual(["posted"]);
  // The page hears of it a moment later.
  await expect.poll(() => page.evaluate("qr.outbox.pending")).toBe(0);
});

test("what was left is posted at the next visit", async () => {
  server.mood = "away";
  await registerOn(page, { server: server.url });
  const made = await make(texts(3));
  const context = page.context();
  await page.close();
  server.mood = "well";
  page = await context.newPage();
  await page.goto(stage.site.url);
  await registerOn(page, { server: server.url });
  await expect.poll(states).toEqual(["posted"]);
  expect(await Promise.all(made.map(({ id }) => server.api.readLink(id)))).toEqual(texts(3));
});

test("the browser wakes the worker when the network is back, and no page need be there", async () => {
  server.mood = "away";
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
  server.mood = "well";
  const event = { origin: stage.site.url, registrationId, tag: "isoqr-outbox", lastChance: false };
  await later.send("ServiceWorker.dispatchSyncEvent", event);
  const known = () => Promise.all(made.map(({ id }) => server.api.readLink(id).catch(() => "")));
  await expect.poll(known).toEqual(texts(3));
});

test("a link deleted with its local token is deleted from the server, too, whenever that comes back", async () => {
  await registerOn(page, { server: server.url });
  const [link] = await make(["to be deleted"]);
  await expect.poll(states).toEqual(["posted"]);
  server.mood = "away";
  const headers = { Authorization: `Bearer ${link?.token}` };
  expect((await askFrom(page, `/api/i/${link?.id}`, { method: "DELETE", headers })).status).toBe(204);
  expect(await pending()).toBe(1);
  server.mood = "well";
  await expect.poll(pending).toBe(0);
  await expect(server.api.readLink(link?.id ?? "")).rejects.toThrow("no such link");
});

test("one made and deleted before the server knew is never told", async () => {
  server.mood = "away";
  await registerOn(page, { server: server.url });
  const [link] = await make(["a secret"]);
  expect(await page.evaluate(`qr.links.remove("${link?.id}")`)).toBe(true);
  server.mood = "well";
  expect(await pending()).toBe(0);
  await expect(server.api.readLink(link?.id ?? "")).rejects.toThrow("no such link");
});

test("links are exported, imported on another device, and damaged exports are refused whole", async () => {
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
  expect(await Promise.all(made.map(({ id }) => server.api.readLink(id)))).toEqual(texts(5, "kept"));
  await other.context.close();
});

interface Importer {
  readonly qr: { readonly links: { import(json: string): Promise<number> } };
}

test("two tabs that make the same link a hundred times get one token", async () => {
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
