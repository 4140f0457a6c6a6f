import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { Limits } from "../../src/runtime/connections.ts";
import { copyProgram, type Served } from "./program.ts";
import { askLight, openSocket, times } from "./sockets.ts";

const program = copyProgram("callers");
const [script, processes] = ["limited-server.mjs", "limited-processes.mjs"].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
) as [string, string];
let server: Served;
afterEach(() => server.end());
afterAll(() => program.remove());

/** Starts a server with limits short enough for a test. */
async function startLimited(limits: Partial<Limits>): Promise<string> {
  const args = [program.folder, JSON.stringify({ connectionsCheckingInterval: 100, ...limits })];
  server = await program.start(args, { script });
  return server.url;
}

test("200 half-open sockets delay no other client, and are closed with 408", async () => {
  const url = await startLimited({ headersTimeout: 1_000 });
  const sockets = Array.from({ length: 200 }, () => openSocket(url, "GET /api/qr?data=x HTTP/1.1\r\nHost: a\r\n"));
  expect(await askLight(url, 50)).toEqual(times(50, 200));
  const answers = await Promise.all(sockets.map(({ closed }) => closed));
  expect(new Set(answers.map((answer) => answer.split("\r\n")[0]))).toEqual(new Set(["HTTP/1.1 408 Request Timeout"]));
  expect(await askLight(url, 1)).toEqual([200]);
});

test("50 slow bodies delay no other client, and are closed with 408", async () => {
  const url = await startLimited({ headersTimeout: 500, requestTimeout: 1_500 });
  const head = "POST /api/qr HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n";
  const sockets = Array.from({ length: 50 }, () => openSocket(url, head));
  const drip = setInterval(() => {
    for (const { socket } of sockets) if (socket.writable) socket.write(" ");
  }, 50);
  expect(await askLight(url, 50)).toEqual(times(50, 200));
  const answers = await Promise.all(sockets.map(({ closed }) => closed));
  clearInterval(drip);
  expect(new Set(answers.map((answer) => answer.split("\r\n")[0]))).toEqual(new Set(["HTTP/1.1 408 Request Timeout"]));
  expect(await askLight(url, 1)).toEqual([200]);
});

/** Resolves to the memory that the server holds after garbage collection, in megabytes. */
async function heldMemory(): Promise<number> {
  const before = server.output().length;
  server.child.kill("SIGUSR2");
  const [, held] = await vi.waitUntil(() => /holds (\d+) MB\n/.exec(server.output().slice(before)), 60_000);
  return Number(held);
}

/** Returns the number of sockets and files that the server has open. */
const openFiles = () => readdirSync(`/proc/${server.child.pid}/fd`).length;

/** Fifty pictures of at least half a megabyte each. */
const LARGE_BATCH = JSON.stringify({
  options: { format: "svg", dotStyle: "dots", ec: "L" },
  items: Array.from({ length: 50 }, (_, i) => ({ data: `${i} `.padEnd(2900, "x") })),
});

