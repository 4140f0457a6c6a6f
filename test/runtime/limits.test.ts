import { spawnSync } from "node:child_process";
import { connect } from "node:net";
import postgres from "postgres";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createMetrics } from "../../src/runtime/metrics.ts";
import { type RunningServer, type ServerSettings, startServer } from "../../src/runtime/node.ts";
import { openSocket } from "../faults/sockets.ts";
import { startTestServer } from "../postgres/database.ts";
import { openProxy } from "../postgres/proxy.ts";

const servers: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  vi.restoreAllMocks();
});

async function start(settings: ServerSettings, watch?: Parameters<typeof startServer>[3]): Promise<RunningServer> {
  const server = await startServer({ port: 0, host: "127.0.0.1", ...settings }, {}, undefined, watch);
  servers.push(server);
  return server;
}

const unlimited = { requests: 0, heavy: 0, links: 0 };

async function statuses(
  { url }: RunningServer,
  count: number,
  headers: Record<string, string> = {},
  path = "/api/qr?data=x",
) {
  const found: number[] = [];
  for (let i = 0; i < count; i++) {
    const answer = await fetch(url + path, { headers });
    await answer.arrayBuffer();
    found.push(answer.status);
  }
  return found;
}

describe("a server with limits", () => {
  test("rejects requests over a limit, but not health checks", async () => {
    const server = await start({ limits: { ...unlimited, requests: 2 } });
    expect(await statuses(server, 4)).toEqual([200, 200, 429, 429]);
    expect(await statuses(server, 4, {}, "/healthz")).toEqual([200, 200, 200, 200]);
    const answer = await fetch(`${server.url}/api/qr?data=x`);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(answer.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  test("rejects a request before its body arrives, and keeps the connection open", async () => {
    const server = await start({ limits: { ...unlimited, heavy: 1 } });
    await (await fetch(`${server.url}/api/qr/validate?data=x`)).arrayBuffer();
    const head = "POST /api/qr/batch HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    const { socket, received, closed } = openSocket(server.url, `${head}Content-Length: 100000\r\n\r\n`);
    await vi.waitUntil(() => received().includes("RATE_LIMITED"), { timeout: 30_000 });
    socket.write(`${"x".repeat(100_000)}GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect([...(await closed).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["429", "200"]);
  });

  test("rejects each of several pipelined requests", async () => {
    const server = await start({ limits: { ...unlimited, requests: 3 } });
    const request = "GET /api/qr?data=x&format=svg HTTP/1.1\r\nHost: a\r\n\r\n";
    const last = request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    const answers = await openSocket(server.url, request.repeat(9) + last).closed;
    const found = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(found).toEqual([...Array(3).fill("200"), ...Array(7).fill("429")]);
  });

  test("ignores X-Forwarded-For without TRUST_PROXY, and reports a possible proxy once", async () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const server = await start({ limits: { ...unlimited, requests: 2 } });
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(...(await statuses(server, 1, { "X-Forwarded-For": `192.0.2.${i}` })));
    expect(answers).toEqual([200, 200, 429]);
    const line = "all clients behind 127.0.0.1 count as one client: if this is your proxy, set TRUST_PROXY=127.0.0.1";
    expect(report.mock.calls).toEqual([[line]]);
  });

  test.each([undefined, "https://qr.example.com"])(
    "trusts X-Forwarded-For from a trusted proxy, with BASE_URL %s",
    async (baseUrl) => {
      const limits = { ...unlimited, requests: 2 };
      const server = await start({ limits, trustProxy: "loopback", ...(baseUrl && { baseUrl }) });
      const from = (address: string, count = 3) => statuses(server, count, { "X-Forwarded-For": address });
      expect(await from("192.0.2.1")).toEqual([200, 200, 429]);
      expect(await from("192.0.2.2")).toEqual([200, 200, 429]);
      // A proxy appends its entry to the header that it receives from the client.
      expect(await from("198.51.100.1, 192.0.2.2", 1)).toEqual([429]);
      // IPv6 addresses in the same /64 count as one client.
      expect(await from("2001:db8::1", 2)).toEqual([200, 200]);
      expect(await from("2001:db8::2", 1)).toEqual([429]);
      expect(await from("2001:db8:0:1::2", 1)).toEqual([200]);
    },
  );

  test("the metrics count rejected requests by the kind of limit", async () => {
    const metrics = createMetrics();
    const watch = {
      exchanges: [],
      links: metrics.links,
      heavy: metrics.heavy,
      limits: metrics.limits,
      close: async () => {},
    };
    const server = await start({ limits: { requests: 5, heavy: 1, links: 1 } }, Promise.resolve(watch));
    await statuses(server, 3, {}, "/api/i?data=x");
    await statuses(server, 5);
    const text = await metrics.text();
    expect(text).toContain('isoqr_limited_total{kind="links"} 2');
    expect(text).toContain('isoqr_limited_total{kind="requests"} 3');
  });

  test("divides the limits among several processes", async () => {
    const server = await start({ limits: { ...unlimited, requests: 5 }, workers: 2 });
    expect(await statuses(server, 4)).toEqual([200, 200, 200, 429]);
  });

  test("does no work for a connection that was reset before it was accepted", async () => {
    const server = await start({ limits: { ...unlimited, links: 1 } });
    const body = JSON.stringify({ data: "reset" });
    const head = `POST /api/i HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    const program = `
      const socket = require("node:net").connect(${new URL(server.url).port}, "127.0.0.1", () =>
        socket.write(${JSON.stringify(`${head}\r\n\r\n${body}`)}, () => socket.resetAndDestroy()));`;
    // Blocks this process, and with it the server.
    expect(spawnSync(process.execPath, ["-e", program], { timeout: 20_000 }).status).toBe(0);
    await statuses(server, 5, {}, "/healthz");
    const answer = await fetch(`${server.url}/api/i?data=reset`);
    expect(answer.status).toBe(200);
    // The token proves that this request created the link.
    expect(await answer.json()).toHaveProperty("token");
  });

  test("does not count a request whose client has disconnected", async () => {
    const server = await start({ limits: { ...unlimited, requests: 1 } });
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    socket.destroy();
    expect(await statuses(server, 2)).toEqual([200, 429]);
  });
});

test("counts across servers in PostgreSQL, and per server without it", async () => {
  const database = await startTestServer();
  try {
    const way = await openProxy(await database.createDatabase());
    const links = way.url;
    const report = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const limits = { ...unlimited, requests: 6, links: 3 };
    const sql = postgres(links, { max: 1 });
    /** Resolves once the database contains `points` requests. */
    const settled = (points: number) =>
      expect
        .poll(() => sql`SELECT points FROM isoqr_limits WHERE key LIKE '%requests%'`, { timeout: 30_000 })
        .toEqual([{ points }]);
    const [one, other] = await Promise.all([start({ links, limits }), start({ links, limits })]);
    expect(await statuses(one, 2, {}, "/api/i?data=x")).toEqual([200, 200]);
    await settled(2);
    expect(await statuses(other, 2, {}, "/api/i?data=x")).toEqual([200, 429]);
    await settled(4);
    // The servers learn of each other's requests when they settle their own.
    await statuses(one, 1);
    await settled(5);
    expect(await statuses(one, 2)).toEqual([200, 429]);
    await settled(7);
    await statuses(other, 1);
    await settled(8);
    expect(await statuses(other, 1)).toEqual([429]);
    await sql.end();
    await way.close();
    // From here on, each server counts on its own, as soon as it notices the outage.
    await Promise.all([statuses(one, 1), statuses(other, 1)]);
    await expect.poll(() => report.mock.calls.length, { timeout: 30_000 }).toBe(2);
    expect(await statuses(one, 7)).toEqual([...Array(6).fill(200), 429]);
    expect(await statuses(other, 7)).toEqual([...Array(6).fill(200), 429]);
  } finally {
    await database.stop();
  }
}, 120_000);

test("a server without limits counts nothing", async () => {
  const server = await start({});
  expect(new Set(await statuses(server, 50, { "X-Forwarded-For": "192.0.2.1" }))).toEqual(new Set([200]));
});
