import { describe, expect, test } from "vitest";
import { freshFor } from "../../src/logo/host/fetch-cache.ts";

describe("how long a response may be cached", () => {
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
  ])("caches a response with the headers %j for %i s", (headers, seconds) => {
    expect(freshFor(headers)).toBe(seconds);
  });
});