/** Returns a raw batch request with Connection: close, so that its socket closes after the response. */
function batchRequest(body: string): string {
  const type = "Content-Type: application/json";
  return `POST /api/qr/batch HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

test("40 clients that never read take little memory, delay no other client, and are disconnected", async () => {
  // 8 s is much longer than any other response takes, even on a busy machine.
  const url = await startLimited({ timeout: 8_000 });
  await askLight(url, 200);
  const [before, files] = [await heldMemory(), openFiles()];
  const sockets = Array.from({ length: 40 }, () => {
    const raw = openSocket(url, batchRequest(LARGE_BATCH));
    raw.socket.pause();
    return raw;
  });
  expect(await askLight(url, 50)).toEqual(times(50, 200));
  // Together, the forty responses would exceed a gigabyte.
  expect((await heldMemory()) - before).toBeLessThan(300);
  while (openFiles() > files + 5) await new Promise((resolve) => setTimeout(resolve, 50));
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"items":[{"data":"x"}]}' };
  // A client can have half of the batches in progress.
  const answers = await Promise.all(Array.from({ length: 16 }, () => fetch(`${url}/api/qr/batch`, init)));
  expect(answers.map(({ status }) => status)).toEqual(times(16, 200));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  for (const { socket } of sockets) socket.destroy();
});

test("batches whose clients never read make room for new batches long before they time out", async () => {
  const url = await startLimited({});
  const sockets = Array.from({ length: 32 }, () => {
    const raw = openSocket(url, batchRequest(LARGE_BATCH));
    raw.socket.pause();
    return raw;
  });
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"items":[{"data":"x"}]}' };
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  // Wait until all responses have started and have filled the system's buffers.
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  let status = 0;
  while (status !== 200 && elapsed() < 25_000) {
    const answer = await fetch(`${url}/api/qr/batch`, init);
    await answer.arrayBuffer();
    status = answer.status;
  }
  expect(status).toBe(200);
  expect(server.output()).toBe(`isoqr is serving on ${url}\n`);
  for (const { socket } of sockets) socket.destroy();
});

test("a thousand pipelined requests, and hundreds of clients that never read a large file, take little memory", async () => {
  mkdirSync(join(program.folder, "demo/assets"), { recursive: true });
  writeFileSync(join(program.folder, "demo/assets/large.png"), new Uint8Array(1_500_000));
  const url = await startLimited({});
  const request = "GET /assets/large.png HTTP/1.1\r\nHost: a\r\n\r\n";
  expect((await (await fetch(`${url}/assets/large.png`)).arrayBuffer()).byteLength).toBe(1_500_000);
  await askLight(url, 200);
  const before = await heldMemory();
  const sockets = [request.repeat(1_200), ...times(300, request)].map((words) => {
    const raw = openSocket(url, words);
    raw.socket.pause();
    return raw;
  });
  expect(await askLight(url, 50)).toEqual(times(50, 200));
  // The file has 1.5 MB, so a copy for each client would exceed this limit.
  expect((await heldMemory()) - before).toBeLessThan(20);
  for (const { socket } of sockets) socket.destroy();
});

test("sockets beyond the limit are closed, and new sockets are accepted once older ones are closed", async () => {
  const url = await startLimited({ maxConnections: 20 });
  const request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
  const sockets = Array.from({ length: 20 }, () => openSocket(url, request));
  while (!sockets.every(({ received }) => received().includes("200 OK"))) await new Promise(setImmediate);
  expect(await openSocket(url, request).closed).toBe("");
  for (const { socket, closed } of sockets) {
    socket.destroy();
    await closed;
  }
  while (
    !(await openSocket(url, request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")).closed).includes("200 OK")
  );
});

/** Returns the milliseconds of processor time that `pid` has used. Linux counts 100 ticks per second. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

test("two processes that have reached the limit close new sockets without using processor time", async () => {
  server = await program.start([program.folder, JSON.stringify({ maxConnections: 5 })], { script: processes });
  const request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
  const sockets: ReturnType<typeof openSocket>[] = [];
  const received = () => sockets.filter(({ received }) => received().includes("200 OK")).length;
  let closed = 0;
  async function open(count: number): Promise<void> {
    for (let at = 0; at < count; at++) {
      const socket = openSocket(server.url, request);
      sockets.push(socket);
      void socket.closed.then(() => closed++);
    }
    while (received() + closed < sockets.length) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // Open only a few sockets at a time, because a slow process accepts fewer of them if many are opened at once.
  while (received() < 10) await open(5);
  await open(20);
  expect(received()).toBe(10);
  const { pid = 0 } = server.child;
  const before = processorTime(pid);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(processorTime(pid) - before).toBeLessThan(300);
  for (const { socket } of sockets) socket.destroy();
});

test("a socket that sends only empty lines is closed like an idle one", async () => {
  const url = await startLimited({ keepAliveTimeout: 300 });
  const { socket, received, closed } = openSocket(url, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  while (!received().includes("200 OK")) await new Promise((resolve) => setTimeout(resolve, 5));
  const lines = setInterval(() => socket.writable && socket.write("\r\n"), 50);
  await closed;
  clearInterval(lines);
  expect(await askLight(url, 1)).toEqual([200]);
});

test("the last response on a socket with the maximum number of requests has Connection: close", async () => {
  const url = await startLimited({ maxRequestsPerSocket: 3, keepAliveTimeout: 200 });
  const answers = await openSocket(url, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(4)).closed;
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual([...times(3, "HTTP/1.1 200"), "HTTP/1.1 503"]);
  expect(answers.match(/^connection: .+/gim)?.map((line) => line.slice(12))).toEqual([
    "keep-alive",
    "keep-alive",
    "close",
    "close",
  ]);
});
