import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CreatedLink } from "../../src/api.ts";
import { integerRange } from "../../src/messages/option-rules.ts";
import { fieldRequired } from "../../src/messages/payload-rules.ts";
import { createLinks } from "../../src/service/links.ts";
import { dateOf } from "../../src/stores/expiry.ts";
import { openPostgresLinks } from "../../src/stores/postgres/store.ts";
import { openSqliteLinks } from "../../src/stores/sqlite/store.ts";
import { startTestServer, type TestServer } from "../postgres/database.ts";
import { ruleText } from "../rule-text.ts";
import { isoqr, newFolder } from "./fake-terminal.ts";

const DAY = 86_400_000;
const today = () => Math.floor(Date.now() / DAY);

/** Creates a file with `count` links that were last read on `day`. Resolves to the path of the file and the created
 *  links. */
async function makeFile(count: number, day = today()) {
  const path = join(newFolder(), "links.db");
  const store = await openSqliteLinks(path, { now: () => day * DAY });
  const links = createLinks(store);
  const made: CreatedLink[] = [];
  while (made.length < count) {
    const lot = Array.from({ length: Math.min(500, count - made.length) }, (_, i) => `text ${made.length + i}, 世界`);
    made.push(...(await Promise.all(lot.map((data) => links.createLink({ data })))));
  }
  await store.close();
  return { path, place: `sqlite:${path}`, made };
}

describe("from SQLite to PostgreSQL", () => {
  let server: TestServer;
  let database: string;
  beforeAll(async () => {
    server = await startTestServer();
    database = await server.createDatabase();
  }, 120_000);
  afterAll(() => server?.stop(), 60_000);

  test("moves every link once, with its token and day, while servers use both stores", async () => {
    const { place, path, made } = await makeFile(1_234, today() - 5);
    const [running, target] = [await openSqliteLinks(path), await openPostgresLinks(database)];
    const exported = await isoqr(["links", "export", "--links", place]);
    expect(exported).toMatchObject({ code: 0, stderr: "exported 1234 links\n" });
    const first = await isoqr(["links", "import", "-", "--links", database], { input: exported.out });
    expect(first).toMatchObject({ code: 0, out: "1234 created, 0 existing, 0 rejected\n", stderr: "" });
    const again = await isoqr(["links", "import", "-"], { input: exported.out, environment: { LINKS: database } });
    expect(again.out).toBe("0 created, 1234 existing, 0 rejected\n");
    const moved = createLinks(target);
    expect(await moved.readLink(made[7]?.id ?? "")).toEqual({ data: "text 7, 世界" });
    await moved.removeLink(made[7]?.id ?? "", made[7]?.token);
    expect(await running.find(made[7]?.id ?? "")).toBeDefined();
    expect(JSON.parse((await isoqr(["links", "stats", "--json", "--links", database])).out)).toMatchObject({
      links: 1_233,
      oldestRead: dateOf(today() - 5),
      readsRecordedSince: null,
    });
    const lines = (text: string) => text.split("\n").sort();
    const back = await isoqr(["links", "export", "--links", database]);
    const without = exported.out.split("\n").filter((line) => !line.includes(`"${made[7]?.id}"`));
    expect(lines(back.out)).toEqual(without.sort());
    await running.close();
    await target.close();
  });
});

