import { describe, expect, test } from "vitest";
import { QrError } from "../../src/errors.ts";
import { toSvg } from "../../src/index.ts";
import { freeColorText, integerRange } from "../../src/messages/option-rules.ts";
import type { Performers } from "../../src/work/perform.ts";
import { DIED, DISPOSED } from "../../src/workers/pool.ts";
import { createPictureWork, type PictureJobs } from "../../src/workers/work.ts";
import { failure } from "../contract/api.ts";
import { ruleText } from "../rule-text.ts";
import { testError } from "../test-error.ts";
import { localPool, threadPool } from "./pools.ts";

/** Returns work whose pictures wait until `release` is called, and the texts whose drawing has begun. */
function gated() {
  const begun: unknown[] = [];
  const gates: (() => void)[] = [];
  const generate: Performers<PictureJobs>["generate"] = ({ data }) => {
    begun.push(data);
    return new Promise((resolve) => gates.push(() => resolve({ contentType: "text/plain", body: String(data) })));
  };
  const work: Performers<PictureJobs> = {
    generate,
    draw: generate,
    generateSome: async (list) => Promise.all(list.map(async (input) => ({ value: await generate(input) }))),
    inspect: async () => {
      throw testError("BUSY", "inspect is not supported here");
    },
  };
  const release = () => {
    for (const open of gates.splice(0)) open();
  };
  return { work, begun, release };
}

function fail(): never {
  throw new Error("no");
}

const hostile = "./hostile-worker.mjs";

describe("a worker that dies", () => {
  test("a worker that dies is replaced, and another one does its work", async () => {
    const { work, begun, release } = gated();
    const reports: unknown[] = [];
    const { pool, kill, ended, spawned } = localPool(work, { report: (error) => reports.push(error) });
    const first = pool.generate({ data: "a" });
    const second = pool.generate({ data: "b" });
    await expect.poll(() => begun).toEqual(["a"]);
    kill();
    await expect.poll(() => begun).toEqual(["a", "a"]);
    release();
    expect((await first).body).toBe("a");
    await expect.poll(() => begun.length).toBe(3);
    release();
    expect((await second).body).toBe("b");
    expect([ended, spawned()]).toEqual([[0], 2]);
    expect(String(reports)).toContain("killed");
  });

  test.each(["exit", "crash"])("a call that ends two workers (%s) fails, and other calls do not", async (behaviour) => {
    const pool = threadPool({ size: 1 }, hostile);
    expect((await pool.generate({ data: "before" })).body).toBe("before");
    const dying = pool.generate({ data: behaviour });
    const waiting = pool.generate({ data: "after" });
    const error = await failure(dying);
    expect(error).toMatchObject({ code: "INTERNAL" });
    expect(error.message).toBe(ruleText(DIED));
    expect((await waiting).body).toBe("after");
  });

  test("a worker that dies does not affect other items in a batch", async () => {
    const pool = threadPool({}, hostile);
    const items = Array.from({ length: 20 }, (_, index) => ({ data: index === 5 ? "exit" : `text ${index}` }));
    const bodies: unknown[] = [];
    for await (const entry of pool.batch(items)) {
      bodies[entry.index] = "error" in entry ? entry.error.code : entry.picture.body;
    }
    expect(bodies).toEqual(items.map(({ data }) => (data === "exit" ? "INTERNAL" : data)));
  });

  test("reports what to check if a worker dies before it ever responds", async () => {
    const pool = threadPool({}, "./missing.mjs");
    const error = await failure(pool.toPng("x"));
    expect(error).toMatchObject({ code: "INTERNAL" });
    expect(error.message).toContain("thread startup failed");
    expect(String(error.cause)).toContain("missing.mjs");
  });
});

describe("workers that do not start", () => {
  test("workers that do not start are not started again for every waiting call", async () => {
    const reports: unknown[] = [];
    const pool = threadPool({ report: (cause) => reports.push(cause) }, "./missing.mjs");
    const messages = new Set<string>();
    let count = 0;
    for await (const entry of pool.batch(Array.from({ length: 200 }, (_, index) => ({ data: `${index}` })))) {
      count++;
      messages.add("error" in entry ? entry.error.message : "drawn");
    }
    expect([count, [...messages]]).toEqual([200, [expect.stringContaining("failed")]]);
    expect(reports.length).toBeLessThanOrEqual(8);
  });

  test("workers that do not start are started again later", async () => {
    const { work, release, begun } = gated();
    const { pool, kill, spawned } = localPool(work);
    const calls = Array.from({ length: 20 }, () => failure(pool.generate({ data: "a" })));
    for (let i = 1; i <= 4; i++) {
      await expect.poll(() => begun.length).toBe(i);
      kill();
    }
    for (const call of calls) expect((await call).code).toBe("INTERNAL");
    expect(spawned()).toBe(4);
    expect((await failure(pool.generate({ data: "too soon" }))).message).toContain("failed");
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const late = pool.generate({ data: "late" });
    await expect.poll(() => begun.length).toBe(5);
    release();
    expect((await late).body).toBe("late");
  });
});

