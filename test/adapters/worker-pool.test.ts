import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { serveHeavyWork } from "../../src/adapters/heavy-wire.ts";
import { spawnNodeWorker } from "../../src/adapters/node-worker.ts";
import { createHeavyPool, type HeavyPool, type PoolSettings, type PoolWorker } from "../../src/adapters/worker-pool.ts";
import { QrError } from "../../src/errors.ts";
import type { HeavyWork, ScanReport } from "../../src/ports.ts";

const scanOf = (data: string) =>
  ({ contentType: "image/png", body: new Uint8Array(4), data, size: 100, scale: 4 }) as const;
const logo = { bytes: new Uint8Array(4), kind: "png", width: 1, height: 1 } as const;
const card = { title: "t", data: "d", color: "000000" } as const;
const reportOf = (decoder: string): ScanReport => ({ decoder, passed: true, conditions: [] });

/** How a rejection looks to a caller. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof QrError ? [error.code, error.status, error.message, error.field] : error),
  );

/** Work that rests until it is let go. */
function gated(): { work: HeavyWork; begun: string[]; release: () => void } {
  const begun: string[] = [];
  const gates: (() => void)[] = [];
  const scan: HeavyWork["scan"] = ({ data }) => {
    begun.push(data);
    return new Promise((resolve) => gates.push(() => resolve(reportOf(data))));
  };
  const release = () => {
    for (const open of gates.splice(0)) open();
  };
  return { work: { ...failing, scan }, begun, release };
}

const failing: HeavyWork = {
  drawLogo: async () => {
    throw new QrError("LOGO_INVALID", 400, "logo is not a picture", "logo");
  },
  scan: async () => {
    throw new TypeError("an internal of the scanner");
  },
  drawCard: async () => Uint8Array.of(1, 2, 3),
};

const pools: HeavyPool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

/** Starts workers that run in this thread, behind real message ports, and counts them. */
function spawner(work: HeavyWork) {
  const ended: number[] = [];
  let spawned = 0;
  const connect = () => {
    const { port1, port2 } = new MessageChannel();
    serveHeavyWork(work, port1);
    return { endpoint: port2, close: () => port1.close() };
  };
  const spawn = (open = connect): PoolWorker => {
    const number = spawned++;
    const { endpoint, close } = open();
    return {
      endpoint,
      onDeath: () => {},
      terminate() {
        ended.push(number);
        close();
      },
    };
  };
  return { spawn, ended, spawned: () => spawned };
}

/** A pool of such workers. */
function localPool(work: HeavyWork, settings: Partial<PoolSettings> = {}) {
  const { spawn: spawnLocal, ended, spawned } = spawner(work);
  const spawn = () => spawnLocal();
  const pool = createHeavyPool({ spawn, size: 2, queue: 2, timeLimit: 10_000, idleLimit: 60_000, ...settings });
  pools.push(pool);
  return { pool, ended, spawned };
}

function threadPool(settings: Partial<PoolSettings> = {}) {
  const url = new URL("./hostile-worker.mjs", import.meta.url);
  const reports: unknown[] = [];
  const pool = createHeavyPool({
    spawn: () => spawnNodeWorker(url),
    size: 1,
    queue: 8,
    timeLimit: 10_000,
    idleLimit: 60_000,
    report: (error) => reports.push(error),
    ...settings,
  });
  pools.push(pool);
  return { pool, reports };
}

