import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_WAITING } from "../../src/runtime/listener.ts";
import { createListener } from "../../src/runtime/node.ts";
import { openSocket } from "../faults/sockets.ts";

/** The requested paths, in the order in which the app started to handle them. `most` is the maximum number of requests
 *  handled at the same time. */
let begun: string[] = [];
let most = 0;
let now = 0;
const server = createServer(
  createListener(async (request) => {
    const { pathname } = new URL(request.url);
    begun.push(pathname);
    most = Math.max(most, ++now);
    await sleep(pathname === "/slow" ? 200 : 1);
    while (pathname === "/held" && !begun.includes("/other")) await sleep(1);
    now--;
    return new Response(`${pathname}#`);
  }),
);
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  [begun, most, now] = [[], 0, 0];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const last = (path: string) => get(path, "Connection: close\r\n");

test("handles pipelined requests one after another, in order", async () => {
  const paths = Array.from({ length: 30 }, (_, i) => `/${i}`);
  const answer = await openSocket(url, paths.map((path) => get(path)).join("") + last("/last")).closed;
  expect(answer.match(/\/\w+(?=#)/g)).toEqual([...paths, "/last"]);
  expect([begun, most]).toEqual([[...paths, "/last"], 1]);
});

test("reads the body of a pipelined request", async () => {
  const post = "POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc";
  const answer = await openSocket(url, get("/slow") + post + last("/last")).closed;
  expect(answer.match(/\/\w+(?=#)/g)).toEqual(["/slow", "/post", "/last"]);
});

test("handles another socket between two pipelined requests", async () => {
  const many = openSocket(url, get("/one").repeat(10) + get("/held") + last("/last"));
  while (begun.length < 2) await sleep(0);
  expect(await openSocket(url, last("/other")).closed).toContain("/other#");
  expect(await many.closed).toContain("/last#");
  expect(begun.indexOf("/other")).toBeLessThan(begun.indexOf("/last"));
});

test("closes a socket with too many pipelined requests, and starts none of them", async () => {
  expect(await openSocket(url, get("/slow") + get("/next").repeat(1000)).closed).toBe("");
  await sleep(250);
  expect(begun).toEqual(["/slow"]);
});

test("creates no requests from the rest of a packet whose socket is closed", async () => {
  let created = 0;
  const count = () => void created++;
  server.on("request", count);
  expect(await openSocket(url, get("/slow") + get("/next").repeat(2_000)).closed).toBe("");
  server.off("request", count);
  expect(created).toBe(MAX_WAITING + 2);
});

test("does not start pipelined requests after the client disconnects", async () => {
  const gone = openSocket(url, get("/slow") + get("/next").repeat(5));
  while (begun.length === 0) await sleep(0);
  gone.socket.destroy();
  await gone.closed;
  await sleep(250);
  expect(begun).toEqual(["/slow"]);
});
