import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import Database from "libsql";
import { afterAll, describe, expect, test } from "vitest";
import { openSqliteLinks } from "../../src/stores/sqlite/store.ts";
import { createSqliteWriter } from "../../src/stores/sqlite/writer.ts";
import type { StoredLink } from "../../src/stores/store.ts";
import { link } from "../contract/links.ts";

const folder = mkdtempSync(join(tmpdir(), "isoqr-links-"));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const newest = () => join(folder, `${count}`, "nested", "links.db");
const openNew = () => {
  count += 1;
  return openSqliteLinks(newest());
};

test("refuses to create an empty file next to an orphaned log", async () => {
  const store = await openNew();
  await store.add(link("AAAAAAAAAA"));
  renameSync(newest(), `${newest()}.away`);
  const rule =
    /links\.db failed: the file is missing, .* restore the file, or remove links\.db-wal to start without links$/;
  await expect(openSqliteLinks(newest())).rejects.toThrow(rule);
  renameSync(`${newest()}.away`, newest());
  const again = await openSqliteLinks(newest());
  expect(await again.find("AAAAAAAAAA")).toEqual(link("AAAAAAAAAA"));
  await again.close();
  await store.close();
});

test("rejects writes after the log is removed", async () => {
  const store = await openNew();
  await store.add(link("AAAAAAAAAA"));
  rmSync(`${newest()}-wal`);
  const cause = expect.stringContaining("links.db-wal was removed or replaced while it was open");
  await expect(store.add(link("BBBBBBBBBB"))).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", cause });
  await store.close();
});

describe("a file of an older version", () => {
  const makeOld = () => {
    count += 1;
    mkdirSync(dirname(newest()), { recursive: true });
    const old = new Database(newest());
    old.exec(`PRAGMA journal_mode = WAL; CREATE TABLE links (
      id TEXT PRIMARY KEY, data BLOB NOT NULL, token_hash TEXT NOT NULL) STRICT, WITHOUT ROWID`);
    const insert = old.prepare("INSERT INTO links (id, data, token_hash) VALUES (?, ?, ?)");
    const add = ({ id, data, tokenHash }: StoredLink) => insert.run([id, Buffer.from(data), tokenHash]);
    add(link("OOOOOOOOOO"));
    return { old, add };
  };

  test("servers that start at the same time migrate the file while an older server runs", async () => {
    const { old, add } = makeOld();
    const now = () => 20_000 * 86_400_000;
    const open = () => openSqliteLinks(newest(), { expireDays: 1, now });
    const stores = await Promise.all(Array.from({ length: 8 }, open));
    for (const store of stores) expect(await store.find("OOOOOOOOOO")).toEqual(link("OOOOOOOOOO"));
    add(link("NNNNNNNNNN"));
    expect(await stores[0]?.find("NNNNNNNNNN")).toEqual(link("NNNNNNNNNN"));
    expect(await stores[1]?.stats()).toMatchObject({ links: 2, oldestRead: 20_000 });
    for (const store of stores) await store.close();
    old.close();
  });
});

test("a write never waits for other writes beyond its own time limit", async () => {
  let isLocked = true;
  const write = createSqliteWriter({
    async exec(sql) {
      if (sql !== "BEGIN IMMEDIATE" || !isLocked) return;
      throw Object.assign(new Error("locked"), { code: "SQLITE_BUSY" });
    },
  });
  const end = performance.now() + 200;
  const ordered: string[] = [];
  const first = write(() => "first", end).catch(({ code }) => ordered.push(`first: ${code}`));
  const behind = write(() => "behind", end).catch(({ code }) => ordered.push(`behind: ${code}`));
  const patient = write(() => "patient", end + 60_000).then((value) => ordered.push(value));
  await Promise.all([first, behind]);
  isLocked = false;
  await patient;
  expect(ordered).toEqual(["first: SQLITE_BUSY", "behind: BUSY", "patient"]);
});

