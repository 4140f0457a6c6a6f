import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_HEADER_LINES } from "../../src/runtime/bad-requests.ts";
import { createListener, type RunningServer, startServer } from "../../src/runtime/node.ts";
import { openSocket } from "../faults/sockets.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, host: "127.0.0.1", trustProxy: "loopback" });
});
afterAll(() => server.close());

const filler = (count: number) => "a:\r\n".repeat(count);
const link = "POST /api/i HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 12\r\n";
const body = '{"data":"x"}';

/** Resolves to everything that the server sends in response to `input` before it closes the connection. */
const send = (words: string, { url } = server) => openSocket(url, words).closed;
const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

describe("too many header lines", () => {
  test.each([
    ["just above the limit", MAX_HEADER_LINES, ""],
    ["a second Host behind what Node reads", 2_500, "Host: evil.example\r\n"],
    ["the proxy's own header behind what Node reads", 2_500, "X-Forwarded-Host: qr.example.com\r\n"],
  ])("rejects them with 431 and closes the connection: %s", async (_, count, last) => {
    const first = "Host: a\r\nX-Forwarded-Host: evil.example\r\n";
    const answer = await send(`${link}${first}${filler(count)}${last}\r\n${body}`);
    expect(statuses(answer)).toEqual([431]);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toMatch(/^content-type: application\/json\r$/im);
    expect(answer).toMatch(/^access-control-allow-origin: \*\r$/im);
    expect(answer).toContain(`{"error":"a request must have at most ${MAX_HEADER_LINES} header lines: send fewer"}`);
    expect(answer).not.toContain("evil");
  });

  test("rejects a request with too many header lines after valid ones, and reads no further requests", async () => {
    const good = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    const bad = `GET /healthz HTTP/1.1\r\nHost: a\r\n${filler(1_500)}\r\n`;
    expect(statuses(await send(good + good + bad + good))).toEqual([200, 200, 431]);
  });

  test("rejects too many header lines over HTTP/1.0", async () => {
    expect(statuses(await send(`GET /healthz HTTP/1.0\r\nHost: a\r\n${filler(1_500)}\r\n`))).toEqual([431]);
  });

  test("rejects too many header lines before the body arrives", async () => {
    const head = `POST /api/qr HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 12\r\n`;
    expect(statuses(await send(`${head}${filler(1_500)}\r\n`))).toContain(431);
  });

  test("createListener rejects too many header lines in any server", async () => {
    const own = createServer(createListener(async () => new Response("never"))).listen(0, "127.0.0.1");
    await once(own, "listening");
    const url = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
    const answer = await openSocket(url, `GET / HTTP/1.1\r\nHost: a\r\n${filler(2_500)}\r\n`).closed;
    own.close();
    expect(statuses(answer)).toEqual([431]);
  });
});

test("accepts the maximum number of header lines", async () => {
  const fits = filler(MAX_HEADER_LINES - 2);
  const answer = await send(`GET /healthz HTTP/1.1\r\nHost: a\r\n${fits}Connection: close\r\n\r\n`);
  expect(statuses(answer)).toEqual([200]);
});

test("rejects a second Host header with 400", async () => {
  const fits = filler(MAX_HEADER_LINES - 2);
  expect(statuses(await send(`GET /healthz HTTP/1.1\r\nHost: a\r\n${fits}Host: b\r\n\r\n`))).toEqual([400]);
});

test("ignores trailers", async () => {
  const head = "POST /api/i HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n";
  const trailers = `${filler(1_200)}Host: evil.example\r\nX-Forwarded-Host: evil.example\r\n`;
  const answer = await send(`${head}Transfer-Encoding: chunked\r\n\r\nc\r\n${body}\r\n0\r\n${trailers}\r\n`);
  expect(statuses(answer)).toEqual([200]);
  expect(answer).toContain('"url":"http://a/i/');
});
