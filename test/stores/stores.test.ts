import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import postgres from "postgres";
import type { StoreName } from "../../src/stores/table.ts";
import { type StoreFixture, testStore } from "../contract/stores.ts";
import { startTestServer, type TestServer } from "../postgres/database.ts";
import { openProxy } from "../postgres/proxy.ts";

let folder: string;
let files = 0;
let server: TestServer;
let database: string;

/** A fixture for each row of the table. If one is missing, the compiler reports an error. */
const fixtures: Readonly<Record<StoreName, StoreFixture>> = {
  memory: { create: async () => "memory:", small: 64 * 1024 },
  sqlite: {
    async start() {
      folder = mkdtempSync(join(tmpdir(), "isoqr-links-"));
      return () => rmSync(folder, { recursive: true });
    },
    create: async () => `sqlite:${join(folder, `${++files}`, "nested", "links.db")}`,
    small: 64 * 1024,
    async disturb(address) {
      const other = () => new Database(address.slice("sqlite:".length));
      let holder: ReturnType<typeof other> | undefined;
      let isGone = false;
      const rename = (from: string, to: string) => other().exec(`ALTER TABLE ${from} RENAME TO ${to}`);
      return {
        ...{ address, timeLimit: 5_000 },
        async fail() {
          rename("links", "gone");
          isGone = true;
        },
        async hang() {
          holder = other();
          holder.exec("BEGIN IMMEDIATE");
        },
        async recover() {
          if (isGone) rename("gone", "links");
          holder?.exec("ROLLBACK");
          holder?.close();
        },
      };
    },
  },
  postgres: {
    async start() {
      server = await startTestServer();
      database = await server.createDatabase();
      return () => server.stop();
    },
    async create() {
      const sql = postgres(database, { max: 1, onnotice: () => undefined });
      await sql`DROP TABLE IF EXISTS isoqr_links, isoqr_links_meta`;
      await sql.end();
      return database;
    },
    small: 40_000,
    async disturb(url) {
      const proxy = await openProxy(url);
      return {
        ...{ address: proxy.url, timeLimit: 5_000 },
        fail: () => proxy.close(),
        async hang() {
          proxy.mode = "hang";
        },
        async recover() {
          if (proxy.mode === "forward") await proxy.open();
          proxy.mode = "forward";
        },
      };
    },
  },
};

for (const [name, fixture] of Object.entries(fixtures)) testStore(name as StoreName, fixture);
