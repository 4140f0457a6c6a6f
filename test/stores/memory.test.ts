import { expect, test } from "vitest";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { testLinkAdmin } from "../contract/link-admin.ts";
import { link, testLinkStore } from "../contract/links.ts";

testLinkStore("memory", async () => createMemoryLinks());
testLinkAdmin("memory", { open: async (settings) => createMemoryLinks(settings), small: 64 * 1024 });

test("a full store refuses new links, keeps the old ones, and has room again after a removal", async () => {
  const store = createMemoryLinks({ maxBytes: 1000 });
  const [first, second, third] = [link("AAAAAAAAAA", "a"), link("BBBBBBBBBB", "b"), link("CCCCCCCCCC", "c")];
  await store.add(first);
  await store.add(second);
  await expect(store.add(third)).rejects.toMatchObject({ code: "STORE_AWAY", status: 503 });
  expect(await store.add(link("AAAAAAAAAA", "a", "2"))).toEqual(first);
  expect(await store.find("CCCCCCCCCC")).toBeUndefined();
  await store.remove(second);
  expect(await store.add(third)).toEqual(third);
  await store.close();
});
