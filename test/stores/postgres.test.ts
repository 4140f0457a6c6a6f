import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openPostgresLinks } from "../../src/stores/postgres/store.ts";
import type { LinkAdmin, LinkStore, StoredLink } from "../../src/stores/store.ts";
import { link } from "../contract/links.ts";
import { startTestServer, type TestServer } from "../postgres/database.ts";
import { type DatabaseProxy, openProxy } from "../postgres/proxy.ts";

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  url = await server.createDatabase();
}, 120_000);
afterAll(() => server?.stop(), 60_000);
const dropTables = async () => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql`DROP TABLE IF EXISTS isoqr_links, isoqr_links_meta`;
  await sql.end();
};
beforeEach(dropTables);

test("servers that start at the same time create one table", async () => {
  const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresLinks(url)));
  await stores[0]?.add(link("AAAAAAAAAA"));
  for (const store of stores) {
    expect(await store.find("AAAAAAAAAA")).toEqual(link("AAAAAAAAAA"));
    await store.close();
  }
});

describe("a database of an older version", () => {
  /** Creates the old table with `count` links. Returns the queries that a server of that version sends. */
  async function makeOld(count: number) {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    await sql`CREATE TABLE isoqr_links (id TEXT PRIMARY KEY, data BYTEA NOT NULL, token_hash TEXT NOT NULL)`;
    const add = ({ id, data, tokenHash }: StoredLink) =>
      sql`INSERT INTO isoqr_links (id, data, token_hash) VALUES (${id}, ${Buffer.from(data)}, ${tokenHash})`;
    const find = async (id: string) =>
      (await sql<{ data: Buffer }[]>`SELECT data, token_hash FROM isoqr_links WHERE id = ${id}`)[0]?.data.toString();
    for (let i = 0; i < count; i++) await add(link(`O${i}`.padEnd(10, "x"), "y".repeat(1000)));
    return { add, find, close: () => sql.end() };
  }
  const old = link("O0xxxxxxxx", "y".repeat(1000));
  const today = Math.floor(Date.now() / 86_400_000);

  test("servers that start at the same time migrate the database while an older server runs", async () => {
    const before = await makeOld(3);
    expect(await before.find(old.id)).toBe(old.data);
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresLinks(url, { expireDays: 1 })));
    for (const store of stores) expect(await store.find(old.id)).toEqual(old);
    expect(await before.find(old.id)).toBe(old.data);
    await before.add(link("NNNNNNNNNN"));
    await stores[0]?.add(link("PPPPPPPPPP"));
    expect(await stores[1]?.find("NNNNNNNNNN")).toEqual(link("NNNNNNNNNN"));
    expect(await before.find("PPPPPPPPPP")).toBe(link("PPPPPPPPPP").data);
    const { links, oldestRead } = (await stores[2]?.stats()) ?? {};
    expect(links).toBe(5);
    // The days may differ by one, because the database has its own clock, and midnight may have passed.
    expect(Math.abs(Number(oldestRead) - today)).toBeLessThanOrEqual(1);
    for (const store of stores) await store.close();
    await before.close();
  });

  test("counts existing links, and includes changes by an older server after a call to stats", async () => {
    const before = await makeOld(30);
    const store = await openPostgresLinks(url, { maxBytes: 40_000 });
    // 30 links of 1,200 bytes leave space for three more.
    await vi.waitFor(async () => {
      const sql = postgres(url, { max: 1 });
      const done = await sql`SELECT 1 FROM isoqr_links_meta WHERE name = 'bytes before'`;
      await sql.end();
      expect(done).toHaveLength(1);
    }, 30_000);
    for (let i = 0; i < 3; i++) await store.add(link(`A${i}`.padEnd(10, "x"), "z".repeat(1000)));
    await expect(store.add(link("BBBBBBBBBB", "z".repeat(1000)))).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await store.remove(link("A0xxxxxxxx", "z".repeat(1000)));
    await before.add(link("CCCCCCCCCC", "z".repeat(1000)));
    expect((await store.stats()).bytes).toBe(33 * 1200);
    await expect(store.add(link("BBBBBBBBBB", "z".repeat(1000)))).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await store.close();
    await before.close();
  });
});

