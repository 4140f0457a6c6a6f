import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { boundBackpressure } from "../../src/runtime/connections.ts";
import { openSocket } from "../faults/sockets.ts";

const MB = 1024 * 1024;
const REQUEST = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

test("disconnects the clients that have not read for longest, and serves those that read", async () => {
  const body = Buffer.alloc(16 * MB);
  const server = createServer((_request, response) => response.end(body)).listen(0, "127.0.0.1");
  await once(server, "listening");
  boundBackpressure(server, 64 * MB, 20);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let gone = 0;
  server.on("connection", (socket) => socket.once("close", () => gone++));
  const idle = Array.from({ length: 10 }, () => {
    const raw = openSocket(url, REQUEST);
    raw.socket.pause();
    return raw;
  });
  while (gone < 4) await new Promise((resolve) => setTimeout(resolve, 10));
  const whole = await (await fetch(url)).arrayBuffer();
  expect(whole.byteLength).toBe(body.length);
  // Three responses fit within the limit. The system's buffers hold part of each.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(gone - 1).toBeLessThanOrEqual(7);
  for (const { socket } of idle) socket.destroy();
  server.close();
  server.closeAllConnections();
});