describe("links stats", () => {
  test("prints the number of links, their size and the oldest read", async () => {
    const { place } = await makeFile(3);
    const { code, out } = await isoqr(["links", "stats", "--links", place, "--links-max-bytes", "1MiB"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^links {8}3\nbytes {8}\d+ of 1048576 \(\d%\)\noldest read {2}\d{4}-\d\d-\d\d\n/);
    expect(out).toContain("reads are not recorded: LINKS_EXPIRE is off");
  });
});

describe("links purge", () => {
  /** Makes the store appear as if a server with expiry had recorded reads for `days` days. */
  async function record(path: string, days: number) {
    await (await openSqliteLinks(path, { expireDays: 30, now: () => (today() - days) * DAY })).close();
  }

  test("removes unread links, and only counts them with --dry-run", async () => {
    const { place, path } = await makeFile(250, today() - 50);
    await record(path, 40);
    const words = ["links", "purge", "--links", place];
    const dry = await isoqr([...words, "--days", "30", "--dry-run"]);
    expect(dry).toMatchObject({ code: 0, out: "would remove 250 links not read for 30 days\n" });
    const purged = await isoqr(words, { environment: { LINKS_EXPIRE: "30" } });
    expect(purged).toMatchObject({ code: 0, out: "removed 250 links not read for 30 days\n" });
    expect((await isoqr([...words, "--days", "30"])).out).toBe("removed 0 links not read for 30 days\n");
  });

  test("requires --force to purge if reads have been recorded for less time than --days", async () => {
    const { place, path } = await makeFile(1, today() - 50);
    const words = ["links", "purge", "--days", "30", "--links", place];
    expect(await isoqr(words)).toMatchObject({ code: 1, stderr: expect.stringContaining("reads are not recorded") });
    await record(path, 10);
    const only = `reads have only been recorded since ${dateOf(today() - 10)}`;
    expect(await isoqr(words)).toMatchObject({ code: 1, stderr: expect.stringContaining(only) });
    expect((await isoqr([...words, "--force"])).out).toBe("removed 1 link not read for 30 days\n");
  });

  test("requires --days", async () => {
    const { place } = await makeFile(0);
    for (const days of [[], ["--days", "0"], ["--days", "x"], ["--days", "1.5"]]) {
      const { code, stderr } = await isoqr(["links", "purge", "--links", place, ...days]);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(ruleText(integerRange, "--days", { min: 1, max: 9999 })),
      ]);
    }
  });
});

describe("links export", () => {
  test("writes a file that only this user can read, and replaces one only with --force", async () => {
    const { place } = await makeFile(3);
    const file = join(newFolder(), "links.jsonl");
    const words = ["links", "export", "--links", place, "-o", file];
    expect(await isoqr(words)).toMatchObject({ code: 0, out: "", stderr: "exported 3 links\n" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual(
      Array(3).fill(["id", "data", "tokenHash", "lastRead"]),
    );
    expect(await isoqr(words)).toMatchObject({ code: 1, stderr: expect.stringContaining("add --force to replace it") });
    chmodSync(file, 0o644);
    expect((await isoqr([...words, "--force"])).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const refused = await isoqr(["links", "export", "--links", place, "-o", join(file, "x")]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/writing .* failed/) });
    expect(readdirSync(dirname(file))).toEqual(["links.jsonl"]);
  });
});

describe("links import", () => {
  test("reports invalid lines by number, adds the other links, and leaves existing ones unchanged", async () => {
    const source = await makeFile(3);
    const { out } = await isoqr(["links", "export", "--links", source.place]);
    const [good = "", kept = "", other = ""] = out.trimEnd().split("\n");
    const line = (input: object) => JSON.stringify({ ...JSON.parse(other), ...input });
    const target = await makeFile(0);
    const words = ["links", "import", "-", "--links", target.place];
    expect((await isoqr(words, { input: kept })).out).toBe("1 created, 0 existing, 0 rejected\n");

    const bad = [
      ["not JSON", "the line must be a JSON object: export the links again"],
      [line({ data: "another text" }), "id must match data"],
      [line({ id: "AAAAAAAAAA" }), "id must match data"],
      [line({ id: 5 }), "id must match data"],
      [line({ tokenHash: "x".repeat(64) }), "tokenHash must be 64 lowercase hex digits"],
      [line({ tokenHash: undefined }), "tokenHash must be 64 lowercase hex digits"],
      [line({ data: "" }), ruleText(fieldRequired, "data")],
      [line({ data: "x".repeat(8_000) }), "data is too long"],
      [line({ lastRead: "2026-02-30" }), "lastRead must be a date"],
      [line({ lastRead: "9999-01-01" }), "lastRead must be a date"],
      [line({ lastRead: 5 }), "lastRead must be a date"],
    ] as const;
    const changed = JSON.stringify({ ...JSON.parse(kept), tokenHash: "f".repeat(64), lastRead: "2001-01-01" });
    const input = [...bad.map(([text]) => text), "", good, changed].join("\n");
    const { code, out: counted, stderr } = await isoqr(words, { input });
    expect([code, counted]).toEqual([1, `1 created, 1 existing, ${bad.length} rejected\n`]);
    for (const [at, [, reason]] of bad.entries()) expect(stderr).toContain(`line ${at + 1}: ${reason}`);
    const after = await isoqr(["links", "export", "--links", target.place]);
    expect(after.out.trimEnd().split("\n").sort()).toEqual([good, kept].sort());
  });

  test("stops at the line where the store is full", async () => {
    const source = await makeFile(2_000);
    const { out } = await isoqr(["links", "export", "--links", source.place]);
    const target = await makeFile(0);
    const words = ["links", "import", "-", "--links", target.place, "--links-max-bytes", "64KiB"];
    const { code, stderr } = await isoqr(words, { input: out });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /import failed near line \d+: link creation failed: .*; run the same command again to continue/,
    );
  });

  test("imports a long file without loading all of it into memory", async () => {
    const target = await makeFile(0);
    const source = await makeFile(1);
    const { out } = await isoqr(["links", "export", "--links", source.place]);
    const file = join(newFolder(), "long.jsonl");
    writeFileSync(file, out.repeat(20_000));
    const { out: counted } = await isoqr(["links", "import", file, "--links", target.place]);
    expect(counted).toBe("1 created, 19999 existing, 0 rejected\n");
  });
});

