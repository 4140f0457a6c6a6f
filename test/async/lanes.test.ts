import { expect, test } from "vitest";
import { inLanes } from "../../src/async/lanes.ts";

const double = async (n: number) => 2 * n;
const never = () => new Promise<never>(() => undefined);
const running = () => new AbortController().signal;

test("yields results before the next item arrives and before the source ends", async () => {
  const items = (async function* () {
    yield 1;
    await never();
  })();
  const outcomes = inLanes(items, 4, double, running());
  expect(await outcomes.next()).toEqual({ done: false, value: 2 });
});

test("stops without waiting for the next item, after finishing those in progress", async () => {
  const stopping = new AbortController();
  const items = (async function* () {
    yield* [1, 2, 3];
    await never();
  })();
  const found: number[] = [];
  const work = async (n: number) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    stopping.abort();
    return double(n);
  };
  for await (const outcome of inLanes(items, 8, work, stopping.signal)) found.push(outcome);
  expect(found).toEqual([2, 4, 6]);
});

test("runs as many items at a time as there are lanes, and yields a result per item", async () => {
  let [now, most] = [0, 0];
  const work = async (n: number) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, n % 3));
    now -= 1;
    return n;
  };
  const items = (async function* () {
    for (let n = 0; n < 100; n++) yield n;
  })();
  const found: number[] = [];
  for await (const outcome of inLanes(items, 4, work, running())) found.push(outcome);
  expect(found.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  expect(most).toBe(4);
});

test("closes the source on early exit, and yields results in progress before its error", async () => {
  let closed = 0;
  const items = async function* (fault?: Error) {
    try {
      yield* [1, 2];
      if (fault) throw fault;
      yield 3;
    } finally {
      closed += 1;
    }
  };
  for await (const _ of inLanes(items(), 1, double, running())) break;
  expect(closed).toBe(1);
  const found: number[] = [];
  const all = (async () => {
    for await (const outcome of inLanes(items(new Error("broken off")), 4, double, running())) found.push(outcome);
  })();
  await expect(all).rejects.toThrow("broken off");
  expect(found).toEqual([2, 4]);
});

test("accepts arrays, and throws an error only after the items in progress are done", async () => {
  const found: number[] = [];
  const work = async (n: number) => {
    if (n === 2) throw new Error("two");
    await new Promise((resolve) => setTimeout(resolve, 5));
    return n;
  };
  const all = async () => {
    for await (const outcome of inLanes([1, 2, 3], 2, work, running())) found.push(outcome);
  };
  await expect(all()).rejects.toThrow("two");
  expect(found).toEqual([1]);
});
