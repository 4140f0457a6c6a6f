import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";
import { type Errand, openDeviceLinks } from "../../src/stores/indexeddb.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { runErrand } from "../../sw/outbox.ts";

afterEach(() => void vi.unstubAllGlobals());

let count = 0;

/** Creates a device's links, one of which must be posted, and a server whose responses can be lost. */
async function setUp(words: object = { data: "hello" }) {
  const store = createMemoryLinks();
  const app = createApp(createService({ links: store }));
  const network = { isLossy: false };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const { redirect: _, signal: __, ...request } = init;
    const answer = await app(new Request(url, request));
    if (network.isLossy) throw new TypeError("fetch failed");
    return answer;
  });
  const links = openDeviceLinks({ name: `posts-${++count}`, queue: true });
  const { id } = await createService({ links }).createLink({ ...words });
  const run = async () => {
    const [errand] = await links.errands(1, "");
    return runErrand(errand as Errand, links, "https://qr.example");
  };
  const removeHere = async () => {
    const link = await links.find(id);
    if (link) await links.remove(link);
  };
  return { id, store, links, network, run, removeHere };
}

test("retries a post with the same token if its response is lost, so that the link can be deleted", async () => {
  const { id, store, links, network, run, removeHere } = await setUp();
  network.isLossy = true;
  expect(await run()).toEqual({ kind: "unavailable" });
  expect(await store.find(id)).toBeDefined();
  network.isLossy = false;
  expect(await run()).toEqual({ kind: "settled" });
  expect((await links.list())[0]).toMatchObject({ state: "posted", serverToken: expect.any(String) });
  await removeHere();
  expect(await run()).toEqual({ kind: "settled" });
  expect(await store.find(id)).toBeUndefined();
  expect(await links.pending()).toBe(0);
});

test("deletes a link from the server even if the response to its post was lost", async () => {
  const { id, store, links, network, run, removeHere } = await setUp();
  network.isLossy = true;
  await run();
  await removeHere();
  network.isLossy = false;
  expect(await run()).toEqual({ kind: "settled" });
  expect(await store.find(id)).toBeUndefined();
  expect(await links.pending()).toBe(0);
});

test("does not delete a link from the server if someone else created it", async () => {
  const { id, store, links, run, removeHere } = await setUp();
  await createService({ links: store }).createLink({ data: "hello" });
  expect(await run()).toEqual({ kind: "settled" });
  expect((await links.list())[0]).not.toHaveProperty("serverToken");
  await removeHere();
  expect(await links.pending()).toBe(0);
  expect(await store.find(id)).toBeDefined();
});

test("keeps a token in an older format, but does not send it to the server", async () => {
  const { id, links, run } = await setUp();
  const link = (await links.list())[0];
  if (!link) throw new Error("the device must have the link");
  await links.settlePosted(id, "older.form~");
  await links.remove(link);
  await links.add(link);
  expect(await run()).toEqual({ kind: "settled" });
  expect((await links.list())[0]).toMatchObject({ state: "posted" });
});

test("posts a link with its design, under the same id", async () => {
  const { id, store, run } = await setUp({ data: "hello", gradient: "radial,1a5fb4,813d9c", eyeStyle: "leaf" });
  expect(await run()).toEqual({ kind: "settled" });
  expect(await createService({ links: store }).readLink(id)).toEqual({
    data: "hello",
    design: { eyeStyle: "leaf", gradient: "radial,1a5fb4,813d9c" },
  });
});
