import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMemoryCounts, HOLD, Limiter, MAX_HELD } from "../../src/runtime/rate-limiter.ts";

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

describe("a client that ignores refusals", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function flooded() {
    const limit = new Limiter({ name: "requests", points: 3, counts: counted().counts });
    expect([limit.take("a", 3), limit.take("a", 3)]).toEqual([0, MINUTE]);
    return limit;
  }

  test("gets its refusals late", async () => {
    const limit = flooded();
    const settled = vi.fn();
    void Promise.resolve(limit.take("a", 1)).then(settled);
    await vi.advanceTimersByTimeAsync(HOLD - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith(MINUTE);
    expect(limit.take("b", 1)).toBe(0);
  });

  test("has no more refusals held back than there are connections", async () => {
    // Fake timers take too long for so many.
    vi.useRealTimers();
    const limit = flooded();
    const held = Array.from({ length: MAX_HELD }, () => limit.take("a", 1));
    expect(held.every((wait) => wait instanceof Promise)).toBe(true);
    expect(limit.take("a", 1)).toBe(MINUTE);
    await Promise.all(held);
    expect(limit.take("a", 1)).toBeInstanceOf(Promise);
  });
});

test("keeps points beyond the limit as a debt until the minute ends", async () => {
  const { counts } = counted();
  const limit = new Limiter({ name: "heavy", points: 60, counts });
  expect(await limit.take("a", 1)).toBe(0);
  expect(await limit.take("a", 59)).toBe(0);
  expect(await limit.take("a", 40)).toBe(MINUTE);
  expect(await limit.take("a", 1)).toBe(MINUTE);
});
