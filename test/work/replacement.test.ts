import { expect, test } from "vitest";
import { serveHeavyWork } from "../../src/work/heavy-pool.ts";
import { spawnNodeWorker } from "../../src/work/node-worker.ts";
import { withJobs } from "../heavy.ts";
import { card, failing, gated, localPool, logo, refusal, reportOf, scanOf, spawner, threadPool } from "./pools.ts";

test("replaces a worker after its last job, without delaying or failing any job", async () => {
  const { pool, ended, spawned } = localPool(failing, { size: 1, jobLimit: 3 });
  for (let job = 0; job < 10; job++) {
    expect(await pool.run({ name: "drawCard", input: card })).toEqual(Uint8Array.of(1, 2, 3));
    if (job === 1) expect([spawned(), ended]).toEqual([1, []]);
  }
  await expect.poll(() => ended.length).toBe(spawned() - 1);
  expect(ended).toEqual(ended.map((_, number) => number));
  expect(spawned()).toBeGreaterThan(1);
  expect(await pool.run({ name: "drawCard", input: card })).toEqual(Uint8Array.of(1, 2, 3));
});

test("lets a replaced worker finish its job", async () => {
  const { work, begun, release } = gated();
  const { pool, ended, spawned } = localPool(work, { size: 1, jobLimit: 1 });
  const answers = ["a", "b", "c"].map((data) => pool.run({ name: "scan", input: scanOf(data) }));
  await expect.poll(() => begun).toEqual(["a"]);
  release();
  // The old worker runs the second job, and the new one runs the third.
  await expect.poll(() => begun).toEqual(["a", "b", "c"]);
  expect([spawned(), ended]).toEqual([2, []]);
  release();
  expect(await Promise.all(answers)).toEqual(["a", "b", "c"].map(reportOf));
  await expect.poll(() => ended).toContain(0);
});

/** Returns a spawner whose third worker never responds. */
function spawnerWithMute() {
  const { spawn, ended, spawned } = spawner(failing);
  const { port2 } = new MessageChannel();
  const mute = () => ({ endpoint: port2, close: () => port2.close() });
  return { spawn: () => (spawned() === 2 ? spawn(mute) : spawn()), ended, spawned };
}

test("replaces one worker at a time, and uses the old one until the new one responds", async () => {
  const { spawn, ended, spawned } = spawnerWithMute();
  const { pool } = localPool(failing, { spawn, jobLimit: 1, timeLimit: 60_000 });
  for (let round = 0; round < 20; round++)
    await Promise.all([pool.run({ name: "drawCard", input: card }), pool.run({ name: "drawCard", input: card })]);
  expect([spawned(), ended]).toEqual([3, []]);
});

test("terminates a new worker that never responds", async () => {
  const { spawn, ended, spawned } = spawnerWithMute();
  const { pool } = localPool(failing, { spawn, jobLimit: 1, timeLimit: 1_000 });
  await Promise.all([pool.run({ name: "drawCard", input: card }), pool.run({ name: "drawCard", input: card })]);
  await expect.poll(() => ended, { timeout: 30_000 }).toEqual([2]);
  await pool.run({ name: "drawCard", input: card });
  await expect.poll(() => ended).toHaveLength(2);
  expect(spawned()).toBe(4);
});

test("terminates a new worker that responds too late, after another one has replaced the old worker", async () => {
  const never = () => new Promise<never>(() => {});
  const work = withJobs(failing, { drawLogo: never, scan: never });
  const { spawn, ended, spawned } = spawner(work);
  const { port1, port2 } = new MessageChannel();
  const late = () => ({ endpoint: port2, close: () => port1.close() });
  const { pool } = localPool(work, {
    ...{ size: 1, jobLimit: 1, timeLimits: { drawLogo: 100 } },
    spawn: () => (spawned() === 1 ? spawn(late) : spawn()),
  });
  await pool.run({ name: "drawCard", input: card });
  const overdue = refusal(pool.run({ name: "drawLogo", input: logo }));
  const running = refusal(pool.run({ name: "scan", input: scanOf("x") }));
  expect(await overdue).toEqual(expect.arrayContaining(["LOGO_INVALID", 400]));
  expect([spawned(), ended]).toEqual([3, [0]]);
  serveHeavyWork(work, port1);
  await expect.poll(() => ended).toEqual([0, 1]);
  pool.close();
  expect(await running).toEqual(expect.arrayContaining(["BUSY", 503]));
});

test("loses no job when a replaced worker or a new one dies", async () => {
  let spawned = 0;
  const [program, missing] = ["./hostile-worker.mjs", "./missing.mjs"].map((name) => new URL(name, import.meta.url));
  const spawn = () => spawnNodeWorker((spawned++ === 1 ? missing : program) as URL);
  const { pool, reports } = threadPool({ spawn, jobLimit: 2 });
  let job = 0;
  for (; spawned < 4 || reports.length === 0; job++)
    expect(await pool.run({ name: "scan", input: scanOf(`${job}`) })).toEqual(reportOf(`${job}`));
  expect(String(reports)).toContain("missing.mjs");
  expect(reports).toHaveLength(1);
});
