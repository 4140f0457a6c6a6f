import { expect, test } from "vitest";
import { createCache } from "../src/cache.ts";
import { collectGarbage } from "./collect-garbage.ts";

const clock = { ms: 0 };
const now = () => clock.ms;
const bytes = (length: number) => new Uint8Array(length);
const weigh = ({ length }: Uint8Array) => length;

test("evicts the least recently used entry", () => {
  const cache = createCache<string, number>({ maxEntries: 2 });
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect(["a", "b", "c"].map(cache.get)).toEqual([1, undefined, 3]);
});

test("setting an entry again marks it as used", () => {
  const cache = createCache<string, number>({ maxEntries: 2 });
  for (const [value, key] of ["a", "b", "a", "c"].entries()) cache.set(key, value);
  expect(["a", "b", "c"].map(cache.get)).toEqual([2, undefined, 3]);
});

test("holds at most maxWeight when entries are replaced", () => {
  const cache = createCache<string, Uint8Array>({ maxWeight: 100, weigh });
  for (let round = 0; round < 50; round++) cache.set("a", bytes(60));
  cache.set("b", bytes(40));
  expect(["a", "b"].map((key) => cache.get(key)?.length)).toEqual([60, 40]);
  cache.set("c", bytes(1));
  expect(["a", "b", "c"].map((key) => cache.get(key)?.length)).toEqual([undefined, 40, 1]);
  cache.delete("b");
  cache.delete("b");
  cache.set("d", bytes(99));
  expect(["c", "d"].map((key) => cache.get(key)?.length)).toEqual([1, 99]);
});

test("setting a value above maxWeight removes only the previous value for its key", () => {
  const cache = createCache<string, Uint8Array>({ maxWeight: 100, weigh });
  for (const key of ["a", "b"]) cache.set(key, bytes(40));
  cache.set("b", bytes(101));
  expect(["a", "b"].map((key) => cache.get(key)?.length)).toEqual([40, undefined]);
});

test("weighs a value when it is set", () => {
  const cache = createCache<string, { length: number }>({ maxWeight: 100, weigh: ({ length }) => length });
  const growing = { length: 10 };
  cache.set("a", growing);
  growing.length = 60;
  cache.set("b", { length: 90 });
  expect(cache.get("a")).toBe(growing);
  cache.set("a", growing);
  expect([cache.get("a"), cache.get("b")]).toEqual([growing, undefined]);
});

test("entries expire even if they are used", () => {
  const cache = createCache<string, number>({ maxAge: 1000, now });
  cache.set("a", 1);
  cache.set("b", 2, 500);
  clock.ms += 499;
  expect([cache.get("a"), cache.get("b")]).toEqual([1, 2]);
  clock.ms += 1;
  expect([cache.get("a"), cache.get("b")]).toEqual([1, undefined]);
  clock.ms += 500;
  expect(cache.get("a")).toBeUndefined();
});

test.each([0, -1, Number.NaN])("removes an entry that is set with a maximum age of %d", (maxAge) => {
  const cache = createCache<string, number>({ now });
  cache.set("a", 1);
  cache.set("a", 2, maxAge);
  expect(cache.get("a")).toBeUndefined();
});

test("replacing entries does not leak memory", () => {
  const cache = createCache<number, object>({ maxEntries: 3 });
  const use = (times: number) => {
    for (let i = 0; i < times; i++) cache.set(i % 3, {});
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = use(1000);
  expect(use(200_000) - before).toBeLessThan(5_000_000);
});
