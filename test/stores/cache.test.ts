import { expect, test } from "vitest";
import { createLinks } from "../../src/service/links.ts";
import { cacheLinks } from "../../src/stores/cache.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import type { LinkStore, StoredLink } from "../../src/stores/store.ts";

const link = (id: string) => ({ id, data: `data of ${id}`, tokenHash: "a".repeat(64) });

/** Creates a store that counts queries, a cache for it, and a manual clock. */
function setUp() {
  const store = createMemoryLinks();
  const state = { queries: 0, time: 0 };
  const counting: LinkStore = {
    ...store,
    find(id) {
      state.queries++;
      return store.find(id);
    },
  };
  return { store, state, cached: cacheLinks(counting, () => state.time) };
}

test("looks up an existing link at most once a second", async () => {
  const { state, cached } = setUp();
  await cached.add(link("one"));
  for (let i = 0; i < 5; i++) expect(await cached.find("one")).toEqual(link("one"));
  expect(state.queries).toBe(1);
  state.time = 1_000;
  expect(await cached.find("one")).toEqual(link("one"));
  expect(state.queries).toBe(2);
});

test("does not cache missing links", async () => {
  const { cached } = setUp();
  expect(await cached.find("one")).toBeUndefined();
  await cached.add(link("one"));
  expect(await cached.find("one")).toEqual(link("one"));
});

test("drops a link immediately if this server removes it, and within a second if another server does", async () => {
  const { store, state, cached } = setUp();
  await cached.add(link("one"));
  await cached.find("one");
  await cached.remove(link("one"));
  expect(await cached.find("one")).toBeUndefined();
  await cached.add(link("two"));
  await cached.find("two");
  await store.remove(link("two"));
  state.time = 1_000;
  expect(await cached.find("two")).toBeUndefined();
});

test("keeps at most a thousand links", async () => {
  const { state, cached } = setUp();
  for (let i = 0; i <= 1_000; i++) {
    await cached.add(link(`n${i}`));
    await cached.find(`n${i}`);
  }
  const before = state.queries;
  await cached.find("n1000");
  expect(state.queries).toBe(before);
  await cached.find("n0");
  expect(state.queries).toBe(before + 1);
});

test("does not answer `add` from the cache, because another server may have removed the link", async () => {
  const { store, cached } = setUp();
  const { createLink, readLink } = createLinks(cached);
  const { id } = await createLink({ data: "x" });
  expect(await readLink(id)).toEqual({ data: "x" });
  await store.remove((await store.find(id)) as StoredLink);
  const again = await createLink({ data: "x" });
  expect(again).toEqual({ id, token: expect.any(String) });
  expect((await store.find(id))?.data).toBe("x");
});