test.each([
  [["links"], "links must be followed by stats, purge, export or import"],
  [["links", "delete"], "links must be followed by stats, purge, export or import"],
  [["links", "stats", "--links", "memory:"], "memory: exists only inside a running server"],
  [["links", "stats", "--links", "unknown"], "--links must be memory:, sqlite:PATH"],
  [["links", "stats", "--links", "sqlite:/missing/links.db"], "/missing/links.db does not exist; check --links"],
  [["links", "stats", "--links-max-bytes", "5"], "--links-max-bytes must be an integer of at least 65536 bytes"],
  [["links", "stats", "more"], 'unexpected argument "more": links stats takes only flags'],
  [["links", "stats", "--days", "5"], "unknown flag --days"],
  [["links", "import"], "links import must be followed by a file"],
])("%j is rejected with a message", async (words, message) => {
  // The default store may exist, because `npm start` creates it.
  const hadStore = existsSync("data/links.db");
  const { code, stderr } = await isoqr(words);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync("data/links.db")).toBe(hadStore);
});

test("creates no store when importing a missing file", async () => {
  const path = join(newFolder(), "links.db");
  const { code, out, stderr } = await isoqr(["links", "import", "missing.jsonl", "--links", `sqlite:${path}`]);
  expect([code, out, stderr]).toEqual([2, "", expect.stringContaining("missing.jsonl failed")]);
  expect(existsSync(path)).toBe(false);
});

test("reports an unavailable database immediately", async () => {
  const { code, stderr } = await isoqr(["links", "stats", "--links", "postgres://u:secret@127.0.0.1:1/d"]);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("opening the links failed: the database does not respond"),
  ]);
  expect(stderr).not.toContain("secret");
});

test("--help lists every command and flag", async () => {
  const { out } = await isoqr(["links", "--help"]);
  for (const word of ["stats", "purge", "export", "import", "--links", "--links-max-bytes", "--days", "--dry-run"]) {
    expect(out).toContain(word);
  }
});
