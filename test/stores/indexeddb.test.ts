import "fake-indexeddb/auto";
import { promisifyRequest } from "idb-keyval";
import { describe, expect, test, vi } from "vitest";
import { type DeviceLink, openDeviceLinks } from "../../src/stores/indexeddb.ts";
import { link, testLinkStore } from "../contract/links.ts";

const server = "https://qr.example";

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
  async () => openDeviceLinks({ name: fresh(), server }),
  async () => openDeviceLinks({ name: last(), server }),
);

describe("a device that is full", () => {
  test("rejects new links, and accepts them again once there is space", async () => {
    const store = openDeviceLinks({ name: fresh(), capacity: 2 });
    const [a, b, c] = [link("AAAAAAAAAA"), link("BBBBBBBBBB"), link("CCCCCCCCCC")];
    await store.add(a);
    await store.add(b);
    await expect(store.add(c)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
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
    await expect(store.restore([a, b, c])).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await store.list()).toEqual([]);
    expect(await store.restore([a, b, a])).toBe(2);
    expect(await store.restore([a, b])).toBe(0);
    await expect(store.restore([c])).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
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

describe("a database that other scripts have changed", () => {
  /** Opens the database without closing it for others. */
  const openRaw = (name: string) => promisifyRequest(indexedDB.open(name));
  const setCount = async (name: string, count: unknown) => {
    const database = await openRaw(name);
    const { transaction } = database.transaction("entries", "readwrite").objectStore("entries").put(count, ["count"]);
    await promisifyRequest(transaction as IDBTransaction);
    database.close();
  };

  test.each([1e9, -5, Number.NaN, "many", null])("links are counted again if their number is %j", async (count) => {
    const name = fresh();
    const store = openDeviceLinks({ name, capacity: 2 });
    const [a, b, c] = [link("AAAAAAAAAA"), link("BBBBBBBBBB"), link("CCCCCCCCCC")];
    await store.add(a);
    await setCount(name, count);
    expect(await store.add(b)).toEqual(b);
    await expect(store.add(c)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await setCount(name, count);
    await store.remove(a);
    expect(await store.add(c)).toEqual(c);
    await expect(store.add(a)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });

  test("the object store is added to a database without it, and other stores are kept", async () => {
    const name = fresh();
    const opening = indexedDB.open(name, 7);
    opening.onupgradeneeded = () => opening.result.createObjectStore("notes").put("mine", "note");
    (await promisifyRequest(opening)).close();
    const store = openDeviceLinks({ name });
    const one = link("AAAAAAAAAA");
    expect(await store.add(one)).toEqual(one);
    expect(await openDeviceLinks({ name }).find(one.id)).toEqual(one);
    const database = await openRaw(name);
    expect(await promisifyRequest(database.transaction("notes").objectStore("notes").get("note"))).toBe("mine");
    database.close();
  });

  test("destroying it removes all links at once, even if another page does not close it", async () => {
    const name = fresh();
    const store = openDeviceLinks({ name });
    await store.add(link("AAAAAAAAAA"));
    const other = await openRaw(name);
    await store.destroy();
    const entries = other.transaction("entries").objectStore("entries");
    expect(await promisifyRequest(entries.count())).toBe(0);
    other.close();
    await vi.waitUntil(async () => (await indexedDB.databases()).every((one) => one.name !== name));
  });
});

describe("errands", () => {
  const open = () => openDeviceLinks({ name: fresh(), server, now: () => 1 });
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
    expect(await store.list()).toEqual([{ ...one, state: "posted", created: 1, serverToken: "theirs", server }]);
    expect(await store.pending()).toBe(0);
    await store.remove(one);
    expect(await store.errands(10, "")).toEqual([{ id: one.id, task: "delete", serverToken: "theirs", server }]);
    await store.settleDeleted(one.id);
    expect(await store.pending()).toBe(0);
  });

  test("deletes a link from the server if it was deleted while being posted", async () => {
    const store = open();
    await store.add(one);
    await store.remove(one);
    await store.settlePosted(one.id, "theirs");
    expect(await store.errands(10, "")).toEqual([{ id: one.id, task: "delete", serverToken: "theirs", server }]);
  });

  test("posts a link that was created again while being deleted, and keeps the token", async () => {
    const store = open();
    await store.add(one);
    await store.settlePosted(one.id, "theirs");
    await store.remove(one);
    await store.add(one);
    await store.settleDeleted(one.id);
    expect(await store.errands(10, "")).toEqual([{ id: one.id, task: "post", serverToken: "theirs", server }]);
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
    expect(await store.errands(10, "")).toEqual([{ id: one.id, task: "delete", serverToken: offered?.token, server }]);
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
    const after = openDeviceLinks({ name, server });
    await after.queueLocal();
    await after.settlePosted(one.id, "theirs");
    await after.queueLocal();
    expect(await after.pending()).toBe(0);
  });
});
