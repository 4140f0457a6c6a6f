import { readFileSync } from "node:fs";
import { afterAll, expect, test, vi } from "vitest";
import { copyProgram, type Served } from "./program.ts";
import { askLight, openSocket, type RawSocket, times } from "./sockets.ts";

const program = copyProgram("memory");
afterAll(() => program.remove());

/** Starts a server with a heap of at most 256 MB. */
function startSmall(): Promise<Served> {
  return program.start(["--port", "0", "--links", "memory:"], {
    command: ["env", "NODE_OPTIONS=--max-old-space-size=256"],
  });
}

/** Sends a batch and reads only the beginning of the response. */
async function sendBatch(url: string, body: string): Promise<RawSocket> {
  const type = "Content-Type: application/json";
  const raw = openSocket(
    url,
    `POST /api/qr/batch HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  raw.socket.once("data", () => raw.socket.pause());
  raw.socket.write(body);
  await vi.waitUntil(() => raw.received() !== "" || raw.socket.destroyed, { timeout: 60_000 });
  return raw;
}

const statusOf = ({ received }: RawSocket) => /^HTTP\/1.1 (\d+)/.exec(received())?.[1];

/** Returns the megabytes of memory that the process uses. */
function memoryOf({ child }: Served): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1000;
}

/** Twenty pictures of half a megabyte each. They fill the buffers of a socket. */
const pictures = Array.from({ length: 20 }, (_, at) =>
  JSON.stringify({ data: `${at} `.padEnd(2_900, "x"), format: "svg", dotStyle: "dots", ec: "L" }),
);

test("30 batches of 14 MB whose clients never read do not exhaust memory", async () => {
  const server = await startSmall();
  const logo = JSON.stringify({ data: "x", logoData: "Q".repeat(480_000) });
  const body = `{"items":[${[...pictures, ...times(29, logo)]}]}`;
  const sockets: RawSocket[] = [];
  for (let at = 0; at < 30; at++) sockets.push(await sendBatch(server.url, body));
  const statuses = new Set(sockets.map(statusOf));
  expect(statuses).toContain("200");
  expect([...statuses].filter((status) => status !== "200" && status !== "503")).toEqual([]);
  expect(await askLight(server.url, 10)).toEqual(times(10, 200));
  expect(server.child.exitCode).toBe(null);
  for (const { socket } of sockets) socket.destroy();
  await server.end();
});

test("rejects 13 batches of 14 MB of invalid objects, and frees their memory", async () => {
  const server = await startSmall();
  await askLight(server.url, 20);
  const before = memoryOf(server);
  const body = `{"items":[{"data":"x","junk":[${"{},".repeat(4_700_000)}{}]},${pictures}]}`;
  const sockets = await Promise.all(Array.from({ length: 13 }, () => sendBatch(server.url, body)));
  expect(sockets.map(statusOf)).toEqual(times(13, "400"));
  expect(await askLight(server.url, 10)).toEqual(times(10, 200));
  for (const { socket } of sockets) socket.destroy();
  await vi.waitUntil(() => memoryOf(server) < before + 100, { timeout: 30_000 });
  await server.end();
});
