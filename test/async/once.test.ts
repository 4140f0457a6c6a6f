import { expect, test } from "vitest";
import { memoize, once, singleFlight } from "../../src/async/once.ts";
import { createCache } from "../../src/cache.ts";

/** Returns a function that resolves to the number of its run, or fails if `failing` contains this number. */
function counted(...failing: number[]) {
  let runs = 0;
  return async () => {
    runs++;
    if (failing.includes(runs)) throw new Error(`run ${runs}`);
    return runs;
  };
}

test("once: calls share one run, pending or fulfilled", async () => {
  const get = once(counted());
  expect(get()).toBe(get());
  expect([await get(), await get()]).toEqual([1, 1]);
});

test("once: uses the arguments of the first call", async () => {
  const get = once(async (name: string) => name);
  expect([await get("a"), await get("b")]).toEqual(["a", "a"]);
});

test("once: runs again after a failure", async () => {
  const get = once(counted(1));
  const first = get();
  expect(get()).toBe(first);
  await expect(first).rejects.toThrow("run 1");
  expect([await get(), await get()]).toEqual([2, 2]);
});

test("singleFlight: calls share a pending run only", async () => {
  const get = singleFlight(counted(2));
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect((await Promise.allSettled([get(), get()])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await get()).toBe(3);
});

test("singleFlight: calls for different keys run concurrently", async () => {
  const get = singleFlight(async (key: string) => ({ key }));
  const [a, b, again] = await Promise.all([get("a"), get("b"), get("a")]);
  expect([a.key, b.key]).toEqual(["a", "b"]);
  expect(again).toBe(a);
});

test("memoize: computes each value once", () => {
  let made = 0;
  const get = memoize((key: string) => `${key}${++made}`);
  expect(["a", "b", "a"].map(get)).toEqual(["a1", "b2", "a1"]);
});

test("memoize: computes a value again after eviction", () => {
  let made = 0;
  const get = memoize((key: string) => `${key}${++made}`, createCache<string, string>({ maxEntries: 2 }));
  expect(["a", "b", "a", "c", "a", "b"].map(get)).toEqual(["a1", "b2", "a1", "c3", "a1", "b4"]);
});

test("memoize: caches undefined as a value, but no rejections", async () => {
  const calls: string[] = [];
  const get = memoize(async (key: string) => {
    calls.push(key);
    if (calls.length === 1) throw new Error("disk");
  });
  await expect(get("a")).rejects.toThrow("disk");
  expect([await get("a"), await get("a")]).toEqual([undefined, undefined]);
  expect(calls).toEqual(["a", "a"]);
});

test("memoize: a late rejection does not evict a later value", async () => {
  const memory = new Map<string, Promise<number>>();
  let reject = (_: Error) => {};
  const get = memoize((_key: string) => new Promise<number>((_, fail) => (reject = fail)), memory);
  const failing = get("a");
  memory.set("a", Promise.resolve(2));
  reject(new Error("late"));
  await expect(failing).rejects.toThrow("late");
  expect(await get("a")).toBe(2);
});

test("memoize: a key can combine several arguments", () => {
  let made = 0;
  const get = memoize(
    (a: string, b: number) => `${a}${b} ${++made}`,
    new Map(),
    (a, b) => `${a}/${b}`,
  );
  expect([get("a", 1), get("a", 2), get("a", 1)]).toEqual(["a1 1", "a2 2", "a1 1"]);
});

test("memoize: keys can be objects", () => {
  const get = memoize((list: readonly number[]) => list.length, new WeakMap());
  const list = [1, 2];
  expect([get(list), get(list), get([1])]).toEqual([2, 2, 1]);
});