describe("every promise settles", () => {
  test("many waiting calls settle when the host cannot start workers", async () => {
    let left = 1;
    const { work, begun } = gated();
    const { pool, kill } = localPool(work, {}, () => {
      if (left-- <= 0) throw new Error("no thread can be started");
    });
    const calls = Array.from({ length: 9_000 }, (_, index) => failure(pool.generate({ data: `${index}` })));
    await expect.poll(() => begun.length).toBe(1);
    kill();
    expect(new Set((await Promise.all(calls)).map(({ code }) => code))).toEqual(new Set(["INTERNAL"]));
  });

  test.each([
    ["throws", () => fail()],
    ["rejects", async () => fail()],
  ])("a call settles when `report` %s", async (_, report) => {
    const { work, begun } = gated();
    const { pool, kill } = localPool(work, { report });
    const dying = failure(pool.generate({ data: "a" }));
    await expect.poll(() => begun.length).toBe(1);
    kill();
    await expect.poll(() => begun.length).toBe(2);
    kill();
    expect((await dying).code).toBe("INTERNAL");
    const none = localPool(work, { report }, fail).pool;
    expect((await failure(none.generate({ data: "a" }))).code).toBe("INTERNAL");
  });

  test("rejects a call that exceeds the time limit", async () => {
    const pool = threadPool({ size: 1, timeLimit: 3_000 }, hostile);
    const spinning = pool.generate({ data: "spin" });
    const waiting = pool.generate({ data: "after" });
    expect(await failure(spinning)).toMatchObject({ code: "INTERNAL" });
    expect((await waiting).body).toBe("after");
  });

  test("rejects a call when the queue is full", async () => {
    const { work, begun, release } = gated();
    const { pool } = localPool(work, { queue: 1 });
    const first = pool.generate({ data: "a" });
    const second = pool.generate({ data: "b" });
    expect(await failure(pool.generate({ data: "c" }))).toMatchObject({ code: "BUSY" });
    await expect.poll(() => begun.length).toBe(1);
    release();
    await first;
    await expect.poll(() => begun.length).toBe(2);
    release();
    expect((await second).body).toBe("b");
  });

  test("rejects calls when the pool is disposed of", async () => {
    const { pool, ended } = localPool(gated().work);
    const calls = [pool.generate({ data: "a" }), pool.toPng("b"), pool.inspect({ data: "c" })];
    pool.dispose();
    for (const call of [...calls, pool.toSvg("late")]) {
      const error = await failure(call);
      expect([error.code, error.message]).toEqual(["BUSY", ruleText(DISPOSED)]);
    }
    expect(ended).toEqual([0]);
  });

  test("rejects a call when the worker throws an unexpected error", async () => {
    const pool = threadPool({}, hostile);
    await expect(pool.generate({ data: "fault" })).rejects.toThrow("TypeError: internal thread error");
  });
});

describe("a signal", () => {
  test("aborting rejects waiting calls, calls in progress and later calls with the signal", async () => {
    const { work, begun, release } = gated();
    const { pool } = localPool(work);
    const control = new AbortController();
    const { signal } = control;
    const calls = [pool.generate({ data: "a" }, { signal }), pool.toPng("b", {}, { signal })];
    await expect.poll(() => begun).toEqual(["a"]);
    control.abort();
    for (const call of [...calls, pool.toSvg("c", {}, { signal })]) {
      await expect(call).rejects.toMatchObject({ name: "AbortError" });
    }
    const next = pool.generate({ data: "d" });
    release();
    await expect.poll(() => begun).toEqual(["a", "d"]);
    release();
    expect((await next).body).toBe("d");
  });

  test("aborting does not cancel the time limit of a job in progress", async () => {
    const pool = threadPool({ size: 1, timeLimit: 3_000 }, hostile);
    await pool.generate({ data: "before" });
    const control = new AbortController();
    const spinning = pool.generate({ data: "spin" }, { signal: control.signal });
    control.abort();
    await expect(spinning).rejects.toMatchObject({ name: "AbortError" });
    expect((await pool.generate({ data: "after" })).body).toBe("after");
  });

  test("an aborted call rejects with the signal's reason", async () => {
    const reason = new Error("the user left the page");
    const { pool } = localPool(gated().work);
    await expect(pool.toPng("a", {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

test.each([
  [{ size: 0 }, ruleText(integerRange, "size", { min: 1, max: 64 })],
  [{ size: Number.NaN }, ruleText(integerRange, "size", { min: 1, max: 64 })],
  [{ queue: 0.5 }, ruleText(integerRange, "queue", { min: 1, max: 1000000 })],
  [{ timeLimit: Number.POSITIVE_INFINITY }, ruleText(integerRange, "timeLimit", { min: 1, max: 3600000 })],
])("rejects the pool settings %o", (limits, message) => {
  expect(() => localPool(gated().work, limits)).toThrow(message);
  expect(() => localPool(gated().work, limits)).toThrow(QrError);
});

test("accepts colours with # or three digits, and a transparent background", async () => {
  const { run } = createPictureWork(() => Promise.reject(new Error("no logo")));
  const draw = (look: object) => run({ name: "generate", input: { data: "x", format: "svg", ...look } });
  expect((await draw({ color: "#123", bg: "transparent" })).body).toBe(
    toSvg("x", { color: "112233", bg: "transparent" }),
  );
  await expect(draw({ color: "red" })).rejects.toThrow(ruleText(freeColorText, "color"));
});
