import { request } from "node:http";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { createAccessLog, type Exchange } from "../../src/runtime/exchanges.ts";
import { createMetrics } from "../../src/runtime/metrics.ts";
import { startServer } from "../../src/runtime/node.ts";
import type { Watch } from "../../src/runtime/watch.ts";
import { heavyOf } from "../heavy.ts";
import { testError } from "../test-error.ts";

const loopback = { port: 0, host: "127.0.0.1" };

/** Starts a server, and records its finished requests and its log. */
async function watched(given = {}) {
  const ended: Exchange[] = [];
  const lines: string[] = [];
  const log = createAccessLog({ line: (text) => lines.push(text) }, () => new Date(0));
  const watch: Watch = {
    exchanges: [{ end: (exchange) => ended.push(exchange) }, log],
    links: (links) => links,
    heavy: (heavy) => heavy,
    close: async () => {},
  };
  const server = await startServer({ ...loopback, ...given }, {}, undefined, Promise.resolve(watch));
  return { server, ended, lines };
}

test("logs the route, status and size of each request, and nothing that the client sent", async () => {
  const { server, ended, lines } = await watched();
  const secret = "my-secret-password";
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${secret}`, "User-Agent": secret };
  const picture = await fetch(`${server.url}/api/qr?data=${secret}`, { headers });
  const size = (await picture.arrayBuffer()).byteLength;
  await fetch(`${server.url}/api/qr`, { method: "POST", headers, body: JSON.stringify({ data: secret }) });
  const link = await (await fetch(`${server.url}/api/i?data=${secret}`, { headers })).json();
  await fetch(`${server.url}/i/${link.id}`, { method: "HEAD", headers });
  await fetch(`${server.url}/${secret}/x`, { headers });
  await server.close();
  expect(ended).toMatchObject([
    { method: "GET", route: "/api/qr", status: 200, whole: true },
    { method: "POST", route: "/api/qr", status: 200 },
    { method: "GET", route: "/api/i", status: 200 },
    { method: "HEAD", route: "/i/:name", status: 200 },
    { method: "GET", route: "none", status: 404 },
  ]);
  const [first] = ended;
  expect(first?.bytes).toBeGreaterThan(size);
  expect(first?.bytes).toBeLessThan(size + 1000);
  expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual(
    Array(5).fill(["time", "method", "route", "status", "bytes", "ms"]),
  );
  expect(lines[0]).toMatch(/^\{"time":"1970-01-01T00:00:00.000Z","method":"GET","route":"\/api\/qr","status":200,/);
  expect(lines.join()).not.toContain(secret);
  expect(lines.join()).not.toContain(link.id);
});

test("reports aborted responses and malformed requests", async () => {
  const { server, ended, lines } = await watched();
  const broken = connect(Number(new URL(server.url).port), "127.0.0.1");
  broken.end("GET /api/qr?data=x HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n");
  await vi.waitFor(() => expect(ended).toMatchObject([{ route: "none", status: 400, whole: true }]), 30_000);
  const gone = request(`${server.url}/api/qr`, { method: "POST", headers: { "Content-Type": "application/json" } });
  gone.on("error", () => {});
  gone.write("{");
  await fetch(`${server.url}/healthz`);
  gone.destroy();
  await vi.waitFor(() => expect(ended).toHaveLength(3), 30_000);
  expect(ended[2]).toMatchObject({ method: "POST", status: 0, whole: false });
  expect(JSON.parse(lines[2] ?? "")).toMatchObject({ status: 0, broken: true });
  await server.close();
});

test("takes the public URL from a trusted proxy only", async () => {
  const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "qr.example.com" };
  const ask = async (given: object) => {
    const server = await startServer({ ...loopback, ...given });
    const { url } = await (await fetch(`${server.url}/api/i?data=x`, { headers })).json();
    await server.close();
    return new URL(url).origin.replace(server.url, "its own");
  };
  expect(await ask({ trustProxy: "loopback" })).toBe("https://qr.example.com");
  expect(await ask({ trustProxy: "10.0.0.0/8" })).toBe("its own");
  expect(await ask({})).toBe("its own");
  expect(await ask({ trustProxy: "loopback", baseUrl: "https://codes.example.com" })).toBe("https://codes.example.com");
});

test("serves metrics only on the port for metrics", async () => {
  const server = await startServer({ ...loopback, metrics: loopback });
  await fetch(`${server.url}/api/qr?data=x`);
  await fetch(`${server.url}/api/i?data=x`);
  await fetch(`${server.url}/a/b/c`);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  const answer = await fetch(server.metricsUrl ?? "");
  expect(answer.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await answer.text();
  for (const line of [
    'isoqr_http_requests_total{method="GET",route="/api/qr",status="200"} 1',
    'isoqr_http_requests_total{method="GET",route="none",status="404"} 2',
    'isoqr_http_request_duration_seconds_count{route="/api/i"} 1',
    "isoqr_http_requests_in_flight 0",
    'isoqr_link_operations_total{operation="add",outcome="success"} 1',
    "isoqr_heavy_running 0",
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  const other = new URL("/", server.metricsUrl);
  expect([(await fetch(other)).status, await (await fetch(other)).json()]).toEqual([
    404,
    { error: "only /metrics is served here" },
  ]);
  await server.close();
  await expect(fetch(server.metricsUrl ?? "")).rejects.toThrow("fetch failed");
});

test("fails with a message if the metrics port is in use", async () => {
  const other = await startServer(loopback);
  const metrics = { port: Number(new URL(other.url).port), host: "127.0.0.1" };
  await expect(startServer({ ...loopback, metrics })).rejects.toThrow("choose another port with --metrics-port");
  await other.close();
});

test("counts link operations by outcome", async () => {
  const metrics = createMetrics();
  const link = { id: "3nbe4xknsP", data: "x", tokenHash: "0" };
  const fail = (code: "BUSY" | "STORE_UNAVAILABLE") => () => Promise.reject(testError(code, "later"));
  const links = metrics.links({
    find: async () => link,
    add: fail("BUSY"),
    remove: fail("STORE_UNAVAILABLE"),
    close: async () => undefined,
  });
  await Promise.allSettled([links.find(link.id), links.add(link), links.remove(link)]);
  const text = await metrics.text();
  expect(text).toContain('isoqr_link_operations_total{operation="find",outcome="success"} 1');
  expect(text).toContain('isoqr_link_operations_total{operation="add",outcome="busy"} 1');
  expect(text).toContain('isoqr_link_operations_total{operation="remove",outcome="error"} 1');
});

test("counts heavy jobs by outcome, and those that are waiting", async () => {
  const metrics = createMetrics();
  const ends: (() => void)[] = [];
  const work = () => new Promise<never>((_, reject) => ends.push(() => reject(testError("BUSY", "later"))));
  const heavy = metrics.heavy(heavyOf({ drawCard: work }), 2);
  const job = { title: "", data: "x", color: "000000" };
  const jobs = [1, 2, 3].map(() => heavy.run({ name: "drawCard", input: job }).catch(({ code }) => code));
  expect(await metrics.text()).toMatch(/^isoqr_heavy_running 2$[\s\S]*^isoqr_heavy_waiting 1$/m);
  for (const end of ends) end();
  expect(await Promise.all(jobs)).toEqual(["BUSY", "BUSY", "BUSY"]);
  const text = await metrics.text();
  expect(text).toContain('isoqr_heavy_total{work="card",outcome="busy"} 3');
  expect(text).toMatch(/^isoqr_heavy_running 0$/m);
});
