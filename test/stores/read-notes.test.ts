import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createReadNotes } from "../../src/stores/read-notes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("writes reads in batches, each link once", async () => {
  const written: (readonly string[])[] = [];
  const notes = createReadNotes(async (ids) => written.push(ids));
  for (let i = 0; i < 1_000; i++) notes.add(`link ${i % 250}`);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written.map(({ length }) => length)).toEqual([200, 50]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toHaveLength(2);
});

test("keeps what could not be written, within its limit", async () => {
  let isAway = true;
  const written = new Set<string>();
  const notes = createReadNotes(async (ids) => {
    if (isAway) throw new Error("away");
    for (const id of ids) written.add(id);
  });
  for (let i = 0; i < 20_000; i++) notes.add(`link ${i}`);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(written.size).toBe(0);
  isAway = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written.size).toBe(10_000);
});

test("writes the rest when it is closed, and never rejects", async () => {
  const write = vi.fn(async () => undefined);
  const notes = createReadNotes(write);
  notes.add("one");
  await notes.close();
  expect(write).toHaveBeenCalledExactlyOnceWith(["one"]);
  const failing = createReadNotes(() => Promise.reject(new Error("away")));
  failing.add("one");
  await failing.close();
  expect(vi.getTimerCount()).toBe(0);
});
