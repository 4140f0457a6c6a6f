import type { Sql } from "postgres";
import type { LinkSettings } from "./link-expiry.ts";
import { codeOf } from "./postgres-errors.ts";
import type { Pool } from "./postgres-pool.ts";

/** SQLSTATEs of what another server made in the same moment: IF NOT EXISTS does not cover the time between looking and
 *  making. */
const MADE_MEANWHILE = ["23505", "42P07", "42701", "42710"];
/** SQLSTATEs of a table and of a column that are not there. */
const MISSING = ["42P01", "42703"];

/** The bytes of all links are kept as the sum of these rows of isoqr_links_meta, one of which, taken at random, changes
 *  with each link: one row for all would make them wait for each other. */
const SHARDS = 16;

/** Bytes that a link takes beside its text, with its row and its part of the index. */
export const OVERHEAD = 200;

/** The row that the next link is counted in. */
export function randomShard(): string {
  return `bytes ${Math.floor(Math.random() * SHARDS)}`;
}

/** Makes the tables, and brings those of older versions up to date: the links in them count as read on that day. Servers of
 *  an older version may go on beside this one. Looks before it makes, for a user who may use the tables need not be one who
 *  may make them. */
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

/** The text is kept as bytes, for TEXT cannot hold a NUL. The column is added without writing to the rows that are there;
 *  servers of an older version leave it to its default. */
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

/** Begins the record of reads, or ends it, as the settings say. Resolves to the day since which reads are recorded. */
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

/** Counts the bytes of links that were there before bytes were counted, unless that was done. One statement sees one state
 *  of both tables, so that what is added meanwhile is counted once; of several servers, the first one's result stays. */
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
