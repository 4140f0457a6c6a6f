import { afterEach, describe, expect, test } from "vitest";
import type { LinkStore, StoredLink } from "../../src/ports.ts";

/** A link with a token of its own. */
export function link(id: string, data = `text of ${id}`, token = "1"): StoredLink {
  return { id, data, tokenHash: token.repeat(64).slice(0, 64) };
}

/** What every store of links promises. `open` gives an empty one; `reopen`, where links outlive their store, opens again
 *  what the last `open` opened, beside it or after it. */
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

    test("nothing is there before it is added", async () => {
      const store = await kept(open());
      expect(await store.find("0123456789")).toBeUndefined();
    });

    test("what is added is found, and nothing else", async () => {
      const store = await kept(open());
      const mine = link("AAAAAAAAAA");
      expect(await store.add(mine)).toEqual(mine);
      expect(await store.find("AAAAAAAAAA")).toEqual(mine);
      expect(await store.find("aaaaaaaaaa")).toBeUndefined();
      expect(await store.find("AAAAAAAAAAA")).toBeUndefined();
    });

    test("an id that is taken keeps its link and tells which", async () => {
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
    ])("text is kept to the letter: %s", async (_, data) => {
      const store = await kept(open());
      await store.add(link("AAAAAAAAAA", data));
      expect((await store.find("AAAAAAAAAA"))?.data).toBe(data);
    });

    test("of fifty at once with one id, exactly one is stored, and all are told which", async () => {
      const store = await kept(open());
      const mine = Array.from({ length: 50 }, (_, i) => link("AAAAAAAAAA", "same", String.fromCharCode(65 + i)));
      const answers = await Promise.all(mine.map((each) => store.add(each)));
      expect(mine.filter(({ tokenHash }, i) => answers[i]?.tokenHash === tokenHash)).toHaveLength(1);
      expect(new Set(answers.map(({ tokenHash }) => tokenHash)).size).toBe(1);
      expect(await store.find("AAAAAAAAAA")).toEqual(answers[0]);
    });

    test("five hundred at once are all stored", async () => {
      const store = await kept(open());
      const mine = Array.from({ length: 500 }, (_, i) => link(`B${i}`.padEnd(10, "x")));
      expect(await Promise.all(mine.map((each) => store.add(each)))).toEqual(mine);
      expect(await Promise.all(mine.map(({ id }) => store.find(id)))).toEqual(mine);
    });

    test("a removed link is gone, and its id is free", async () => {
      const store = await kept(open());
      const [first, second] = [link("AAAAAAAAAA", "a", "1"), link("AAAAAAAAAA", "a", "2")];
      await store.add(first);
      await store.add(link("BBBBBBBBBB"));
      await store.remove(first);
      expect(await store.find("AAAAAAAAAA")).toBeUndefined();
      expect(await store.find("BBBBBBBBBB")).toEqual(link("BBBBBBBBBB"));
      expect(await store.add(second)).toEqual(second);
    });

    test("removing what is not there, or what was replaced, changes nothing", async () => {
      const store = await kept(open());
      const [first, second] = [link("AAAAAAAAAA", "a", "1"), link("AAAAAAAAAA", "a", "2")];
      await store.remove(first);
      await store.add(second);
      await store.remove(first);
      expect(await store.find("AAAAAAAAAA")).toEqual(second);
    });

    if (!reopen) return;

    test("links are there for a store opened beside it, and so are removals", async () => {
      const here = await kept(open());
      const there = await kept(reopen());
      const mine = link("AAAAAAAAAA");
      await here.add(mine);
      expect(await there.find("AAAAAAAAAA")).toEqual(mine);
      expect(await there.add(link("AAAAAAAAAA", "other", "2"))).toEqual(mine);
      await there.remove(mine);
      expect(await here.find("AAAAAAAAAA")).toBeUndefined();
    });

    test("links outlive their store", async () => {
      const first = await open();
      const mine = [link("AAAAAAAAAA"), link("BBBBBBBBBB")];
      for (const each of mine) await first.add(each);
      await first.close();
      const second = await kept(reopen());
      expect(await Promise.all(mine.map(({ id }) => second.find(id)))).toEqual(mine);
    });

    test("of fifty at once through four stores, exactly one is stored", async () => {
      const stores = [await kept(open()), await kept(reopen()), await kept(reopen()), await kept(reopen())];
      const mine = Array.from({ length: 50 }, (_, i) => link("AAAAAAAAAA", "same", String.fromCharCode(65 + i)));
      const answers = await Promise.all(mine.map((each, i) => (stores[i % 4] as LinkStore).add(each)));
      expect(mine.filter(({ tokenHash }, i) => answers[i]?.tokenHash === tokenHash)).toHaveLength(1);
      expect(new Set(answers.map(({ tokenHash }) => tokenHash)).size).toBe(1);
    });
  });
}
