import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { imagesBusy, logoTime } from "../../src/messages/logo-rules.ts";
import { FAILED, STOPPING } from "../../src/work/heavy-pool.ts";
import { spawnNodeWorker } from "../../src/work/node-worker.ts";
import { withJobs } from "../heavy.ts";
import { ruleText } from "../rule-text.ts";
import { testError } from "../test-error.ts";
import { caption, card, failing, gated, localPool, logo, refusal, reportOf, scanOf, threadPool } from "./pools.ts";

describe("a pool", () => {
  test("passes on values and errors unchanged", async () => {
    const { pool } = localPool(failing);
    expect(await pool.run({ name: "drawCard", input: card })).toEqual(Uint8Array.of(1, 2, 3));
    expect(await refusal(pool.run({ name: "drawLogo", input: logo }))).toEqual([
      "LOGO_INVALID",
      400,
      "logo is not a picture",
      "logo",
    ]);
    const fault = await refusal(pool.run({ name: "scan", input: scanOf("x") }));
    expect(fault).toBeInstanceOf(Error);
    expect((fault as Error).message).toContain("TypeError: internal scanner error");
  });

  test("starts workers when they are needed, and no more than allowed", async () => {
    const { work, begun, release } = gated();
    const { pool, spawned } = localPool(work);
    expect(spawned()).toBe(0);
    const answers = ["a", "b", "c"].map((data) => pool.run({ name: "scan", input: scanOf(data) }));
    await expect.poll(() => begun).toEqual(["a", "b"]);
    expect(spawned()).toBe(2);
    release();
    await expect.poll(() => begun).toEqual(["a", "b", "c"]);
    release();
    expect(await Promise.all(answers)).toEqual(["a", "b", "c"].map(reportOf));
    expect(spawned()).toBe(2);
  });

  test("rejects jobs immediately when the queue is full", async () => {
    const { work, begun, release } = gated();
    const { pool } = localPool(work);
    const answers = ["a", "b", "c", "d"].map((data) => pool.run({ name: "scan", input: scanOf(data) }));
    const busy = ["BUSY", 503, ruleText(imagesBusy), undefined];
    expect(await refusal(pool.run({ name: "scan", input: scanOf("e") }))).toEqual(busy);
    await expect.poll(() => begun.length).toBe(2);
    release();
    await expect.poll(() => begun.length).toBe(4);
    release();
    expect((await Promise.all(answers)).map(({ decoder }) => decoder)).toEqual(["a", "b", "c", "d"]);
    const late = pool.run({ name: "scan", input: scanOf("f") });
    await expect.poll(() => begun.length).toBe(5);
    release();
    expect(await late).toEqual(reportOf("f"));
  });

  test("takes clients in turn, even if one of them has filled its half of the queue", async () => {
    const { work, begun, release } = gated();
    const { pool } = localPool(work, { size: 1, queue: 4 });
    const scan = (client: string, data: string) => pool.run({ name: "scan", input: scanOf(data), client });
    const answers = [scan("a", "a1"), scan("a", "a2"), scan("a", "a3")];
    expect(await refusal(scan("a", "a4"))).toContain("BUSY");
    answers.push(scan("b", "b1"), scan("b", "b2"));
    for (let count = 1; count <= 5; count++) {
      await expect.poll(() => begun.length).toBe(count);
      release();
    }
    await Promise.all(answers);
    expect(begun.slice(0, 2)).toEqual(["a1", "b1"]);
  });

  test("accepts any number of jobs that are expected to start in time", async () => {
    const { pool } = localPool(withJobs(failing, { scan: async ({ data }) => reportOf(String(data)) }), {
      size: 1,
      queue: 1_000,
      queueTime: 10_000,
    });
    const names = Array.from({ length: 100 }, (_, at) => `${at}`);
    const answers = names.map((data) => pool.run({ name: "scan", input: scanOf(data), client: "a" }));
    expect((await Promise.all(answers)).map(({ decoder }) => decoder)).toEqual(names);
  });

  test("rejects jobs that would wait for too long, and says when to try again", async () => {
    const never = withJobs(failing, { drawCaption: () => new Promise<never>(() => {}) });
    const { pool } = localPool(never, { size: 1, queue: 1_000, queueTime: 10_000 });
    const run = (client: string) => pool.run({ name: "drawCaption", input: caption, client });
    const outcomes = Array.from({ length: 300 }, () => run("a").catch((error) => error));
    const refused = await Promise.race(outcomes);
    expect(refused).toMatchObject({ code: "BUSY", seconds: 11 });
    // Another client does not wait for all of these jobs.
    const other = refusal(run("b"));
    pool.close();
    const all = await Promise.all(outcomes);
    expect(all.filter(({ seconds }) => seconds !== undefined)).toHaveLength(98);
    expect(await other).toContain(ruleText(STOPPING));
  });

  test("a patient job waits even if the queue is full, and longer than other jobs", async () => {
    const { work, begun, release } = gated();
    const { pool } = localPool(work, { size: 1, queue: 1, waitLimit: 100 });
    const scan = (data: string, patient = false) => pool.run({ name: "scan", input: scanOf(data), patient });
    const answers = [scan("a"), refusal(scan("b")), scan("c", true)];
    expect(await answers[1]).toContain("BUSY");
    release();
    await expect.poll(() => begun).toEqual(["a", "c"]);
    release();
    expect(await answers[2]).toEqual(reportOf("c"));
  });

  test("terminates an overdue worker, and rejects jobs that waited too long", async () => {
    const { work, begun } = gated();
    const { pool, ended, spawned } = localPool(work, { size: 1, timeLimit: 200, timeLimits: { scan: 150 } });
    const first = pool.run({ name: "scan", input: scanOf("a") });
    const second = pool.run({ name: "scan", input: scanOf("b") });
    const both = await Promise.all([refusal(first), refusal(second)]);
    expect(both).toEqual([expect.arrayContaining(["TIMED_OUT", 503]), expect.arrayContaining(["BUSY", 503])]);
    expect(begun[0]).toBe("a");
    expect(ended[0]).toBe(0);
    expect(spawned()).toBeLessThanOrEqual(2);
    const third = pool.run({ name: "drawCard", input: card });
    expect(await third).toEqual(Uint8Array.of(1, 2, 3));
  });

  test("rejects a logo that takes too long to draw as LOGO_INVALID", async () => {
    const never = withJobs(failing, { drawLogo: () => new Promise<never>(() => {}) });
    const { pool } = localPool(never, { timeLimit: 50 });
    const message = ruleText(logoTime, "logo", { text: "draw" });
    expect(await refusal(pool.run({ name: "drawLogo", input: logo }))).toEqual(["LOGO_INVALID", 400, message, "logo"]);
  });

  test("rejects a logo whose header takes too long to read as LOGO_INVALID", async () => {
    const { pool } = localPool(withJobs(failing, { readLogo: () => new Promise<never>(() => {}) }), { timeLimit: 50 });
    const message = ruleText(logoTime, "logo", { text: "read" });
    expect(await refusal(pool.run({ name: "readLogo", input: logo.bytes }))).toEqual([
      "LOGO_INVALID",
      400,
      message,
      "logo",
    ]);
  });

  test("applies the time limit of each job, and doubles it for a worker's first job of each name", async () => {
    const small = { ...logo, width: 1 };
    const pixels = { width: 1, height: 1, data: new Uint8Array(4) };
    const hanging = withJobs(failing, {
      drawLogo: (input) => (input.width === 1 ? Promise.resolve(pixels) : new Promise<never>(() => {})),
    });
    const { pool, ended } = localPool(hanging, { size: 1, timeLimits: { drawLogo: 100 } });
    const late = ["LOGO_INVALID", 400, ruleText(logoTime, "logo", { text: "draw" }), "logo"];
    const firstJobs = [
      ["none", 200, undefined],
      ["a card", 200, () => pool.run({ name: "drawCard", input: card })],
      ["another logo", 100, () => pool.run({ name: "drawLogo", input: small })],
    ] as const;
    for (const [i, [before, least, runBefore]] of firstJobs.entries()) {
      await runBefore?.();
      const start = performance.now();
      expect(await refusal(pool.run({ name: "drawLogo", input: { ...logo, width: 2 } })), before).toEqual(late);
      expect(performance.now() - start, before).toBeGreaterThanOrEqual(least - 5);
      expect(ended).toHaveLength(i + 1);
    }
  });

  test("replaces a worker after a logo breaks it, and keeps a worker that only rejects a logo", async () => {
    const broken = testError("LOGO_INVALID", "cannot be drawn", "logo", new Error("unreachable"));
    const { pool, ended } = localPool(
      withJobs(failing, {
        drawLogo: (input) => (input.width === 1 ? failing.run({ name: "drawLogo", input }) : Promise.reject(broken)),
      }),
      { size: 1 },
    );
    expect(await refusal(pool.run({ name: "drawLogo", input: logo }))).toEqual([
      "LOGO_INVALID",
      400,
      "logo is not a picture",
      "logo",
    ]);
    expect(ended).toEqual([]);
    expect(await refusal(pool.run({ name: "drawLogo", input: { ...logo, width: 2 } }))).toEqual([
      "LOGO_INVALID",
      400,
      "logo cannot be drawn",
      "logo",
    ]);
    expect(await pool.run({ name: "drawCard", input: card })).toEqual(Uint8Array.of(1, 2, 3));
    expect(ended).toEqual([0]);
  });

  test("leaves nothing pending when it is closed", async () => {
    const { pool, ended } = localPool(gated().work, { size: 1 });
    const answers = ["a", "b"].map((data) => refusal(pool.run({ name: "scan", input: scanOf(data) })));
    pool.close();
    const stopping = ["BUSY", 503, ruleText(STOPPING), undefined];
    expect(await Promise.all(answers)).toEqual([stopping, stopping]);
    expect(await refusal(pool.run({ name: "scan", input: scanOf("c") }))).toEqual(stopping);
    expect(ended).toEqual([0]);
  });

  test("terminates idle workers, and starts new ones", async () => {
    const { pool, ended, spawned } = localPool(failing, { idleLimit: 100 });
    await pool.run({ name: "drawCard", input: card });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await pool.run({ name: "drawCard", input: card });
    expect([spawned(), ended]).toEqual([1, []]);
    await expect.poll(() => ended).toEqual([0]);
    await pool.run({ name: "drawCard", input: card });
    expect(spawned()).toBe(2);
  });

  test("rejects jobs if the host cannot start workers", async () => {
    const reports: unknown[] = [];
    const spawn = () => {
      throw new Error("no thread can be started");
    };
    const { pool } = localPool(failing, { spawn, report: (error) => reports.push(error) });
    const refused = ["INTERNAL", 500, ruleText(FAILED), undefined];
    expect(await refusal(pool.run({ name: "scan", input: scanOf("a") }))).toEqual(refused);
    const together = ["b", "c", "d"].map((data) => refusal(pool.run({ name: "scan", input: scanOf(data) })));
    expect(await Promise.all(together)).toEqual([refused, refused, refused]);
    expect(String(reports)).toContain("no thread can be started");
  });
});

