import { afterEach, describe, expect, test } from "vitest";
import type { LinkSettings } from "../../src/stores/expiry.ts";
import type { DatedLink } from "../../src/stores/store.ts";
import { STORE_FULL } from "../../src/stores/store-errors.ts";
import { ruleText } from "../rule-text.ts";
import { link } from "./links.ts";
import type { WholeStore } from "./stores.ts";

interface Opener {
  /** Opens an empty store. */
  open(settings: LinkSettings): Promise<WholeStore>;
  /** Opens the last store again. Undefined if stores are not persistent. */
  reopen?(settings: LinkSettings): Promise<WholeStore>;
  /** A size limit in bytes at which the store holds about ten links of 2,900 characters. */
  readonly small: number;
}

const DAY = 86_400_000;
const FIRST_DAY = 20_000;

/** Returns a clock that stays on one day until the test changes `day`, in days since 1970. */
export function clockAt(day: number) {
  const clock = { day, now: () => clock.day * DAY };
  return clock;
}

/** Tests that a store fulfils the contract for operator methods: limit, expiry, counting, purging, export and
 *  import. */
export function testLinkAdmin(name: string, { open, reopen, small }: Opener): void {
  describe(`${name}: limits and operators`, () => {
    const opened: WholeStore[] = [];
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });
    const kept = async (store: Promise<WholeStore>) => {
      opened.push(await store);
      return await store;
    };
    const long = (i: number) => link(`L${i}`.padEnd(10, "x"), `${i}`.padEnd(2900, "y"));

    /** Adds long links, numbered from `from`, until the store rejects one. Resolves to the links that were added. */
    async function fill(store: WholeStore, from = 0) {
      const added = [];
      for (let i = from; i < from + 200; i++) {
        try {
          added.push(await store.add(long(i)));
        } catch (error) {
          expect(error).toMatchObject({ code: "STORE_UNAVAILABLE" });
          expect((error as Error).message).toBe(ruleText(STORE_FULL));
          return added;
        }
      }
      throw new Error("the store accepted all links: it has no limit");
    }

    async function exported(store: WholeStore): Promise<readonly DatedLink[]> {
      const all: DatedLink[] = [];
      for await (const one of store.export()) all.push(one);
      return all.sort((a, b) => (a.id < b.id ? -1 : 1));
    }

    test("rejects links beyond its limit, keeps those it has, and accepts new ones after a removal", async () => {
      const store = await kept(open({ maxBytes: small }));
      const added = await fill(store);
      expect(added.length).toBeGreaterThan(5);
      const { bytes, maxBytes } = await store.stats();
      expect(bytes).toBeLessThan(1.2 * small);
      // Stores of edge platforms have no metrics.
      if (store.space) expect(await store.space()).toEqual({ bytes, maxBytes });
      for (const each of added) expect(await store.find(each.id)).toEqual(each);
      expect(await store.add(long(0))).toEqual(long(0));
      for (const each of added.slice(0, 3)) await store.remove(each);
      expect(await store.add(long(500))).toEqual(long(500));
    });

    test("accepts new links after a purge", async () => {
      const clock = clockAt(FIRST_DAY);
      const store = await kept(open({ maxBytes: small, now: clock.now }));
      const first = await fill(store);
      clock.day += 1;
      expect(await store.purge(FIRST_DAY, 1_000)).toBe(0);
      expect(await store.purge(FIRST_DAY + 1, 1_000)).toBe(first.length);
      // After the purge, slightly fewer links may fit, because the index of days takes up some space.
      expect((await fill(store, 300)).length).toBeGreaterThanOrEqual(first.length - 2);
    });

    test("counts correctly when fifty concurrent links exceed the limit", async () => {
      const store = await kept(open({ maxBytes: small }));
      const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => store.add(long(i))));
      const taken = outcomes.filter(({ status }) => status === "fulfilled").length;
      const { links } = await store.stats();
      expect(links).toBe(taken);
      await expect(store.add(long(99))).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    });

    test("expires unread links, and keeps links that are read", async () => {
      const clock = clockAt(FIRST_DAY);
      const store = await kept(open({ expireDays: 2, now: clock.now }));
      const [read, unread] = [link("AAAAAAAAAA"), link("BBBBBBBBBB")];
      await store.add(read);
      await store.add(unread);
      for (const day of [1, 2]) {
        clock.day = FIRST_DAY + day;
        expect(await store.find(read.id)).toEqual(read);
      }
      // The store writes reads with a delay, but no later than when it is closed.
      const again = reopen ? await kept(afterClosing(store, { expireDays: 2, now: clock.now })) : store;
      clock.day = FIRST_DAY + 3;
      expect(await again.find(unread.id)).toBeUndefined();
      expect(await again.find(read.id)).toEqual(read);
    });

    test("does not expire a link early when the clock is temporarily set back", async () => {
      const clock = clockAt(FIRST_DAY);
      const store = await kept(open({ expireDays: 2, now: clock.now }));
      clock.day = FIRST_DAY + 2;
      await store.add(link("AAAAAAAAAA"));
      for (const day of [-100, 3]) {
        clock.day = FIRST_DAY + day;
        expect(await store.find("AAAAAAAAAA")).toEqual(link("AAAAAAAAAA"));
      }
    });

    async function afterClosing(store: WholeStore, settings: LinkSettings): Promise<WholeStore> {
      await store.close();
      opened.splice(opened.indexOf(store), 1);
      if (!reopen) throw new Error("the store is not persistent: it cannot be opened again");
      return reopen(settings);
    }

    test("does not remove an expired link, and creates a new link with a new token for its text", async () => {
      const clock = clockAt(FIRST_DAY);
      const store = await kept(open({ expireDays: 1, now: clock.now }));
      await store.add(link("AAAAAAAAAA", "text", "1"));
      clock.day += 2;
      expect(await store.remove(link("AAAAAAAAAA", "text", "1"))).toBeUndefined();
      const second = link("AAAAAAAAAA", "text", "2");
      expect(await store.add(second)).toEqual(second);
      expect(await store.find("AAAAAAAAAA")).toEqual(second);
      expect((await store.stats()).links).toBe(1);
    });

    test("stores exactly one of fifty concurrent links that replace an expired one", async () => {
      const clock = clockAt(FIRST_DAY);
      const store = await kept(open({ expireDays: 1, now: clock.now }));
      await store.add(link("AAAAAAAAAA", "text", "0"));
      clock.day += 2;
      const mine = Array.from({ length: 50 }, (_, i) => link("AAAAAAAAAA", "text", String.fromCharCode(65 + i)));
      const answers = await Promise.all(mine.map((each) => store.add(each)));
      expect(new Set(answers.map(({ tokenHash }) => tokenHash)).size).toBe(1);
      expect(mine).toContainEqual(answers[0]);
    });

    test("purges a limited number of links, and returns their number", async () => {
      const clock = clockAt(FIRST_DAY);
      const store = await kept(open({ now: clock.now }));
      for (let i = 0; i < 5; i++) await store.add(link(`A${i}`.padEnd(10, "x")));
      clock.day += 10;
      await store.add(link("BBBBBBBBBB"));
      const purged = [];
      for (let i = 0; i < 3; i++) purged.push(await store.purge(FIRST_DAY + 10, 2));
      expect(purged).toEqual([2, 2, 1]);
      expect((await exported(store)).map(({ id }) => id)).toEqual(["BBBBBBBBBB"]);
    });

    test("counts its links, their bytes and their days", async () => {
      const clock = clockAt(FIRST_DAY);
      const store = await kept(open({ maxBytes: 10_000_000, now: clock.now }));
      expect(await store.stats()).toMatchObject({ links: 0, oldestRead: undefined, newestRead: undefined, unread: 0 });
      const { bytes: empty } = await store.stats();
      await store.add(long(1));
      clock.day += 5;
      await store.add(long(2));
      const counted = await store.stats(FIRST_DAY + 5);
      expect(counted).toMatchObject({ links: 2, maxBytes: 10_000_000, unread: 1 });
      expect(counted).toMatchObject({ oldestRead: FIRST_DAY, newestRead: FIRST_DAY + 5 });
      expect(counted.bytes - empty).toBeGreaterThanOrEqual(5_800);
    });

    test("exports every link with its day, and another store imports each once", async () => {
      const clock = clockAt(FIRST_DAY);
      const store = await kept(open({ now: clock.now }));
      const odd = link("CCCCCCCCCC", "a\u0000b, 世界");
      const many = Array.from({ length: 450 }, (_, i) => link(`M${i}`.padEnd(10, "x")));
      await Promise.all([odd, ...many].map((each) => store.add(each)));
      clock.day += 1;
      await store.add(link("DDDDDDDDDD"));
      const all = await exported(store);
      expect(all).toHaveLength(452);
      expect(all).toContainEqual({ ...odd, readDay: FIRST_DAY });
      expect(all).toContainEqual({ ...link("DDDDDDDDDD"), readDay: FIRST_DAY + 1 });

      const other = await kept(open({ now: clock.now }));
      for (const each of all) expect(await other.restore(each)).toBe("created");
      expect(await exported(other)).toEqual(all);
      expect(await other.restore(all[0] as DatedLink)).toBe("existing");
      expect(await other.restore({ ...(all[0] as DatedLink), tokenHash: "f".repeat(64) })).toBe("existing");
      expect(await other.restore({ ...(all[0] as DatedLink), data: "another text" })).toBe("taken");
      expect(await exported(other)).toEqual(all);
    });

    if (!reopen) return;

    test("does not expire links until reads have been recorded for the whole expiry period", async () => {
      const clock = clockAt(FIRST_DAY);
      const before = await kept(open({ expireDays: 0, now: clock.now }));
      await before.add(link("AAAAAAAAAA"));
      expect(await before.readsSince()).toBeUndefined();
      clock.day = FIRST_DAY + 100;
      const first = await kept(afterClosing(before, { expireDays: 30, now: clock.now }));
      expect(await first.readsSince()).toBe(FIRST_DAY + 100);
      clock.day = FIRST_DAY + 130;
      // Opens the store again instead of looking up its links, because lookups count as reads.
      const second = await kept(afterClosing(first, { expireDays: 30, now: clock.now }));
      expect(await second.readsSince()).toBe(FIRST_DAY + 100);
      clock.day = FIRST_DAY + 131;
      expect(await second.find("AAAAAAAAAA")).toBeUndefined();
      const operator = await kept(afterClosing(second, { now: clock.now }));
      expect(await operator.readsSince()).toBe(FIRST_DAY + 100);
      expect(await operator.find("AAAAAAAAAA")).toEqual(link("AAAAAAAAAA"));
      const off = await kept(afterClosing(operator, { expireDays: 0, now: clock.now }));
      expect(await off.readsSince()).toBeUndefined();
    });

    test("does not write to the store on reads if expiry is off", async () => {
      const clock = clockAt(FIRST_DAY);
      const store = await kept(open({ expireDays: 0, now: clock.now }));
      await store.add(link("AAAAAAAAAA"));
      clock.day += 7;
      await store.find("AAAAAAAAAA");
      const again = await kept(afterClosing(store, { expireDays: 0, now: clock.now }));
      expect((await exported(again)).map(({ readDay }) => readDay)).toEqual([FIRST_DAY]);
    });
  });
}
