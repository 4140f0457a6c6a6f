import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPostgresLinks } from "../../src/adapters/postgres-links.ts";
import type { LinkStore } from "../../src/ports.ts";
import { link, testLinkStore } from "../contract/links.ts";
import { startTestServer, type TestServer } from "../postgres/database.ts";
import { type DisturbedWay, openProxy } from "../postgres/proxy.ts";

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  url = await server.createDatabase();
}, 120_000);
afterAll(() => server?.stop(), 60_000);
beforeEach(async () => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql`DROP TABLE IF EXISTS isoqr_links`;
  await sql.end();
});

testLinkStore(
  "PostgreSQL",
  () => openPostgresLinks(url),
  () => openPostgresLinks(url),
);

test("servers that start at once make one table", async () => {
  const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresLinks(url)));
  await stores[0]?.add(link("AAAAAAAAAA"));
  for (const store of stores) {
    expect(await store.find("AAAAAAAAAA")).toEqual(link("AAAAAAAAAA"));
    await store.close();
  }
});

describe("a database that goes away", () => {
  const TIME_LIMIT = 2000;
  let proxy: DisturbedWay;
  let store: LinkStore;
  const before = link("AAAAAAAAAA");

  beforeEach(async () => {
    proxy = await openProxy(url);
    store = await openPostgresLinks(proxy.url, { timeLimit: TIME_LIMIT });
    await store.add(before);
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
  });

  /** Every method says that the store is away. What is to be reported is one line of each outage, which has nothing of what
   *  was to be stored. */
  const reported: unknown[] = [];
  const expectAway = async () => {
    reported.length = 0;
    const asked = [store.find("AAAAAAAAAA"), store.add(link("BBBBBBBBBB", "a secret")), store.remove(before)];
    for (const answer of await Promise.allSettled(asked)) {
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "STORE_AWAY", status: 503 } });
      const { cause } = (answer as PromiseRejectedResult).reason;
      if (cause !== undefined) reported.push(cause);
    }
    for (const line of reported) expect(line).toMatch(/^PostgreSQL failed: \S.*$/);
    expect(String(reported)).not.toMatch(/a secret|AAAAAAAAAA|BBBBBBBBBB/);
  };
  const expectBack = async () => {
    expect(await store.find("AAAAAAAAAA")).toEqual(before);
    expect(await store.find("BBBBBBBBBB")).toBeUndefined();
    expect(await store.add(link("CCCCCCCCCC"))).toEqual(link("CCCCCCCCCC"));
  };

  test("and refuses connections is 503 at once, and is used again once it is back", async () => {
    await proxy.close();
    const started = performance.now();
    for (let i = 0; i < 5; i++) {
      await expectAway();
      expect(reported).toHaveLength(i === 0 ? 1 : 0);
    }
    expect(performance.now() - started).toBeLessThan(4000);
    await proxy.open();
    await expectBack();
  });

  test("and is silent is 503 within seconds, and is used again once it speaks", async () => {
    proxy.weather = "mute";
    const started = performance.now();
    await expectAway();
    expect(performance.now() - started).toBeLessThan(TIME_LIMIT + 3000);
    proxy.weather = "fair";
    await expectBack();
  });

  test("and closes every connection is 503, and is not run up against without a pause", async () => {
    await proxy.close();
    proxy.weather = "shut";
    await proxy.open();
    const { accepted } = proxy;
    await expectAway();
    expect(proxy.accepted - accepted).toBeLessThan(200);
    proxy.weather = "fair";
    await expectBack();
  });

  test("for a moment only is not noticed", async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.find("AAAAAAAAAA")));
    await proxy.close();
    await proxy.open();
    await expectBack();
  });

  test("after it has stored a link, before it says so: the link is its maker's all the same", async () => {
    // The statement is known to the connection, so that the next answer is the one to the insertion.
    await store.add(link("DDDDDDDDDD"));
    proxy.weather = "deaf";
    const mine = link("EEEEEEEEEE");
    expect(await store.add(mine)).toEqual(mine);
    expect(proxy.weather).toBe("fair");
    expect(await store.find("EEEEEEEEEE")).toEqual(mine);
  });
});

test("a database that is not there yet is told of in one line, and used from when it is there", async () => {
  const proxy = await openProxy(url);
  await proxy.close();
  const told: string[] = [];
  const store = await openPostgresLinks(proxy.url, { report: (line) => told.push(line) });
  const { host } = new URL(proxy.url);
  expect(told).toEqual([`links answer 503 until PostgreSQL at ${host} is there: nobody listens there`]);
  const refused = await store.find("AAAAAAAAAA").catch((error) => error);
  expect([refused.code, refused.cause]).toEqual(["STORE_AWAY", undefined]);
  await proxy.open();
  expect(await store.add(link("AAAAAAAAAA"))).toEqual(link("AAAAAAAAAA"));
  await store.close();
  await proxy.close();
});

describe("a database that cannot be used stops the start with a sentence, without the password", () => {
  const sentence = async (change: (url: URL) => void) => {
    const changed = new URL(url);
    change(changed);
    const error: Error = await openPostgresLinks(changed.href).then(
      () => new Error("it was opened"),
      (reason) => reason,
    );
    expect(error.message).toContain(`links cannot be kept in PostgreSQL at ${changed.host}: `);
    if (changed.password) expect(error.message).not.toContain(changed.password);
    return error.message;
  };

  test("a password whose percent sign is not encoded", async () => {
    await expect(openPostgresLinks("postgres://u:50%off@127.0.0.1:1/d")).rejects.toThrow(
      /^links cannot be kept in PostgreSQL[^%]*: a % in its address is written as %25$/,
    );
  });

  test("no address", async () => {
    await expect(openPostgresLinks("postgres://u:secret@127.0.0.1:99999/d")).rejects.toThrow(
      /^links cannot be kept in PostgreSQL: the address is not well-formed, write postgres:\/\/USER:PASSWORD@HOST\/DATABASE$/,
    );
  });
  test("no such database", async () => {
    expect(await sentence((url) => Object.assign(url, { pathname: "/isoqr_nowhere" }))).toContain(
      "there is no such database",
    );
  });
  test("a stranger", async () => {
    const wrong = { username: "isoqr_stranger", password: "wrong-password" };
    expect(await sentence((url) => Object.assign(url, wrong))).toMatch(
      /the user or the password is wrong|may not log in/,
    );
  });
});
