import { describe, expect, test } from "vitest";
import type { BatchEntry } from "../../src/api.ts";
import { unexpectedError } from "../../src/messages/page-rules.ts";
import { readBatch } from "../../src/options/read.ts";
import { drawBatch, SIDE_BY_SIDE } from "../../src/service/batch.ts";
import { ruleText } from "../rule-text.ts";

const texts = (count: number) => Array.from({ length: count }, (_, i) => ({ data: String(i) }));

async function all(results: AsyncIterable<BatchEntry> | Iterable<BatchEntry>): Promise<BatchEntry[]> {
  const entries: BatchEntry[] = [];
  for await (const entry of results) entries.push(entry);
  return entries;
}

describe("drawBatch", () => {
  test("draws a few items concurrently, only as they are read", async () => {
    let [running, most, started] = [0, 0, 0];
    const { results } = drawBatch(texts(50), async ({ data }) => {
      started++;
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5 + (Number(data) % 3)));
      running--;
      return { contentType: "image/svg+xml", body: `<svg>${data}</svg>` };
    });
    const entries = results[Symbol.asyncIterator as keyof typeof results] as () => AsyncIterator<BatchEntry>;
    const iterator = entries.call(results);
    await iterator.next();
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(started).toBe(2);
    const rest = await all({ [Symbol.asyncIterator]: () => iterator });
    expect(rest.map((entry) => "picture" in entry && entry.picture.body)).toEqual(
      texts(50)
        .slice(1)
        .map(({ data }) => `<svg>${data}</svg>`),
    );
    expect(most).toBe(2);
  });

  test("lets other work run between two synchronous items", async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const { results } = drawBatch(texts(20), async () => ({ contentType: "image/svg+xml", body: "<svg/>" }));
    await all(results);
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(20 / SIDE_BY_SIDE);
  });

  test("an unexpected error becomes an entry with status 500 and the cause", async () => {
    const cause = new TypeError("secret");
    const { results } = drawBatch(texts(1), () => Promise.reject(cause));
    expect(await all(results)).toEqual([{ index: 0, status: 500, error: ruleText(unexpectedError), cause }]);
  });
});

test("an item's options win over shared ones", () => {
  const items = [{ data: "a" }, { data: "b", size: 2 }, 7];
  expect(readBatch({ options: { size: 1, data: "shared" }, items })).toEqual([
    { data: "a", size: 1 },
    { data: "b", size: 2 },
    undefined,
  ]);
});
