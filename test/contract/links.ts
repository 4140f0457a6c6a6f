import { afterEach, describe, expect, test } from "vitest";
import type { LinkStore, StoredLink } from "../../src/stores/store.ts";

/** Returns a link whose token hash is `token` repeated to 64 characters. */
export function link(id: string, data = `text of ${id}`, token = "1"): StoredLink {
  return { id, data, tokenHash: token.repeat(64).slice(0, 64) };
}

/** Tests that a store fulfils the contract of link stores. `open` resolves to an empty store. `reopen` opens the last
 *  store again, whether it is still open or has been closed. Only persistent stores have `reopen`. */
export function testLinkStore(name: string, open: () => Promise<LinkStore>, reopen?: () => Promise<LinkStore>): void {
  describe(`${name}: links`, () => {
    const opened: LinkStore[] = [];
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });
    const kept = async (store: Promise<LinkStore>) => {
      opened.push(await store);
      return await store;
    };

    test("finds no link before it is added", async () => {
      const store = await kept(open());
      expect(await store.find("0123456789")).toBeUndefined();
    });

    test("finds the links that were added, and nothing else", async () => {
      const store = await kept(open());
      const mine = link("AAAAAAAAAA");
      expect(await store.add(mine)).toEqual(mine);
      expect(await store.find("AAAAAAAAAA")).toEqual(mine);
      expect(await store.find("aaaaaaaaaa")).toBeUndefined();
      expect(await store.find("AAAAAAAAAAA")).toBeUndefined();
    });

    test("returns the existing link, and does not change it, if the id is taken", async () => {
      const store = await kept(open());
      const first = link("AAAAAAAAAA", "first", "1");
      await store.add(first);
      expect(await store.add(link("AAAAAAAAAA", "first", "2"))).toEqual(first);
      expect(await store.add(link("AAAAAAAAAA", "second", "3"))).toEqual(first);
      expect(await store.find("AAAAAAAAAA")).toEqual(first);
    });

    test.each([
      ["a control character in the middle", "a\u0000b\u0001"],
      ["quotes and markup", `'"\`; DROP TABLE links; -- <b>&amp;`],
      ["several scripts", "Grüße, 世界, नमस्ते, مرحبا, 👩‍👩‍👧‍👦"],
      ["line ends of every kind", "a\r\nb\nc\rd\u2028e"],
      ["a byte order mark", "\ufeffa"],
      ["composed and decomposed letters", "\u00e9 e\u0301"],
      ["as much as a code holds", "7".repeat(7089)],
    ])("keeps the text unchanged: %s", async (_, data) => {
      const store = await kept(open());
      await store.add(link("AAAAAAAAAA", data));
      expect((await store.find("AAAAAAAAAA"))?.data).toBe(data);
    });

    test("stores exactly one of fifty concurrent links with one id, and returns it to all", async () => {
      const store = await kept(open());
      const mine = Array.from({ length: 50 }, (_, i) => link("AAAAAAAAAA", "same", String.fromCharCode(65 + i)));
      const answers = await Promise.all(mine.map((each) => store.add(each)));
      expect(mine.filter(({ tokenHash }, i) => answers[i]?.tokenHash === tokenHash)).toHaveLength(1);
      expect(new Set(answers.map(({ tokenHash }) => tokenHash)).size).toBe(1);
      expect(await store.find("AAAAAAAAAA")).toEqual(answers[0]);
    });

    test("stores five hundred concurrent links", async () => {
      const store = await kept(open());
      const mine = Array.from({ length: 500 }, (_, i) => link(`B${i}`.padEnd(10, "x")));
      expect(await Promise.all(mine.map((each) => store.add(each)))).toEqual(mine);
      expect(await Promise.all(mine.map(({ id }) => store.find(id)))).toEqual(mine);
    });

    test("frees the id of a removed link", async () => {
      const store = await kept(open());
      const [first, second] = [link("AAAAAAAAAA", "a", "1"), link("AAAAAAAAAA", "a", "2")];
      await store.add(first);
      await store.add(link("BBBBBBBBBB"));
      await store.remove(first);
      expect(await store.find("AAAAAAAAAA")).toBeUndefined();
      expect(await store.find("BBBBBBBBBB")).toEqual(link("BBBBBBBBBB"));
      expect(await store.add(second)).toEqual(second);
    });

    test("changes nothing when removing a missing or replaced link", async () => {
      const store = await kept(open());
      const [first, second] = [link("AAAAAAAAAA", "a", "1"), link("AAAAAAAAAA", "a", "2")];
      await store.remove(first);
      await store.add(second);
      await store.remove(first);
      expect(await store.find("AAAAAAAAAA")).toEqual(second);
    });

    if (!reopen) return;

    test("shares links and removals with another open store", async () => {
      const here = await kept(open());
      const there = await kept(reopen());
      const mine = link("AAAAAAAAAA");
      await here.add(mine);
      expect(await there.find("AAAAAAAAAA")).toEqual(mine);
      expect(await there.add(link("AAAAAAAAAA", "other", "2"))).toEqual(mine);
      await there.remove(mine);
      expect(await here.find("AAAAAAAAAA")).toBeUndefined();
    });

    test("keeps its links after it is closed and opened again", async () => {
      const first = await open();
      const mine = [link("AAAAAAAAAA"), link("BBBBBBBBBB")];
      for (const each of mine) await first.add(each);
      await first.close();
      const second = await kept(reopen());
      expect(await Promise.all(mine.map(({ id }) => second.find(id)))).toEqual(mine);
    });

    test("stores exactly one of fifty concurrent links through four stores", async () => {
      const stores = [await kept(open()), await kept(reopen()), await kept(reopen()), await kept(reopen())];
      const mine = Array.from({ length: 50 }, (_, i) => link("AAAAAAAAAA", "same", String.fromCharCode(65 + i)));
      const answers = await Promise.all(mine.map((each, i) => (stores[i % 4] as LinkStore).add(each)));
      expect(mine.filter(({ tokenHash }, i) => answers[i]?.tokenHash === tokenHash)).toHaveLength(1);
      expect(new Set(answers.map(({ tokenHash }) => tokenHash)).size).toBe(1);
    });
  });
}
