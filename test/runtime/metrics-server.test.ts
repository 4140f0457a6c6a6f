import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MetricsServer, serveMetrics } from "../../src/runtime/metrics.ts";
import { openSocket } from "../faults/sockets.ts";

let server: MetricsServer;
beforeAll(async () => {
  server = await serveMetrics({ port: 0, host: "127.0.0.1" }, async () => "figures 1\n");
});
afterAll(() => server.close());

const REQUEST = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";

/** Resolves to the response on a new socket. */
async function ask(): Promise<string> {
  return openSocket(server.url, REQUEST.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")).closed;
}

test.each([
  ["half-open", "GET /metrics HTTP/1.1\r\n"],
  ["silent", ""],
])("serves metrics despite 20 %s sockets", async (_, words) => {
  const sockets = Array.from({ length: 20 }, () => openSocket(server.url, words));
  await sleep(100);
  await expect.poll(ask).toContain("figures 1");
  await Promise.all(sockets.map(({ closed }) => closed));
});

test("closes idle sockets to make room for new ones", async () => {
  const sockets = Array.from({ length: 20 }, () => openSocket(server.url, REQUEST));
  while (!sockets.every(({ received }) => received().includes("figures 1"))) await sleep(5);
  // If the server did not close these sockets, they would stay open for more than a minute.
  await expect.poll(ask).toContain("figures 1");
  await Promise.all(sockets.map(({ closed }) => closed));
});
