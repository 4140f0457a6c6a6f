import type { Sql } from "postgres";
import type { LinkSettings } from "./expiry.ts";
import { codeOf } from "./postgres-errors.ts";
import type { Pool } from "./postgres-pool.ts";

/** SQLSTATEs of something that another server created at the same moment: IF NOT EXISTS has a gap between the check and
 *  the creation. */
const MADE_MEANWHILE = ["23505", "42P07", "42701", "42710"];
/** SQLSTATEs of a missing table and a missing column. */
const MISSING = ["42P01", "42703"];

/** Rows of isoqr_links_meta whose sum is the bytes of all links. Each change of a link updates one of them at random; with
 *  a single row, concurrent requests would wait for each other. */
const SHARDS = 16;

/** Bytes that a link takes in addition to its text, for its row and its part of the index. */
export const OVERHEAD = 200;

/** Returns the row to count the next link in. */
export function randomShard(): string {
  return `bytes ${Math.floor(Math.random() * SHARDS)}`;
}

/** Creates the tables, and migrates those of older versions: their links count as read on that day. Servers of an older
 *  version may keep running. Creates only what is missing, because this user may not be allowed to create tables. */
export async function prepareSchema(pool: Pool): Promise<void> {
  try {
    await pool.ask(
      (sql) => sql`SELECT id, data, token_hash, read_day, name FROM isoqr_links, isoqr_links_meta LIMIT 0`,
    );
  } catch (error) {
    if (!MISSING.includes(codeOf(error))) throw error;
    await makeTables(pool);
  }
  await pool.ask(
    (sql) => sql`
      INSERT INTO isoqr_links_meta (name, value) SELECT 'bytes ' || shard, 0 FROM generate_series(0, ${SHARDS - 1}::INTEGER) shard
      ON CONFLICT (name) DO NOTHING`,
  );
}

/** The text is kept as bytes, because TEXT cannot hold a NUL. Adding the column does not rewrite existing rows; servers of
 *  an older version leave it at its default. */
async function makeTables(pool: Pool): Promise<void> {
  const steps: ((sql: Sql) => PromiseLike<unknown>)[] = [
    (sql) => sql`
      CREATE TABLE IF NOT EXISTS isoqr_links (id TEXT PRIMARY KEY, data BYTEA NOT NULL, token_hash TEXT NOT NULL)`,
    (sql) => sql`
      ALTER TABLE isoqr_links ADD COLUMN IF NOT EXISTS read_day INTEGER NOT NULL
      DEFAULT (floor(extract(epoch FROM now()) / 86400))::INTEGER`,
    (sql) => sql`CREATE TABLE IF NOT EXISTS isoqr_links_meta (name TEXT PRIMARY KEY, value BIGINT NOT NULL)`,
  ];
  for (const step of steps) {
    await pool.ask(step).catch((error) => {
      if (!MADE_MEANWHILE.includes(codeOf(error))) throw error;
    });
  }
}

/** Starts or ends the recording of reads, according to the settings. Resolves to the day since which reads are recorded. */
export async function recordReads(
  pool: Pool,
  { expireDays }: LinkSettings,
  today: number,
): Promise<number | undefined> {
  const read = async () => {
    const rows = await pool.ask(
      (sql) => sql<{ value: string }[]>`SELECT value FROM isoqr_links_meta WHERE name = 'reads since'`,
    );
    return rows[0] && Number(rows[0].value);
  };
  const known = await read();
  if (expireDays === undefined || expireDays > 0 === (known !== undefined)) return known;
  await pool.ask((sql) =>
    expireDays > 0
      ? sql`INSERT INTO isoqr_links_meta (name, value) VALUES ('reads since', ${today}) ON CONFLICT (name) DO NOTHING`
      : sql`DELETE FROM isoqr_links_meta WHERE name = 'reads since'`,
  );
  return read();
}

/** Counts the bytes of links that were added before bytes were counted, unless this has been done. One statement sees a
 *  consistent state of both tables, so that links added meanwhile are counted once. If several servers do this, the first
 *  result stays. */
export async function countOnce(session: Sql): Promise<void> {
  const done = await session`SELECT 1 FROM isoqr_links_meta WHERE name = 'bytes before'`;
  if (done.length > 0) return;
  await session`
    INSERT INTO isoqr_links_meta (name, value)
    SELECT 'bytes before',
      (SELECT coalesce(sum(octet_length(data) + ${OVERHEAD}::INTEGER), 0) FROM isoqr_links)
      - (SELECT coalesce(sum(value), 0) FROM isoqr_links_meta WHERE name LIKE 'bytes %')
    ON CONFLICT (name) DO NOTHING`;
}
