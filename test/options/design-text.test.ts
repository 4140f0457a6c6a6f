import { expect, test } from "vitest";
import { readDesign } from "../../src/options/design-text.ts";
import { processorTime } from "../processor-time.ts";

test("rejects a long array as quickly as other text", async () => {
  const [array, other] = [`[${"1,".repeat(1_500_000)}1]`, "1,".repeat(1_500_000)];
  expect([readDesign(array), readDesign(other)]).toEqual([undefined, undefined]);
  const time = await processorTime(() => readDesign(other));
  expect(await processorTime(() => readDesign(array))).toBeLessThan(5 * time + 1);
});
