import { expect, test } from "vitest";
import { runQueued, runUnqueued } from "../../src/service/batch.ts";

const never = new Promise<never>(() => undefined);

test.each([
  ["queued", runQueued],
  ["unqueued", runUnqueued],
])("%s: other work runs between two items", async (_, schedule) => {
  const seen: string[] = [];
  const work = (name: string) => schedule(async () => seen.push(name));
  const other = new Promise<void>((resolve) => {
    setImmediate(() => {
      seen.push("other");
      resolve();
    });
  });
  await work("first");
  await Promise.all([other, work("second")]);
  expect(seen).toEqual(["other", "first", "second"]);
});

test("queued work starts in the order of the calls", async () => {
  const seen: number[] = [];
  await Promise.all([1, 2, 3, 4].map((at) => runQueued(async () => seen.push(at))));
  expect(seen).toEqual([1, 2, 3, 4]);
});

test.each([
  ["queued", runQueued],
  ["unqueued", runUnqueued],
])("%s: work that never ends does not block other work", async (_, schedule) => {
  void schedule(() => never);
  expect(await schedule(async () => "done")).toBe("done");
});
