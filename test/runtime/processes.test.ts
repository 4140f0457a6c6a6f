import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startServer } from "../../src/runtime/node.ts";
import { childrenOf, copyProgram, isAlive, type Running } from "./built-program.ts";
import { askUntilRefused } from "./until-refused.ts";

const folder = mkdtempSync(join(tmpdir(), "isoqr-processes-"));
let program: ReturnType<typeof copyProgram>;
beforeAll(() => {
  program = copyProgram();
}, 120_000);
afterAll(() => {
  program.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Milliseconds after which a test fails. */
const LATE = 30_000;

/** Resolves once `check` passes. */
const until = (check: () => unknown) => vi.waitFor(check, LATE);

const TWO = { WORKERS: "2", LINKS: `sqlite:${join(folder, "links.db")}` };

/** Resolves to the status of a response once all of it has arrived. */
function ask(agent: Agent, url: string, body?: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const given = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" } };
    request(url, { agent, ...given }, (answer) => answer.resume().on("end", () => resolve(answer.statusCode)))
      .on("error", reject)
      .end(body);
  });
}

async function end({ child }: Running, signal: NodeJS.Signals = "SIGTERM") {
  const gone = once(child, "exit");
  child.kill(signal);
  return gone;
}

test("several processes share a port and metrics, and a process that dies is replaced", async () => {
  const running = await program.serve({ ...TWO, METRICS_PORT: "0", ACCESS_LOG: "json" });
  const { url, seen, child } = running;
  const before = childrenOf(child);
  expect(before).toHaveLength(2);
  const metricsUrl = /Metrics are at (\S+)/.exec(seen.out)?.[1] ?? "";
  // Connections are distributed round robin.
  for (let at = 0; at < 10; at++) expect(await ask(new Agent(), `${url}/api/qr?data=${at}`)).toBe(200);
  const figures = async () => (await fetch(metricsUrl)).text();
  const counted = async () => {
    const lines = (await figures()).matchAll(
      /^isoqr_http_requests_total\{.*route="\/api\/qr".*worker="(\d)"\} (\d+)$/gm,
    );
    return new Map([...lines].map(([, worker = "", count]) => [worker, Number(count)]));
  };
  await until(async () => {
    const counts = await counted();
    expect([...counts.keys()].sort()).toEqual(["1", "2"]);
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(10);
  });
  // A process that is killed loses the log lines of the last 0.1 s.
  const lines = () => seen.out.match(/^\{"time":.*"route":"\/api\/qr","status":200.*\}$/gm);
  await until(() => expect(lines()).toHaveLength(10));
  process.kill(before[0] ?? 0, "SIGKILL");
  await until(() => expect(childrenOf(child).filter((pid) => !before.includes(pid))).toHaveLength(1));
  await until(() => expect(seen.err).toContain("\n"));
  expect(seen.err).toMatch(/^process \d of 2 exited with SIGKILL: restarting it\n$/);
  expect(await ask(new Agent(), `${url}/readyz`)).toBe(200);
  expect(await end(running)).toEqual([0, null]);
  await until(() => expect(childrenOf(child)).toEqual([]));
  expect(lines()).toHaveLength(10);
});

test("exits when no process is running and none can be started", async () => {
  const links = join(folder, "broken", "links.db");
  const running = await program.serve({ ...TWO, LINKS: `sqlite:${links}` });
  const { child, seen } = running;
  const gone = once(child, "exit");
  rmSync(join(folder, "broken"), { recursive: true });
  writeFileSync(join(folder, "broken"), "no folder");
  for (const pid of childrenOf(child)) process.kill(pid, "SIGKILL");
  expect(await gone).toEqual([1, null]);
  expect(seen.err).toMatch(
    /^process \d of 2 cannot start: opening the links in .* failed: part of the path is not a folder$/m,
  );
  expect(seen.err).toMatch(/isoqr is exiting: no server process is running, and none can be started\n$/);
  expect(seen.err.match(/cannot start/g)?.length).toBeLessThanOrEqual(10);
});

test("keeps running when many processes die during startup", async () => {
  const running = await program.serve({ ...TWO, WORKERS: "5" });
  const { child, seen } = running;
  const killed = new Set<number>();
  const killAll = () => {
    for (const pid of childrenOf(child)) {
      process.kill(pid, "SIGKILL");
      killed.add(pid);
    }
  };
  killAll();
  // Wait until new processes have begun to start.
  await until(() => expect(childrenOf(child).filter((pid) => !killed.has(pid)).length).toBeGreaterThan(3));
  killAll();
  await until(() => expect(childrenOf(child).filter((pid) => !killed.has(pid))).toHaveLength(5));
  expect(await end(running)).toEqual([0, null]);
  expect(seen.err).not.toContain("isoqr is exiting");
});

