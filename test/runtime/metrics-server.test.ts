import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, test } from "vitest";
import { type MetricsServer, serveMetrics } from "../../src/runtime/metrics.ts";
import { openSocket } from "../faults/sockets.ts";

let server: MetricsServer;
beforeAll(async () => {
  server = await serveMetrics({ port: 0, host: "127.0.0.1" }, async () => "figures 1\n");
});
afterAll(() => server.close());

const REQUEST = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";

/** Asks on sockets of its own until somebody answers. */
async function untilAnswered(): Promise<void> {
  for (;;) {
    const asked = openSocket(server.url, REQUEST.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    if ((await asked.closed).includes("figures 1")) return;
    await sleep(50);
  }
}

test.each([
  ["half-open", "GET /metrics HTTP/1.1\r\n"],
  ["silent", ""],
])("20 %s sockets keep nobody from the figures for long", async (_, words) => {
  const sockets = Array.from({ length: 20 }, () => openSocket(server.url, words));
  await sleep(100);
  await untilAnswered();
  await Promise.all(sockets.map(({ closed }) => closed));
});

test("20 sockets that were answered and stay make room at once", async () => {
  const sockets = Array.from({ length: 20 }, () => openSocket(server.url, REQUEST));
  while (!sockets.every(({ heard }) => heard().includes("figures 1"))) await sleep(5);
  // By themselves they would stay for more than a minute.
  await untilAnswered();
  await Promise.all(sockets.map(({ closed }) => closed));
});
