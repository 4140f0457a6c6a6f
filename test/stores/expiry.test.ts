import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createReadRecorder, keepPurging, purgeUnread } from "../../src/stores/expiry.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import { openSqliteLinks } from "../../src/stores/sqlite/store.ts";
import type { LinkAdmin } from "../../src/stores/store.ts";
import { openLinks } from "../../src/stores/table.ts";
import { link } from "../contract/links.ts";

const folder = mkdtempSync(join(tmpdir(), "isoqr-purge-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DAY = 86_400_000;
const PAUSES = { first: 1, next: 1, batch: 1 };

/** Creates a store that has recorded reads for 50 days, with `count` links that have not been read since. */
async function makeStore(count: number) {
  const clock = { now: Date.now() - 50 * DAY };
  const store = createMemoryLinks({ expireDays: 30, now: () => clock.now });
  for (let i = 0; i < count; i++) await store.add(link(`A${i}`.padEnd(10, "x")));
  clock.now = Date.now();
  return store;
}

test("removes all unread links in batches, with pauses", async () => {
  const store = await makeStore(250);
  const pause = vi.fn(async () => undefined);
  expect(await purgeUnread(store, 30, pause)).toBe(250);
  expect(pause).toHaveBeenCalledTimes(2);
  expect((await store.stats()).links).toBe(0);
});

test("removes nothing until reads have been recorded for the whole expiry period", async () => {
  const store = await makeStore(3);
  expect(await purgeUnread(store, 50)).toBe(0);
  expect(await purgeUnread({ ...store, readsSince: async () => undefined }, 1)).toBe(0);
  expect((await store.stats()).links).toBe(3);
});

test("keeps purging despite store failures, until it is stopped", async () => {
  const store = await makeStore(1);
  let failures = 0;
  const flaky: LinkAdmin = {
    ...store,
    async purge(before, most) {
      if (failures++ < 3) throw new Error("away");
      return store.purge(before, most);
    },
  };
  const stop = keepPurging(flaky, 30, PAUSES);
  await vi.waitFor(async () => expect((await store.stats()).links).toBe(0), 30_000);
  stop();
  // Waits until a purge in progress has finished.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const failuresAtStop = failures;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(failures).toBe(failuresAtStop);
});

test("expires links despite the cache", async () => {
  const path = join(folder, "links.db");
  const before = await openSqliteLinks(path, { expireDays: 30, now: () => Date.now() - 50 * DAY });
  await before.add(link("AAAAAAAAAA"));
  await before.add(link("BBBBBBBBBB"));
  await before.close();
  const store = await openLinks(`sqlite:${path}`, { expireDays: 40 });
  expect(await store.find("AAAAAAAAAA")).toBeUndefined();
  expect(await store.add(link("AAAAAAAAAA", undefined, "2"))).toEqual(link("AAAAAAAAAA", undefined, "2"));
  await store.close();
  const longer = await openLinks(`sqlite:${path}`, { expireDays: 60 });
  expect(await longer.find("BBBBBBBBBB")).toEqual(link("BBBBBBBBBB"));
  await longer.close();
  // The previous store has recorded that the link was read today.
  const again = await openLinks(`sqlite:${path}`, { expireDays: 1 });
  expect(await again.find("BBBBBBBBBB")).toEqual(link("BBBBBBBBBB"));
  await again.close();
});

describe("recording reads", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("records reads in batches, once per link", async () => {
    const written: (readonly string[])[] = [];
    const reads = createReadRecorder(async (ids) => written.push(ids));
    for (let i = 0; i < 1_000; i++) reads.add(`link ${i % 250}`);
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written.map(({ length }) => length)).toEqual([200, 50]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(written).toHaveLength(2);
  });

  test("keeps reads that could not be written, up to the limit", async () => {
    let isAway = true;
    const written = new Set<string>();
    const reads = createReadRecorder(async (ids) => {
      if (isAway) throw new Error("away");
      for (const id of ids) written.add(id);
    });
    for (let i = 0; i < 20_000; i++) reads.add(`link ${i}`);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(written.size).toBe(0);
    isAway = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written.size).toBe(10_000);
  });

  test("writes pending reads when it is closed, and never rejects", async () => {
    const write = vi.fn(async () => undefined);
    const reads = createReadRecorder(write);
    reads.add("one");
    await reads.close();
    expect(write).toHaveBeenCalledExactlyOnceWith(["one"]);
    const failing = createReadRecorder(() => Promise.reject(new Error("away")));
    failing.add("one");
    await failing.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
