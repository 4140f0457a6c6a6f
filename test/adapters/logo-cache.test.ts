import { describe, expect, test } from "vitest";
import { createLogoCache, freshFor } from "../../src/logo/host/fetch-cache.ts";

describe("how long an answer says that it may be kept", () => {
  test.each([
    [{}, 0],
    [{ "cache-control": "" }, 0],
    [{ "cache-control": "public" }, 0],
    [{ "cache-control": "max-age=30" }, 30],
    [{ "cache-control": "public, max-age=86400, immutable" }, 86400],
    [{ "cache-control": "Public,MAX-AGE=30" }, 30],
    [{ "cache-control": 'max-age="30"' }, 30],
    [{ "cache-control": "max-age=0" }, 0],
    [{ "cache-control": "max-age=-1" }, 0],
    [{ "cache-control": "max-age=1e9" }, 0],
    [{ "cache-control": "max-age=" }, 0],
    [{ "cache-control": "xmax-age=30" }, 0],
    [{ "cache-control": "max-age=30, max-age=10" }, 10],
    [{ "cache-control": ["max-age=30", "max-age=20"] }, 20],
    [{ "cache-control": "max-age=30, s-maxage=10" }, 10],
    [{ "cache-control": "max-age=30, s-maxage=90" }, 90],
    [{ "cache-control": "no-store, max-age=30" }, 0],
    [{ "cache-control": "max-age=30, no-cache" }, 0],
    [{ "cache-control": ["max-age=30", "no-store"] }, 0],
    [{ "cache-control": 'no-cache="set-cookie", max-age=30' }, 0],
    [{ "cache-control": "private, max-age=30" }, 0],
    [{ "cache-control": "max-age=30", age: "10" }, 20],
    [{ "cache-control": "max-age=30", age: "31" }, 0],
    [{ "cache-control": "max-age=30", age: "-10" }, 30],
    [{ "cache-control": "max-age=30", age: "soon" }, 30],
    [{ "cache-control": "max-age=30", vary: "*" }, 0],
    [{ "cache-control": "max-age=30", vary: "Accept, Origin" }, 30],
  ])("%j: %i s", (headers, seconds) => {
    expect(freshFor(headers)).toBe(seconds);
  });
});

describe("the cache", () => {
  const clock = { ms: 0 };
  const cacheOf = (maxEntries: number, maxBytes: number) =>
    createLogoCache({ maxEntries, maxBytes, now: () => clock.ms });
  const bytes = (length: number) => new Uint8Array(length);

  test("gives what it was given until the time is over", () => {
    const cache = cacheOf(2, 100);
    const logo = bytes(3);
    cache.set("a", logo, 10);
    clock.ms += 9_999;
    expect(cache.get("a")).toBe(logo);
    clock.ms += 1;
    expect(cache.get("a")).toBeUndefined();
    expect(cache.get("b")).toBeUndefined();
  });

  test("keeps nothing for longer than a minute", () => {
    const cache = cacheOf(2, 100);
    cache.set("a", bytes(3), 86_400);
    clock.ms += 59_999;
    expect(cache.get("a")).toHaveLength(3);
    clock.ms += 1;
    expect(cache.get("a")).toBeUndefined();
  });

  test.each([0, -1, Number.NaN])("keeps nothing for %d seconds, and forgets what it had", (seconds) => {
    const cache = cacheOf(2, 100);
    cache.set("a", bytes(3), 10);
    cache.set("a", bytes(4), seconds);
    expect(cache.get("a")).toBeUndefined();
  });

  test("forgets what was used longest ago when there are too many", () => {
    const cache = cacheOf(2, 100);
    for (const name of ["a", "b"]) cache.set(name, bytes(1), 10);
    cache.get("a");
    cache.set("c", bytes(1), 10);
    expect(["a", "b", "c"].map((name) => cache.get(name)?.length)).toEqual([1, undefined, 1]);
  });

  test("holds no more bytes than it may, however often they are replaced", () => {
    const cache = cacheOf(10, 100);
    for (let round = 0; round < 50; round++) cache.set("a", bytes(60), 10);
    cache.set("b", bytes(40), 10);
    expect(["a", "b"].map((name) => cache.get(name)?.length)).toEqual([60, 40]);
    cache.set("c", bytes(1), 10);
    expect(["a", "b", "c"].map((name) => cache.get(name)?.length)).toEqual([undefined, 40, 1]);
    cache.set("d", bytes(101), 10);
    expect(["b", "c", "d"].map((name) => cache.get(name)?.length)).toEqual([40, 1, undefined]);
  });
});
