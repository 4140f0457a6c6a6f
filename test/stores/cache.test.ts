import { expect, test } from "vitest";
import type { LinkStore, StoredLink } from "../../src/ports.ts";
import { createLinks } from "../../src/service/links.ts";
import { cacheLinks } from "../../src/stores/cache.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";

const link = (id: string) => ({ id, data: `data of ${id}`, tokenHash: "a".repeat(64) });

/** A store that counts how often it is asked, its cache, and a clock to be turned. */
function setUp() {
  const store = createMemoryLinks();
  const state = { asked: 0, time: 0 };
  const counting: LinkStore = {
    ...store,
    find(id) {
      state.asked++;
      return store.find(id);
    },
  };
  return { store, state, cached: cacheLinks(counting, () => state.time) };
}

test("a link that was found is asked for once a second", async () => {
  const { state, cached } = setUp();
  await cached.add(link("one"));
  for (let i = 0; i < 5; i++) expect(await cached.find("one")).toEqual(link("one"));
  expect(state.asked).toBe(1);
  state.time = 1_000;
  expect(await cached.find("one")).toEqual(link("one"));
  expect(state.asked).toBe(2);
});

test("a link that is not there is not remembered as such", async () => {
  const { cached } = setUp();
  expect(await cached.find("one")).toBeUndefined();
  await cached.add(link("one"));
  expect(await cached.find("one")).toEqual(link("one"));
});

test("a link that was removed here is gone at once, elsewhere within a second", async () => {
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

test("a thousand links are kept, no more", async () => {
  const { state, cached } = setUp();
  for (let i = 0; i <= 1_000; i++) {
    await cached.add(link(`n${i}`));
    await cached.find(`n${i}`);
  }
  const before = state.asked;
  await cached.find("n1000");
  expect(state.asked).toBe(before);
  await cached.find("n0");
  expect(state.asked).toBe(before + 1);
});

test("what is made anew is not taken from what was remembered: another server may have removed it", async () => {
  const { store, cached } = setUp();
  const { createLink, readLink } = createLinks(cached);
  const { id } = await createLink({ data: "x" });
  expect(await readLink(id)).toBe("x");
  await store.remove((await store.find(id)) as StoredLink);
  const again = await createLink({ data: "x" });
  expect(again).toEqual({ id, token: expect.any(String) });
  expect((await store.find(id))?.data).toBe("x");
});