describe("another process with the file", () => {
  /** Opens a store, and another connection to its file that holds the write lock. */
  const locked = async () => {
    const store = await openNew();
    await store.add(link("AAAAAAAAAA"));
    const other = new Database(newest());
    other.exec("BEGIN IMMEDIATE");
    return { store, other };
  };

  test("writes wait for a lock that another process holds, but reads do not", async () => {
    const { store, other } = await locked();
    const added = store.add(link("BBBBBBBBBB"));
    const removed = store.remove(link("AAAAAAAAAA"));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await store.find("AAAAAAAAAA")).toEqual(link("AAAAAAAAAA"));
    expect(await store.find("BBBBBBBBBB")).toBeUndefined();
    other.exec("COMMIT");
    expect(await added).toEqual(link("BBBBBBBBBB"));
    await removed;
    expect(await store.find("AAAAAAAAAA")).toBeUndefined();
    other.close();
    await store.close();
  });

  test("queues a thousand writes during a lock, and rejects further writes immediately", async () => {
    const { store, other } = await locked();
    const attempts = Array.from({ length: 1100 }, (_, i) => store.add(link(`D${i}`.padEnd(10, "x"))));
    const answers = Promise.allSettled(attempts);
    await expect(attempts.at(-1)).rejects.toMatchObject({ code: "BUSY" });
    other.exec("COMMIT");
    const refused = (await answers).filter(({ status }) => status === "rejected");
    expect(refused.length).toBeLessThanOrEqual(100);
    other.close();
    await store.close();
  });

  test("switches the file to WAL mode for every connection", async () => {
    const store = await openNew();
    const other = new Database(newest());
    expect(other.pragma("journal_mode")).toMatchObject([{ journal_mode: "wal" }]);
    other.close();
    await store.close();
  });
});

test("rejects new links when the file is full, keeps the old ones, and accepts new ones after a removal", async () => {
  count += 1;
  const store = await openSqliteLinks(newest(), { maxBytes: 64 * 1024 });
  const stored: StoredLink[] = [];
  const refused = async () => {
    for (let i = 0; i < 100; i++) {
      const next = link(`E${stored.length}`.padEnd(10, "x"), "y".repeat(2900));
      try {
        stored.push(await store.add(next));
      } catch (error) {
        return error;
      }
    }
  };
  const full = { code: "STORE_UNAVAILABLE", message: expect.stringContaining("no space left") };
  expect(await refused()).toMatchObject({
    ...full,
    cause: expect.stringMatching(/^SQLite has no space for more links: raise LINKS_MAX_BYTES/),
  });
  // Each outage is logged once.
  expect(((await refused()) as Error).cause).toBeUndefined();
  expect(stored.length).toBeGreaterThan(10);
  for (const each of stored) expect(await store.find(each.id)).toEqual(each);
  // Removals succeed, although they share a transaction with links for which there is no space.
  const tooLate = Array.from({ length: 20 }, (_, i) => store.add(link(`G${i}`.padEnd(10, "x"), "y".repeat(2900))));
  const removed = stored.splice(0, 5).map((each) => store.remove(each));
  await Promise.allSettled(tooLate);
  await Promise.all(removed);
  expect(await store.add(link("FFFFFFFFFF"))).toEqual(link("FFFFFFFFFF"));
  for (const each of stored) expect(await store.find(each.id)).toEqual(each);
  await store.close();
});

describe("rejects with a message", () => {
  test.each([
    ["a file in place of the folder", "file/links.db", "part of the path is not a folder"],
    ["a folder that cannot be created", "/proc/none/links.db", "the folder cannot be created"],
    ["a folder", ".", "the file cannot be opened or created"],
    ["a file of another kind", "file", "the file is not an SQLite database"],
  ])("rejects %s", async (_, name, reason) => {
    writeFileSync(join(folder, "file"), "this is a text of some length, and no database at all. ".repeat(20));
    const path = resolve(folder, name);
    await expect(openSqliteLinks(path)).rejects.toThrow(`opening the links in ${path} failed: ${reason}`);
  });
});

test("a link in place of the reserve leads to no changes in another file", async () => {
  const [path, other] = [join(folder, "linked.db"), join(folder, "other.txt")];
  writeFileSync(other, "content");
  symlinkSync(other, `${path}-reserve`);
  const store = await openSqliteLinks(path);
  await store.add(link("AAAAAAAA", "x"));
  await store.close();
  expect(readFileSync(other, "utf8")).toBe("content");
});