describe("a pool", () => {
  test("gives back values and errors as they are", async () => {
    const { pool } = localPool(failing);
    expect(await pool.drawCard(card)).toEqual(Uint8Array.of(1, 2, 3));
    expect(await refusal(pool.drawLogo(logo))).toEqual(["LOGO_INVALID", 400, "logo is not a picture", "logo"]);
    const fault = await refusal(pool.scan(scanOf("x")));
    expect(fault).toBeInstanceOf(Error);
    expect((fault as Error).message).toContain("TypeError: an internal of the scanner");
  });

  test("starts workers when they are needed, and no more than allowed", async () => {
    const { work, begun, release } = gated();
    const { pool, spawned } = localPool(work);
    expect(spawned()).toBe(0);
    const answers = ["a", "b", "c"].map((data) => pool.scan(scanOf(data)));
    await expect.poll(() => begun).toEqual(["a", "b"]);
    expect(spawned()).toBe(2);
    release();
    await expect.poll(() => begun).toEqual(["a", "b", "c"]);
    release();
    expect(await Promise.all(answers)).toEqual(["a", "b", "c"].map(reportOf));
    expect(spawned()).toBe(2);
  });

  test("refuses at once what finds the queue full", async () => {
    const { work, begun, release } = gated();
    const { pool } = localPool(work);
    const answers = ["a", "b", "c", "d"].map((data) => pool.scan(scanOf(data)));
    const busy = ["BUSY", 503, "too many pictures are being worked on at the moment: try again in a second", undefined];
    expect(await refusal(pool.scan(scanOf("e")))).toEqual(busy);
    await expect.poll(() => begun.length).toBe(2);
    release();
    await expect.poll(() => begun.length).toBe(4);
    release();
    expect((await Promise.all(answers)).map(({ decoder }) => decoder)).toEqual(["a", "b", "c", "d"]);
    const late = pool.scan(scanOf("f"));
    await expect.poll(() => begun.length).toBe(5);
    release();
    expect(await late).toEqual(reportOf("f"));
  });

  test("ends a worker that is out of time, and what waited too long", async () => {
    const { work, begun } = gated();
    const { pool, ended, spawned } = localPool(work, { size: 1, timeLimit: 200 });
    const first = pool.scan(scanOf("a"));
    const second = pool.scan(scanOf("b"));
    expect(await refusal(first)).toEqual(expect.arrayContaining(["BUSY", 503]));
    expect(await refusal(second)).toEqual(expect.arrayContaining(["BUSY", 503]));
    expect(begun[0]).toBe("a");
    expect(ended[0]).toBe(0);
    expect(spawned()).toBeLessThanOrEqual(2);
    const third = pool.drawCard(card);
    expect(await third).toEqual(Uint8Array.of(1, 2, 3));
  });

  test("a logo that takes too long is the caller's to change", async () => {
    const never = { ...failing, drawLogo: () => new Promise<never>(() => {}) };
    const { pool } = localPool(never, { timeLimit: 50 });
    const sentence = "logo takes too long to draw: use a simpler picture";
    expect(await refusal(pool.drawLogo(logo))).toEqual(["LOGO_INVALID", 400, sentence, "logo"]);
  });

  test("a logo whose header takes too long is the caller's to change", async () => {
    const { pool } = localPool({ ...failing, readLogo: () => new Promise<never>(() => {}) }, { timeLimit: 50 });
    const sentence = "logo takes too long to read: use a simpler picture";
    expect(await refusal(pool.readLogo(logo.bytes))).toEqual(["LOGO_INVALID", 400, sentence, "logo"]);
  });

  test("gives work of some names a time of its own, and as long again to start", async () => {
    const never = { ...failing, drawLogo: () => new Promise<never>(() => {}) };
    const { pool, ended } = localPool(never, { size: 1, timeLimits: { drawLogo: 100 } });
    const late = ["LOGO_INVALID", 400, "logo takes too long to draw: use a simpler picture", "logo"];
    for (const [i, least] of [200, 100].entries()) {
      if (i === 1) await pool.drawCard(card);
      const start = performance.now();
      expect(await refusal(pool.drawLogo(logo))).toEqual(late);
      expect(performance.now() - start).toBeGreaterThanOrEqual(least - 5);
      expect(ended).toHaveLength(i + 1);
    }
  });

  test("replaces a worker in which a logo broke something, and keeps one that only refused it", async () => {
    const broken = new QrError("LOGO_INVALID", 400, "logo cannot be drawn", "logo", {
      cause: new Error("unreachable"),
    });
    const { pool, ended } = localPool(
      { ...failing, drawLogo: ({ width }) => (width === 1 ? failing.drawLogo(logo) : Promise.reject(broken)) },
      { size: 1 },
    );
    expect(await refusal(pool.drawLogo(logo))).toEqual(["LOGO_INVALID", 400, "logo is not a picture", "logo"]);
    expect(ended).toEqual([]);
    expect(await refusal(pool.drawLogo({ ...logo, width: 2 }))).toEqual([
      "LOGO_INVALID",
      400,
      "logo cannot be drawn",
      "logo",
    ]);
    expect(await pool.drawCard(card)).toEqual(Uint8Array.of(1, 2, 3));
    expect(ended).toEqual([0]);
  });

  test("leaves nothing pending when it is closed", async () => {
    const { pool, ended } = localPool(gated().work, { size: 1 });
    const answers = ["a", "b"].map((data) => refusal(pool.scan(scanOf(data))));
    pool.close();
    const stopping = ["BUSY", 503, "the server is stopping: try again in a moment", undefined];
    expect(await Promise.all(answers)).toEqual([stopping, stopping]);
    expect(await refusal(pool.scan(scanOf("c")))).toEqual(stopping);
    expect(ended).toEqual([0]);
  });

  test("ends workers that have had nothing to do for a while, and starts new ones", async () => {
    const { pool, ended, spawned } = localPool(failing, { idleLimit: 100 });
    await pool.drawCard(card);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await pool.drawCard(card);
    expect([spawned(), ended]).toEqual([1, []]);
    await expect.poll(() => ended).toEqual([0]);
    await pool.drawCard(card);
    expect(spawned()).toBe(2);
  });

  test("replaces a worker that has done its jobs, and no job fails or waits for that", async () => {
    const { pool, ended, spawned } = localPool(failing, { size: 1, jobLimit: 3 });
    for (let job = 0; job < 10; job++) {
      expect(await pool.drawCard(card)).toEqual(Uint8Array.of(1, 2, 3));
      if (job === 1) expect([spawned(), ended]).toEqual([1, []]);
    }
    await expect.poll(() => ended.length).toBe(spawned() - 1);
    expect(ended).toEqual(ended.map((_, number) => number));
    expect(spawned()).toBeGreaterThan(1);
    expect(await pool.drawCard(card)).toEqual(Uint8Array.of(1, 2, 3));
  });

  test("lets a worker that is replaced finish its job first", async () => {
    const { work, begun, release } = gated();
    const { pool, ended, spawned } = localPool(work, { size: 1, jobLimit: 1 });
    const answers = ["a", "b", "c"].map((data) => pool.scan(scanOf(data)));
    await expect.poll(() => begun).toEqual(["a"]);
    release();
    // The old worker has the second job; the third goes to the new one.
    await expect.poll(() => begun).toEqual(["a", "b", "c"]);
    expect([spawned(), ended]).toEqual([2, []]);
    release();
    expect(await Promise.all(answers)).toEqual(["a", "b", "c"].map(reportOf));
    await expect.poll(() => ended).toContain(0);
  });

  /** A spawner whose third worker never answers. */
  function spawnerWithMute() {
    const { spawn, ended, spawned } = spawner(failing);
    const { port2 } = new MessageChannel();
    const mute = () => ({ endpoint: port2, close: () => port2.close() });
    return { spawn: () => (spawned() === 2 ? spawn(mute) : spawn()), ended, spawned };
  }

  test("replaces one worker at a time, and works on with the old ones until the new one answers", async () => {
    const { spawn, ended, spawned } = spawnerWithMute();
    const { pool } = localPool(failing, { spawn, jobLimit: 1, timeLimit: 60_000 });
    for (let round = 0; round < 20; round++) await Promise.all([pool.drawCard(card), pool.drawCard(card)]);
    expect([spawned(), ended]).toEqual([3, []]);
  });

  test("gives up a new worker that never answers", async () => {
    const { spawn, ended, spawned } = spawnerWithMute();
    const { pool } = localPool(failing, { spawn, jobLimit: 1, timeLimit: 1_000 });
    await Promise.all([pool.drawCard(card), pool.drawCard(card)]);
    await expect.poll(() => ended, { timeout: 30_000 }).toEqual([2]);
    await pool.drawCard(card);
    await expect.poll(() => ended).toHaveLength(2);
    expect(spawned()).toBe(4);
  });

  test("survives a host that gives it no workers", async () => {
    const reports: unknown[] = [];
    const spawn = () => {
      throw new Error("no more threads");
    };
    const { pool } = localPool(failing, { spawn, report: (error) => reports.push(error) });
    const refused = ["INTERNAL", 500, "the picture could not be worked on: try again", undefined];
    expect(await refusal(pool.scan(scanOf("a")))).toEqual(refused);
    const together = ["b", "c", "d"].map((data) => refusal(pool.scan(scanOf(data))));
    expect(await Promise.all(together)).toEqual([refused, refused, refused]);
    expect(String(reports)).toContain("no more threads");
  });
});

