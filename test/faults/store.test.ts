import { afterAll, beforeAll, expect, test } from "vitest";
import { lostOf, makeLink, makeLinks, openLink, type Promised } from "./links-over-http.ts";
import { type FaultyPostgres, startFaultyPostgres } from "./own-postgres.ts";
import { copyProgram, type Served } from "./program.ts";
import { askLight, times } from "./sockets.ts";

const program = copyProgram("store");
let database: FaultyPostgres;
let server: Served;
const promised: Promised[] = [];

beforeAll(async () => {
  database = await startFaultyPostgres();
  server = await program.start(["--port", "0", "--links", database.url]);
}, 120_000);
afterAll(async () => {
  await program.remove();
  await database.stop();
});

/** Creates some links. They must survive the other tests in this file. */
async function promise(name: string): Promise<void> {
  const { made, refused } = await makeLinks(server.url, name, 20);
  promised.push(...made);
  expect(refused).toBeUndefined();
}

/** Waits until a link can be created. Resolves to the time that this took, in milliseconds. */
async function back(name: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const link = await makeLink(server.url, name);
    if ("id" in link) {
      promised.push(link);
      return performance.now() - began;
    }
    expect(link.status).toBe(503);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const away = { status: 503, retryAfter: "1" };
/** The time limit for a query is five seconds. The margin allows for a busy machine, but not for a second query. */
const inTime = expect.toSatisfy((took: number) => took < 8_500);

test("a database that hangs delays only requests for links, by a few seconds, and is used again once it continues", async () => {
  await promise("before-hanging");
  const { id } = promised[0] as Promised;
  // Wait until the cache has dropped the links that were looked up.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  database.freeze();
  const waiting = [openLink(server.url, id), makeLink(server.url, "while-hanging"), openLink(server.url, id)];
  expect(await askLight(server.url, 50)).toEqual(times(50, 200));
  for (const outcome of await Promise.all(waiting)) expect(outcome).toEqual({ ...away, took: inTime });
  database.thaw();
  expect(await back("after-hanging")).toBeLessThan(10_000);
  expect(await lostOf(server.url, promised)).toEqual([]);
}, 120_000);

test("while the database is down, link requests get 503 and other requests work; links work again once it is back", async () => {
  await promise("before-dying");
  await database.kill();
  for (let i = 0; i < 5; i++) {
    expect(await makeLink(server.url, `while-dead-${i}`)).toEqual({ ...away, took: inTime });
    expect(await askLight(server.url, 10)).toEqual(times(10, 200));
  }
  await database.start();
  expect(await back("after-dying")).toBeLessThan(10_000);
  expect(await lostOf(server.url, promised)).toEqual([]);
}, 120_000);

test("a database that dies during writes loses no acknowledged link", async () => {
  const making = Array.from({ length: 8 }, (_, lane) => makeLinks(server.url, `lane-${lane}`, 10_000));
  for (let i = 0; i < 5; i++) await back(`during-lanes-${i}`);
  await database.kill();
  const lanes = await Promise.all(making);
  for (const { made, refused } of lanes) {
    promised.push(...made);
    expect(refused).toEqual({ ...away, took: inTime });
  }
  expect(lanes.flatMap(({ made }) => made).length).toBeGreaterThan(0);
  await database.start();
  await back("after-writes");
  expect(await lostOf(server.url, promised)).toEqual([]);
}, 120_000);
