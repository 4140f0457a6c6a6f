import "fake-indexeddb/auto";
import { describe, expect, test, vi } from "vitest";
import { type DeviceLink, openDeviceLinks } from "../../src/stores/indexeddb.ts";
import { link, testLinkStore } from "../contract/links.ts";

let count = 0;
const fresh = () => `links-${++count}`;
const last = () => `links-${count}`;

testLinkStore(
  "IndexedDB",
  async () => openDeviceLinks({ name: fresh() }),
  async () => openDeviceLinks({ name: last() }),
);
testLinkStore(
  "IndexedDB with a server",
  async () => openDeviceLinks({ name: fresh(), queue: true }),
  async () => openDeviceLinks({ name: last(), queue: true }),
);

describe("a device that is full", () => {
  test("rejects new links, and accepts them again once there is space", async () => {
    const store = openDeviceLinks({ name: fresh(), capacity: 2 });
    const [a, b, c] = [link("AAAAAAAAAA"), link("BBBBBBBBBB"), link("CCCCCCCCCC")];
    await store.add(a);
    await store.add(b);
    await expect(store.add(c)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", status: 503 });
    expect(await store.add(a)).toEqual(a);
    await store.remove(a);
    expect(await store.add(c)).toEqual(c);
  });

  test("restores all links from another database, or none", async () => {
    const store = openDeviceLinks({ name: fresh(), capacity: 2 });
    const [a, b, c] = ["AAAAAAAAAA", "BBBBBBBBBB", "CCCCCCCCCC"].map(
      (id): DeviceLink => ({ ...link(id), state: "local", created: 1 }),
    );
    if (!a || !b || !c) throw new Error("the test must create three links");
    await expect(store.restore([a, b, c])).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", status: 503 });
    expect(await store.list()).toEqual([]);
    expect(await store.restore([a, b, a])).toBe(2);
    expect(await store.restore([a, b])).toBe(0);
    await expect(store.restore([c])).rejects.toMatchObject({ status: 503 });
  });

  test("adds and removes a link without counting the others", async () => {
    const store = openDeviceLinks({ name: fresh() });
    await store.add(link("AAAAAAAAAA"));
    const counted = vi.spyOn(IDBObjectStore.prototype, "count");
    await store.add(link("BBBBBBBBBB"));
    await store.remove(link("AAAAAAAAAA"));
    expect(counted).not.toHaveBeenCalled();
    counted.mockRestore();
  });
});

describe("errands", () => {
  const open = () => openDeviceLinks({ name: fresh(), queue: true, now: () => 1 });
  const one = link("AAAAAAAAAA");

  test("queues and removes the request for the server together with its link", async () => {
    const store = open();
    await store.add(one);
    await store.add(one);
    expect(await store.errands(10, "")).toEqual([{ id: one.id, task: "post" }]);
    await store.remove(one);
    expect(await store.pending()).toBe(0);
  });

  test("lists queued requests page by page, ordered by id", async () => {
    const store = open();
    for (const id of ["CCCCCCCCCC", "AAAAAAAAAA", "BBBBBBBBBB"]) await store.add(link(id));
    const first = await store.errands(2, "");
    expect(first.map(({ id }) => id)).toEqual(["AAAAAAAAAA", "BBBBBBBBBB"]);
    expect((await store.errands(2, "BBBBBBBBBB")).map(({ id }) => id)).toEqual(["CCCCCCCCCC"]);
  });

  test("deletes a posted link with the server's token", async () => {
    const store = open();
    await store.add(one);
    await store.settlePosted(one.id, "theirs");
    expect(await store.list()).toEqual([{ ...one, state: "posted", created: 1, serverToken: "theirs" }]);
    expect(await store.pending()).toBe(0);
    await store.remove(one);
    expect(await store.errands(10, "")).toEqual([{ id: one.id, task: "delete", serverToken: "theirs" }]);
    await store.settleDeleted(one.id);
    expect(await store.pending()).toBe(0);
  });

  test("deletes a link from the server if it was deleted while being posted", async () => {
    const store = open();
    await store.add(one);
    await store.remove(one);
    await store.settlePosted(one.id, "theirs");
    expect(await store.errands(10, "")).toEqual([{ id: one.id, task: "delete", serverToken: "theirs" }]);
  });

  test("posts a link that was created again while being deleted, and keeps the token", async () => {
    const store = open();
    await store.add(one);
    await store.settlePosted(one.id, "theirs");
    await store.remove(one);
    await store.add(one);
    await store.settleDeleted(one.id);
    expect(await store.errands(10, "")).toEqual([{ id: one.id, task: "post", serverToken: "theirs" }]);
    await store.settlePosted(one.id);
    expect((await store.list())[0]).toMatchObject({ state: "posted", serverToken: "theirs" });
  });

  test("offers the same token with every post, and keeps it once the server confirms it", async () => {
    const store = open();
    await store.add(one);
    const first = await store.beginPost(one.id);
    expect(first).toEqual({ data: one.data, token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await store.beginPost(one.id)).toEqual(first);
    await store.settlePosted(one.id, first?.token);
    expect((await store.list())[0]).toMatchObject({ state: "posted", serverToken: first?.token });
    expect(await store.pending()).toBe(0);
  });

  test("drops a token that the server does not confirm: someone else created the link", async () => {
    const store = open();
    await store.add(one);
    await store.beginPost(one.id);
    await store.settlePosted(one.id);
    expect((await store.list())[0]).toEqual({ ...one, state: "posted", created: 1 });
  });

  test("deletes a link from the server if the response to its post was lost", async () => {
    const store = open();
    await store.add(one);
    const offered = await store.beginPost(one.id);
    await store.remove(one);
    expect(await store.beginPost(one.id)).toBeUndefined();
    expect(await store.errands(10, "")).toEqual([{ id: one.id, task: "delete", serverToken: offered?.token }]);
  });

  test("drops the queued request for a link that the server rejects, and keeps the link on the device", async () => {
    const store = open();
    await store.add(one);
    await store.settleRefused(one.id);
    expect(await store.pending()).toBe(0);
    expect((await store.list())[0]).toMatchObject({ state: "refused" });
  });

  test("queues each link that was created without a server only once", async () => {
    const name = fresh();
    const before = openDeviceLinks({ name });
    await before.add(one);
    const after = openDeviceLinks({ name, queue: true });
    await after.queueLocal();
    await after.settlePosted(one.id, "theirs");
    await after.queueLocal();
    expect(await after.pending()).toBe(0);
  });
});