test("metrics fail while a process hangs, and work again once it has been replaced", async () => {
  const running = await program.serve({ ...TWO, METRICS_PORT: "0" });
  const { child, seen } = running;
  const metricsUrl = /Metrics are at (\S+)/.exec(seen.out)?.[1] ?? "";
  const workers = async () => {
    const answer = await fetch(metricsUrl);
    return [answer.status, new Set((await answer.text()).match(/worker="\d"/g)).size];
  };
  expect(await workers()).toEqual([200, 2]);
  const [hanging = 0] = childrenOf(child);
  process.kill(hanging, "SIGSTOP");
  expect(await workers()).toEqual([503, 0]);
  process.kill(hanging, "SIGKILL");
  await until(async () => expect(await workers()).toEqual([200, 2]));
  expect(await end(running)).toEqual([0, null]);
}, 120_000);

test.each([
  ["one process", {}],
  ["several", { WORKERS: "2" }],
])("a signal ends %s during startup: process 1 of a container has no default handler", async (_, env) => {
  // A database that accepts connections and never responds.
  const database = createServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1");
  await once(database, "listening");
  const { port } = database.address() as AddressInfo;
  const { child } = program.start({ ...env, LINKS: `postgres://u:p@127.0.0.1:${port}/d` });
  await Promise.race([once(database, "connection"), once(child, "exit")]);
  const processes = childrenOf(child);
  expect(await end({ child, seen: { out: "", err: "" }, url: "" })).toEqual([0, null]);
  await until(() => expect(processes.filter(isAlive)).toEqual([]));
  database.close();
});

test.each([1, 2])("finishes all requests after SIGTERM under load, with %i process(es)", async (count) => {
  for (let round = 0; round < 3; round++) {
    const running = await program.serve({ ...TWO, WORKERS: String(count) });
    const { answers, refused } = askUntilRefused(running.url, 20);
    await until(() => expect(Math.min(...answers)).toBeGreaterThan(5));
    const gone = end(running);
    await Promise.all(refused);
    expect(await gone).toEqual([0, null]);
  }
});

test("a process that hangs during shutdown does not affect clients of the other process", async () => {
  const running = await program.serve(TWO);
  const { answers, refused } = askUntilRefused(running.url, 20);
  await until(() => expect(Math.min(...answers)).toBeGreaterThan(5));
  process.kill(childrenOf(running.child)[0] ?? 0, "SIGSTOP");
  const before = [...answers];
  const served = () => answers.flatMap((count, lane) => (count > (before[lane] ?? 0) + 20 ? [lane] : []));
  await until(() => expect(served().length).toBeGreaterThan(3));
  const lanes = served();
  expect(lanes.length).toBeLessThan(20);
  expect(await end(running)).toEqual([0, null]);
  await Promise.all(lanes.map((lane) => refused[lane]));
});

test("several processes exit silently on a signal during startup", async () => {
  const { child, seen } = program.start({ ...TWO, WORKERS: "3" });
  await until(() => expect(childrenOf(child)).toHaveLength(3));
  const processes = childrenOf(child);
  expect(await end({ child, seen, url: "" })).toEqual([0, null]);
  await until(() => expect(processes.filter(isAlive)).toEqual([]));
  expect(seen).toEqual({ out: "", err: "" });
});

test("keeps serving during the drain delay without being ready; a second signal stops it immediately", async () => {
  const running = await program.serve({ ...TWO, DRAIN_DELAY: "60" });
  const { child, url } = running;
  const processes = childrenOf(child);
  child.kill("SIGTERM");
  await until(async () => expect(await ask(new Agent(), `${url}/readyz`)).toBe(503));
  expect(await ask(new Agent(), `${url}/api/qr?data=x`)).toBe(200);
  // The second signal ends the processes long before the delay of one minute has passed.
  expect(await end(running)).toEqual([null, "SIGTERM"]);
  await until(() => expect(processes.filter(isAlive)).toEqual([]));
});

test("prints one message and leaves no process behind if startup fails", async () => {
  const other = await startServer({ port: 0, host: "127.0.0.1" });
  const { child, seen } = program.start({ ...TWO, PORT: new URL(other.url).port });
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(seen.err).toMatch(/^isoqr cannot start: port \d+ on 127\.0\.0\.1 is already in use: .*--port\n$/);
  await other.close();
});

test("keeps running after the reader of its log exits", async () => {
  const { child, url } = await program.serve({ LINKS: "memory:", ACCESS_LOG: "json" });
  child.stdout?.destroy();
  for (let at = 0; at < 3; at++) {
    expect(await ask(new Agent(), `${url}/api/qr?data=${at}`)).toBe(200);
    await sleep(200);
  }
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  expect(await gone).toEqual([0, null]);
});
