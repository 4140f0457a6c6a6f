import { expect, test } from "vitest";
import { createMemoryCounts, Limiter } from "../../src/runtime/rate-limiter.ts";

const MINUTE = 60_000;

/** Creates counts in memory with a manual clock. `add` resolves to a key's points in the current minute. */
function counted(most?: number) {
  const clock = { now: 1_000 };
  const counts = createMemoryCounts(most, () => clock.now);
  const add = async (key: string, points = 1) => (await counts.add(key, points, MINUTE)).points;
  return { clock, counts, add };
}

test("adds up the points of a key for a minute, and restarts at zero after it", async () => {
  const { clock, counts, add } = counted();
  expect([await add("a"), await add("a", 5), await add("b")]).toEqual([1, 6, 1]);
  clock.now += MINUTE - 1;
  expect(await counts.add("a", 1, MINUTE)).toEqual({ points: 7, rest: 1 });
  clock.now += 1;
  expect(await counts.add("a", 1, MINUTE)).toEqual({ points: 1, rest: MINUTE });
});

test("drops the key whose minute ends first if there are too many keys", async () => {
  const { clock, add } = counted(3);
  for (const key of ["a", "b", "c"]) {
    await add(key, 10);
    clock.now += 1;
  }
  for (let i = 0; i < 10_000; i++) expect(await add(`stranger-${i}`)).toBe(1);
  expect(await add("a")).toBe(1);
});

test("treats a key whose minute starts again as the newest", async () => {
  const { clock, add } = counted(2);
  await add("a");
  clock.now += MINUTE;
  await add("b");
  await add("a");
  await add("c");
  expect([await add("a"), await add("c")]).toEqual([2, 2]);
});

test("above a limit, returns how long to wait, and does not affect other limits", async () => {
  const { clock, counts } = counted();
  const [few, many] = [
    new Limiter({ name: "few", points: 3, counts }),
    new Limiter({ name: "many", points: 100, counts }),
  ];
  expect([await few.take("a", 1), await few.take("a", 2), await many.take("a", 99)]).toEqual([0, 0, 0]);
  clock.now += 20_000;
  expect([await few.take("a", 1), await few.take("b", 1), await many.take("a", 1)]).toEqual([40_000, 0, 0]);
  clock.now += 40_000;
  expect(await few.take("a", 1)).toBe(0);
});

test("keeps points beyond the limit as a debt until the minute ends", async () => {
  const { counts } = counted();
  const limit = new Limiter({ name: "heavy", points: 60, counts });
  expect(await limit.take("a", 1)).toBe(0);
  expect(await limit.take("a", 99)).toBe(MINUTE);
  expect(await limit.take("a", 1)).toBe(MINUTE);
});