describe("a worker thread", () => {
  test("a thread in an endless loop is terminated, and the next job completes", async () => {
    const { pool } = threadPool({ timeLimits: { scan: 2_000 } });
    expect(await pool.run({ name: "scan", input: scanOf("hello") })).toEqual(reportOf("hello"));
    const spinning = refusal(pool.run({ name: "scan", input: scanOf("spin") }));
    expect(await spinning).toEqual(expect.arrayContaining(["TIMED_OUT", 503]));
    expect(await pool.run({ name: "scan", input: scanOf("again") })).toEqual(reportOf("again"));
  });

  test.each(["exit", "crash"])("a thread is replaced when it dies (%s)", async (failure) => {
    const { pool, reports } = threadPool();
    const dying = pool.run({ name: "scan", input: scanOf(failure) });
    const waiting = pool.run({ name: "scan", input: scanOf("next") });
    expect(await refusal(dying)).toEqual(expect.arrayContaining(["INTERNAL", 500]));
    expect(await waiting).toEqual(reportOf("next"));
    expect(reports).toHaveLength(1);
  });

  test("jobs fail with a report if the thread's program is missing", async () => {
    const url = new URL("./missing.mjs", import.meta.url);
    const { pool, reports } = threadPool({ spawn: () => spawnNodeWorker(url) });
    expect(await refusal(pool.run({ name: "scan", input: scanOf("x") }))).toEqual(
      expect.arrayContaining(["INTERNAL", 500]),
    );
    expect(String(reports)).toContain("missing.mjs");
  });

  test("a thread keeps the process alive only while it runs a job", async () => {
    const program = fileURLToPath(new URL("./idle-pool.mjs", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 30_000 });
    expect(stdout).toBe("hello\n");
  });
});