describe("threads of Node", () => {
  test("one that spins is ended, and the next job is done", async () => {
    const { pool } = threadPool({ timeLimit: 2_000 });
    expect(await pool.scan(scanOf("hello"))).toEqual(reportOf("hello"));
    const spinning = refusal(pool.scan(scanOf("spin")));
    expect(await spinning).toEqual(expect.arrayContaining(["BUSY", 503]));
    expect(await pool.scan(scanOf("again"))).toEqual(reportOf("again"));
  });

  test.each(["exit", "crash"])("one that dies (%s) is replaced", async (deed) => {
    const { pool, reports } = threadPool();
    const dying = pool.scan(scanOf(deed));
    const waiting = pool.scan(scanOf("next"));
    expect(await refusal(dying)).toEqual(expect.arrayContaining(["INTERNAL", 500]));
    expect(await waiting).toEqual(reportOf("next"));
    expect(reports).toHaveLength(1);
  });

  test("one that is replaced costs nothing, and neither does a new one that dies", async () => {
    let spawned = 0;
    const [program, missing] = ["./hostile-worker.mjs", "./missing.mjs"].map((name) => new URL(name, import.meta.url));
    const spawn = () => spawnNodeWorker((spawned++ === 1 ? missing : program) as URL);
    const { pool, reports } = threadPool({ spawn, jobLimit: 2 });
    let job = 0;
    for (; spawned < 4 || reports.length === 0; job++)
      expect(await pool.scan(scanOf(`${job}`))).toEqual(reportOf(`${job}`));
    expect(String(reports)).toContain("missing.mjs");
    expect(reports).toHaveLength(1);
  });

  test("one whose program is missing fails its jobs, with a report", async () => {
    const url = new URL("./missing.mjs", import.meta.url);
    const { pool, reports } = threadPool({ spawn: () => spawnNodeWorker(url) });
    expect(await refusal(pool.scan(scanOf("x")))).toEqual(expect.arrayContaining(["INTERNAL", 500]));
    expect(String(reports)).toContain("missing.mjs");
  });

  test("idle ones do not keep the process alive, and a job under way does", async () => {
    const program = fileURLToPath(new URL("./idle-pool.mjs", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 30_000 });
    expect(stdout).toBe("hello\n");
  });
});
