import "fake-indexeddb/auto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";
import { type DeviceLinks, type Errand, openDeviceLinks } from "../../src/stores/indexeddb.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { runErrand } from "../../sw/outbox.ts";

afterEach(() => void vi.unstubAllGlobals());

let count = 0;

/** Creates a device's links, one of which must be posted, and a server whose responses can be lost. */
async function setUp(input: object = { data: "hello" }, server = "https://qr.example") {
  const store = createMemoryLinks();
  const app = createApp(createService({ links: store }));
  const network: { isLossy: boolean; sent: string[]; change?: (body: object) => object } = { isLossy: false, sent: [] };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const { redirect: _, signal: __, ...request } = init;
    network.sent.push(`${init.method} ${url} ${JSON.stringify(init)}`);
    const answer = await app(new Request(url, request));
    if (network.isLossy) throw new TypeError("fetch failed");
    return network.change ? Response.json(network.change(await answer.json())) : answer;
  });
  const name = `posts-${++count}`;
  const links = openDeviceLinks({ name, server });
  const { id } = await createService({ links }).createLink({ ...input });
  const run = async (to = links, url = server) => {
    const [errand] = await to.errands(1, "");
    return runErrand(errand as Errand, to, url);
  };
  const removeHere = async () => {
    const link = await links.find(id);
    if (link) await links.remove(link);
  };
  return { id, name, store, links, network, run, removeHere };
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

test("sends a link again if the server responds with another id", async () => {
  const { id, links, network, run } = await setUp();
  network.change = (body) => ({ ...body, id: "AAAAAAAAAA" });
  expect(await run()).toEqual({ kind: "failed", isOwn: true });
  expect((await links.list())[0]).toMatchObject({ id, state: "queued" });
  delete network.change;
  expect(await run()).toEqual({ kind: "settled" });
  expect((await links.list())[0]).toMatchObject({ id, state: "posted" });
});

describe("after the server has changed", () => {
  const other = "https://new.example";

  /** Creates links that belong to the first server, and opens them with another server. */
  async function move() {
    const first = await setUp();
    return { ...first, moved: openDeviceLinks({ name: first.name, server: other }) };
  }
  const tokenOf = async (links: DeviceLinks) => (await links.list())[0]?.serverToken ?? "none";

  test("a link is deleted on the device, and its token is not sent to the new server", async () => {
    const { id, moved, links, network, run } = await move();
    await run();
    const token = await tokenOf(links);
    network.sent.length = 0;
    await moved.remove((await moved.find(id)) ?? { id, data: "", tokenHash: "" });
    expect([await moved.list(), await moved.pending(), network.sent]).toEqual([[], 0, []]);
    expect(token).not.toBe("none");
  });

  test("a deletion for the first server is dropped", async () => {
    const { moved, network, run, removeHere } = await move();
    await run();
    await removeHere();
    network.sent.length = 0;
    expect(await moved.errands(1, "")).toMatchObject([{ task: "delete" }]);
    expect(await run(moved, other)).toEqual({ kind: "settled" });
    expect([await moved.pending(), network.sent]).toEqual([0, []]);
  });

  test("a link whose post got no response is posted with another token", async () => {
    const { moved, links, network, run } = await move();
    network.isLossy = true;
    await run();
    const [errand] = await links.errands(1, "");
    network.isLossy = false;
    network.sent.length = 0;
    expect(await run(moved, other)).toEqual({ kind: "settled" });
    expect(network.sent.join()).not.toContain(String(errand?.serverToken));
    expect(errand?.serverToken).toMatch(/^[\w-]{43}$/);
    expect((await moved.list())[0]).toMatchObject({ state: "posted" });
  });
});