describe("a database that fails", () => {
  const TIME_LIMIT = 2000;
  let proxy: DatabaseProxy;
  let store: LinkStore & LinkAdmin;
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

  const expectBack = async () => {
    expect(await store.find("AAAAAAAAAA")).toEqual(before);
    expect(await store.find("BBBBBBBBBB")).toBeUndefined();
    expect(await store.add(link("CCCCCCCCCC"))).toEqual(link("CCCCCCCCCC"));
  };

  test("delays calls by at most one time limit while the database hangs, even if another call breaks the connection", async () => {
    proxy.mode = "hang";
    const first = store.find("AAAAAAAAAA").catch(() => undefined);
    await sleep(TIME_LIMIT / 2);
    // Timers fire in order even on a slow machine, so a call that meets its time limit settles before `late`.
    const calls = [
      store.find("BBBBBBBBBB"),
      store.add(link("CCCCCCCCCC")),
      store.remove(before),
      store.restore({ ...link("DDDDDDDDDD"), readDay: 1 }),
    ].map((answer) => answer.then(String, ({ code }) => code));
    const late = sleep(1.25 * TIME_LIMIT).then(() => "too late");
    expect(await Promise.all(calls.map((one) => Promise.race([one, late])))).toEqual(
      Array(4).fill("STORE_UNAVAILABLE"),
    );
    await first;
  });

  test("a database that closes every connection causes 503, and is contacted again only after a pause", async () => {
    await proxy.close();
    proxy.mode = "refuse";
    await proxy.open();
    const { accepted } = proxy;
    const calls = [store.find("AAAAAAAAAA"), store.add(link("BBBBBBBBBB")), store.remove(before)];
    const away = { status: "rejected", reason: { code: "STORE_UNAVAILABLE" } };
    expect(await Promise.allSettled(calls)).toMatchObject([away, away, away]);
    expect(proxy.accepted - accepted).toBeLessThan(200);
    proxy.mode = "forward";
    await expectBack();
  });

  test("a momentary outage causes no error", async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.find("AAAAAAAAAA")));
    await proxy.close();
    await proxy.open();
    await expectBack();
  });

  test("returns the link with the creator's token if the connection breaks after the link was stored", async () => {
    // Prepare the statement, so that the next response is the one to the insertion.
    await store.add(link("DDDDDDDDDD"));
    proxy.mode = "cut";
    const mine = link("EEEEEEEEEE");
    expect(await store.add(mine)).toEqual(mine);
    expect(proxy.mode).toBe("forward");
    expect(await store.find("EEEEEEEEEE")).toEqual(mine);
  });
});

test("logs one line while the database is unavailable at startup, and uses it once it is available", async () => {
  const proxy = await openProxy(url);
  await proxy.close();
  const told: string[] = [];
  const store = await openPostgresLinks(proxy.url, { report: (line) => told.push(line) });
  const { host } = new URL(proxy.url);
  expect(told).toEqual([`link requests get 503 until PostgreSQL at ${host} is available: the connection was refused`]);
  const refused = await store.find("AAAAAAAAAA").catch((error) => error);
  expect([refused.code, refused.cause]).toEqual(["STORE_UNAVAILABLE", undefined]);
  await proxy.open();
  expect(await store.add(link("AAAAAAAAAA"))).toEqual(link("AAAAAAAAAA"));
  await store.close();
  await proxy.close();
});

describe("rejects with a message without the password", () => {
  const messageOf = async (change: (url: URL) => void) => {
    const changed = new URL(url);
    change(changed);
    const error: Error = await openPostgresLinks(changed.href).then(
      () => new Error("the store opened without an error"),
      (reason) => reason,
    );
    expect(error.message).toContain(`opening the links in PostgreSQL at ${changed.host} failed: `);
    if (changed.password) expect(error.message).not.toContain(changed.password);
    return error.message;
  };

  test("rejects a password with an unencoded percent sign", async () => {
    await expect(openPostgresLinks("postgres://u:50%off@127.0.0.1:1/d")).rejects.toThrow(
      /^opening the links in PostgreSQL[^%]* failed: a % in the URL must be written as %25$/,
    );
  });

  test("rejects an invalid URL", async () => {
    await expect(openPostgresLinks("postgres://u:secret@127.0.0.1:99999/d")).rejects.toThrow(
      /^opening the links in PostgreSQL failed: the URL must have the form postgres:\/\/USER:PASSWORD@HOST\/DATABASE$/,
    );
  });
  test("rejects a missing database", async () => {
    expect(await messageOf((url) => Object.assign(url, { pathname: "/isoqr_nowhere" }))).toContain(
      "the database does not exist",
    );
  });
  test("rejects a user who may not log in", async () => {
    const wrong = { username: "isoqr_stranger", password: "wrong-password" };
    expect(await messageOf((url) => Object.assign(url, wrong))).toMatch(
      /the user or the password is wrong|may not log in/,
    );
  });
});
