import { setTimeout } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createMemoryCounts, Limiter } from "../../src/runtime/rate-limiter.ts";
import { openPostgresCounts, type SharedCounts } from "../../src/stores/postgres/counts.ts";
import { startTestServer, type TestServer } from "../postgres/database.ts";
import { type DatabaseProxy, openProxy } from "../postgres/proxy.ts";

const MINUTE = 60_000;

let server: TestServer;
let url: string;
let sql: postgres.Sql;
beforeAll(async () => {
  server = await startTestServer();
  url = await server.createDatabase();
  sql = postgres(url, { max: 1, onnotice: () => undefined });
}, 120_000);
afterAll(async () => {
  await sql?.end();
  await server?.stop();
}, 60_000);
beforeEach(() => sql`DROP TABLE IF EXISTS isoqr_limits`);

const opened: SharedCounts[] = [];
const reported: string[] = [];
async function open(at = url): Promise<SharedCounts> {
  const counts = await openPostgresCounts(at, (line) => reported.push(line));
  opened.push(counts);
  await counts.opened;
  return counts;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((counts) => counts.close()));
  reported.length = 0;
});

test("servers that start at the same time create one table and count together", async () => {
  const servers = await Promise.all(Array.from({ length: 4 }, () => open()));
  const sums = await Promise.all(
    servers.flatMap((counts) => Array.from({ length: 25 }, () => counts.add("a", 1, MINUTE))),
  );
  expect(sums.map(({ points }) => points).sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  expect(reported).toEqual([]);
});

test("servers that count many keys at once do not deadlock", async () => {
  const servers = await Promise.all([open(), open(), open()]);
  const keys = Array.from({ length: 200 }, (_, i) => `key-${i}`);
  const rounds = servers.flatMap((counts, at) =>
    Array.from({ length: 5 }, () =>
      Promise.all((at % 2 ? keys : [...keys].reverse()).map((key) => counts.add(key, 1, MINUTE))),
    ),
  );
  await Promise.all(rounds);
  const [last] = await Promise.all(servers.map((counts) => counts.add("key-0", 1, MINUTE)));
  expect(last?.points).toBeGreaterThan(15);
});

test("restarts a count at 0 when its interval ends", async () => {
  const counts = await open();
  expect(await counts.add("a", 5, 60_000)).toMatchObject({ points: 5 });
  const { rest } = await counts.add("a", 1, 60_000);
  expect(rest).toBeGreaterThan(0);
  expect(rest).toBeLessThanOrEqual(60_000);
  await sql`UPDATE isoqr_limits SET ends = now()`;
  expect(await counts.add("a", 1, 60_000)).toMatchObject({ points: 1 });
});

test("combines counts that arrive during a query into the next query", async () => {
  const counts = await open();
  await sql`CREATE TABLE IF NOT EXISTS queries (at INT)`;
  await sql.unsafe(`
    CREATE OR REPLACE FUNCTION note() RETURNS trigger AS 'BEGIN INSERT INTO queries VALUES (1); RETURN NULL; END' LANGUAGE plpgsql;
    CREATE TRIGGER note AFTER INSERT ON isoqr_limits FOR EACH STATEMENT EXECUTE FUNCTION note();`);
  await Promise.all(Array.from({ length: 1_000 }, (_, i) => counts.add(`client-${i % 50}`, 1, MINUTE)));
  const [row] = await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM queries`;
  expect(row?.count).toBe(2);
});

test("errors during an outage contain no addresses", async () => {
  const counts = await open();
  await sql`DROP TABLE isoqr_limits`;
  await expect(counts.add("192.0.2.1", 1, MINUTE)).rejects.toThrow();
  expect(reported).toEqual([
    "PostgreSQL cannot count requests (42P01): each process counts its own requests until you create the table isoqr_limits as in docs/deploy/many.md",
  ]);
});

test("counts in memory while the database is unavailable, and in the database once it is back", async () => {
  const proxy: DatabaseProxy = await openProxy(url);
  try {
    const counts = await open(proxy.url);
    const alone = new Limiter({ name: "requests", points: 3, counts: createMemoryCounts() });
    const limit = new Limiter({ name: "requests", points: 3, counts, insurance: alone });
    expect(await limit.take("a", 3)).toBe(0);
    expect(await limit.take("a", 1)).toBeGreaterThan(0);
    await proxy.close();
    expect(await limit.take("a", 1)).toBe(0);
    expect([await limit.take("a", 2), (await limit.take("a", 1)) > 0]).toEqual([0, true]);
    expect(await limit.take("b", 1)).toBe(0);
    expect(reported).toHaveLength(1);
  } finally {
    await proxy.close();
  }
});

test("waits only once for a database that hangs, and uses it again once it responds", async () => {
  const proxy = await openProxy(url);
  try {
    const settings = { patience: 300, interval: 50 };
    const counts = await openPostgresCounts(proxy.url, (line) => reported.push(line), settings);
    opened.push(counts);
    await counts.opened;
    expect(await counts.add("a", 1, MINUTE)).toMatchObject({ points: 1 });
    proxy.mode = "hang";
    await expect(counts.add("a", 1, MINUTE)).rejects.toThrow("timed out");
    await expect(counts.add("a", 1, MINUTE)).rejects.toThrow("PostgreSQL is unavailable");
    proxy.mode = "forward";
    const back = await vi.waitUntil(() => counts.add("a", 1, MINUTE).catch(() => undefined), { timeout: 30_000 });
    expect(back?.points).toBeGreaterThan(1);
    expect(reported).toEqual([
      "PostgreSQL cannot count requests (TIME_LIMIT): each process counts its own requests in the meantime",
    ]);
  } finally {
    await proxy.close();
  }
});

test("attempts that started during an outage do not end the connection after it", async () => {
  const proxy = await openProxy(url);
  try {
    proxy.mode = "hang";
    const settings = { patience: 300, interval: 20 };
    const counts = await openPostgresCounts(proxy.url, (line) => reported.push(line), settings);
    opened.push(counts);
    await counts.opened;
    await setTimeout(100);
    proxy.mode = "forward";
    await vi.waitUntil(() => counts.add("a", 1, MINUTE).catch(() => undefined), { timeout: 30_000 });
    // Longer than all attempts that started before.
    for (let i = 0; i < 40; i++) {
      await setTimeout(10);
      expect(await counts.add("a", 1, MINUTE)).toMatchObject({ points: i + 2 });
    }
    expect(reported).toHaveLength(1);
  } finally {
    await proxy.close();
  }
});

test("does not report attempts that fail after it is closed", async () => {
  const proxy = await openProxy(url);
  try {
    proxy.mode = "hang";
    const counts = await openPostgresCounts(proxy.url, (line) => reported.push(line));
    await counts.close();
    await counts.opened;
    expect(reported).toEqual([]);
  } finally {
    await proxy.close();
  }
});

test("does not wait for a database that is unavailable at startup, and uses it once it is available", async () => {
  const counts = await open("postgres://isoqr@127.0.0.1:1/isoqr");
  await expect(counts.add("a", 1, MINUTE)).rejects.toThrow("PostgreSQL is unavailable");
  expect(reported).toEqual([
    "PostgreSQL cannot count requests (ECONNREFUSED): each process counts its own requests in the meantime",
  ]);
});
