import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMemoryCounts } from "../../src/runtime/rate-limiter.ts";
import { createSettledCounts, SETTLE_INTERVAL } from "../../src/runtime/settled-counts.ts";
import type { Counts } from "../../src/stores/postgres/counts.ts";

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns counts in memory, and the calls that they have received. */
function sharedCounts() {
  const counts = createMemoryCounts();
  const calls: [key: string, points: number][] = [];
  const add = async (key: string, points: number, duration: number) => {
    calls.push([key, points]);
    return counts.add(key, points, duration);
  };
  return { calls, add };
}

const pointsOf = async (count: ReturnType<Counts["add"]>) => (await count).points;

test("asks the shared counts for the first request of a client, and then once per interval", async () => {
  const shared = sharedCounts();
  const counts = createSettledCounts(shared);
  for (let i = 1; i <= 50; i++) expect(await pointsOf(counts.add("a", 1, MINUTE))).toBe(i);
  expect(await pointsOf(counts.add("b", 2, MINUTE))).toBe(2);
  expect(shared.calls).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
  await vi.advanceTimersByTimeAsync(SETTLE_INTERVAL);
  expect(shared.calls.slice(2)).toEqual([["a", 49]]);
  await vi.advanceTimersByTimeAsync(10 * SETTLE_INTERVAL);
  expect(shared.calls).toHaveLength(3);
});

test("sees the requests that other processes have settled", async () => {
  const shared = sharedCounts();
  const [one, other] = [createSettledCounts(shared), createSettledCounts(shared)];
  await one.add("a", 1, MINUTE);
  await other.add("a", 1, MINUTE);
  for (let i = 0; i < 10; i++) await Promise.all([one.add("a", 1, MINUTE), other.add("a", 1, MINUTE)]);
  expect(await pointsOf(one.add("a", 0, MINUTE))).toBe(11);
  await vi.advanceTimersByTimeAsync(SETTLE_INTERVAL);
  await one.add("a", 1, MINUTE);
  await vi.advanceTimersByTimeAsync(SETTLE_INTERVAL);
  expect(await pointsOf(one.add("a", 0, MINUTE))).toBe(23);
});

test("starts a new count when the interval of a client ends", async () => {
  const counts = createSettledCounts(sharedCounts());
  await counts.add("a", 5, MINUTE);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(await counts.add("a", 1, MINUTE)).toMatchObject({ points: 1 });
});

test("asks the shared counts again if settling fails", async () => {
  const shared = sharedCounts();
  const counts = createSettledCounts(shared);
  await counts.add("a", 1, MINUTE);
  await counts.add("a", 1, MINUTE);
  vi.spyOn(shared, "add").mockRejectedValue(new Error("away"));
  await vi.advanceTimersByTimeAsync(SETTLE_INTERVAL);
  await expect(counts.add("a", 1, MINUTE)).rejects.toThrow("away");
});

test("settles what is left when it closes", async () => {
  const shared = sharedCounts();
  const counts = createSettledCounts(shared);
  for (let i = 0; i < 5; i++) await counts.add("a", 1, MINUTE);
  await counts.close();
  expect(shared.calls).toEqual([
    ["a", 1],
    ["a", 4],
  ]);
  await vi.advanceTimersByTimeAsync(10 * SETTLE_INTERVAL);
  expect(shared.calls).toHaveLength(2);
});

test("forgets the oldest client if its memory is full", async () => {
  const shared = sharedCounts();
  const counts = createSettledCounts(shared, { most: 1 });
  for (const key of ["a", "b", "b", "a"]) await counts.add(key, 1, MINUTE);
  expect(shared.calls.map(([key]) => key)).toEqual(["a", "b", "a"]);
});
