import { expect, test } from "vitest";
import { eachForItself, inOneLine } from "../../src/service/turns.ts";

const never = new Promise<never>(() => undefined);

test.each([
  ["in one line", inOneLine],
  ["each for itself", eachForItself],
])("%s, others have their turn between two pieces of work", async (_, takeTurn) => {
  const seen: string[] = [];
  const work = (name: string) => takeTurn(async () => seen.push(name));
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

test("in one line, work begins in the order in which it came", async () => {
  const seen: number[] = [];
  await Promise.all([1, 2, 3, 4].map((at) => inOneLine(async () => seen.push(at))));
  expect(seen).toEqual([1, 2, 3, 4]);
});

test.each([
  ["in one line", inOneLine],
  ["each for itself", eachForItself],
])("%s, work that never ends holds up no other", async (_, takeTurn) => {
  void takeTurn(() => never);
  expect(await takeTurn(async () => "done")).toBe("done");
});
