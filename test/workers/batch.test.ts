import { describe, expect, test } from "vitest";
import { QrError } from "../../src/errors.ts";
import { toPng } from "../../src/index.ts";
import type { Performers } from "../../src/work/perform.ts";
import { NOT_PLAIN } from "../../src/workers/batch.ts";
import type { PictureJobs } from "../../src/workers/work.ts";
import { failure } from "../contract/api.ts";
import { ruleText } from "../rule-text.ts";
import { localPool, threadPool } from "./pools.ts";

const texts = (count: number) => Array.from({ length: count }, (_, index) => ({ data: `text ${index}` }));

/** Returns work whose pictures contain the text to encode, and the list of texts drawn so far. */
function counting() {
  const generated: unknown[] = [];
  const generate: Performers<PictureJobs>["generate"] = async ({ data }) => {
    generated.push(data);
    return { contentType: "text/plain", body: String(data) };
  };
  const work = {
    generate,
    draw: generate,
    generateSome: async (list) => Promise.all(list.map(async (input) => ({ value: await generate(input) }))),
    inspect: () => Promise.reject(new Error("unexpected call")),
  } satisfies Performers<PictureJobs>;
  return { work, generated };
}

describe("a batch", () => {
  test("yields an entry for each item, valid or not, and reports progress", async () => {
    const pool = threadPool();
    const items = [...texts(100), { data: "" }, { data: "x", size: 5 }, { data: "own", size: 128 }];
    const heard: number[] = [];
    const seen = new Map<number, unknown>();
    const onProgress = ({ done, total }: { done: number; total: number }) => {
      expect(total).toBe(items.length);
      heard.push(done);
    };
    for await (const entry of pool.batch(items, { options: { size: 64 }, onProgress })) {
      expect(seen.has(entry.index)).toBe(false);
      seen.set(entry.index, "error" in entry ? entry.error : entry.picture.body);
    }
    expect(seen.size).toBe(items.length);
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    expect(heard.at(-1)).toBe(items.length);
    for (let index = 0; index < 100; index++) expect(seen.get(index)).toEqual(toPng(`text ${index}`, { size: 64 }));
    expect(seen.get(100)).toBeInstanceOf(QrError);
    expect(seen.get(100)).toMatchObject({ code: "DATA_MISSING", field: "data" });
    expect(seen.get(101)).toMatchObject({ code: "INVALID_OPTION", field: "size" });
    expect(seen.get(102)).toEqual(toPng("own", { size: 128 }));
  });

  test("yields an error for each item that is not an object", async () => {
    const items = [{ data: "a" }, 5, null, { data: "b", nonsense: () => {} }] as unknown as { data: string }[];
    const errors: unknown[] = [];
    for await (const entry of threadPool().batch(items)) errors[entry.index] = "error" in entry && entry.error.message;
    expect(errors).toEqual([
      false,
      'items[1] must be an object, such as {"data":"https://example.com"}',
      'items[2] must be an object, such as {"data":"https://example.com"}',
      ruleText(NOT_PLAIN),
    ]);
    const none = threadPool().batch("abc" as unknown as { data: string }[]);
    expect(await failure(none.next())).toMatchObject({ code: "INVALID_OPTION", field: "items" });
    expect(await threadPool().batch([]).next()).toEqual({ done: true, value: undefined });
  });

  test("draws the original items if the list gets shorter", async () => {
    const items = texts(100);
    const seen = new Set<number>();
    for await (const { index } of threadPool().batch(items)) {
      items.shift();
      seen.add(index);
    }
    expect(seen.size).toBe(100);
  });

  test("yields an error for a missing element, and for an item that throws when it is read", async () => {
    const items = texts(3);
    delete items[1];
    const broken = Object.defineProperty({ data: "" }, "data", {
      enumerable: true,
      get: () => {
        throw new Error("data cannot be read");
      },
    });
    items.push(broken);
    const seen: unknown[] = [];
    for await (const entry of threadPool().batch(items)) seen[entry.index] = "error" in entry && entry.error.message;
    expect(seen).toEqual([
      false,
      'items[1] must be an object, such as {"data":"https://example.com"}',
      false,
      ruleText(NOT_PLAIN),
    ]);
  });

  test("does not fill the queue, so single calls are accepted", async () => {
    const { work } = counting();
    const { pool } = localPool(work, { size: 2, queue: 1 });
    const bodies = async () => {
      const seen: unknown[] = [];
      for await (const entry of pool.batch(texts(100))) {
        seen[entry.index] = "error" in entry ? entry.error.message : entry.picture.body;
      }
      return seen;
    };
    const all = [bodies(), bodies(), bodies()];
    expect((await pool.generate({ data: "one more" })).body).toBe("one more");
    for (const seen of await Promise.all(all)) expect(seen).toEqual(texts(100).map(({ data }) => data));
  });

  test("many calls on one signal cause no leak warning", async () => {
    const warnings: unknown[] = [];
    const hear = (warning: Error) => warnings.push(warning.message);
    process.on("warning", hear);
    const { pool } = localPool(counting().work, { size: 8 });
    const { signal } = new AbortController();
    for await (const _ of pool.batch(texts(500), { signal }));
    await Promise.all(texts(30).map((input) => pool.generate(input, { signal })));
    for (let i = 0; i < 30; i++) pool.batch(texts(1000), { signal }).next();
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off("warning", hear);
    expect(warnings).toEqual([]);
  });

  test("draws only a few items ahead of the reader", async () => {
    const { work, generated } = counting();
    const { pool } = localPool(work);
    const entries = pool.batch(texts(1000));
    await entries.next();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(generated.length).toBeLessThanOrEqual(24);
    await entries.return();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(generated.length).toBeLessThanOrEqual(24);
  });

  test("a batch rejects if its signal aborts, before the start or in the middle", async () => {
    const { pool } = localPool(counting().work);
    const control = new AbortController();
    let taken = 0;
    const all = async () => {
      for await (const _ of pool.batch(texts(1000), { signal: control.signal })) if (++taken === 10) control.abort();
    };
    await expect(all()).rejects.toMatchObject({ name: "AbortError" });
    expect(taken).toBe(10);
    const late = pool.batch(texts(3), { signal: control.signal });
    await expect(late.next()).rejects.toMatchObject({ name: "AbortError" });
    expect((await pool.generate({ data: "still there" })).body).toBe("still there");
  });

  test("rejects the remaining items when the pool is disposed of", async () => {
    const { pool } = localPool(counting().work);
    const codes: unknown[] = [];
    for await (const entry of pool.batch(texts(40))) {
      pool.dispose();
      codes.push("error" in entry && entry.error.code);
    }
    expect(codes).toHaveLength(40);
    expect(codes.at(-1)).toBe("BUSY");
  });
});
