import type { Sql, TransactionSql } from "postgres";
import type { LinkSettings } from "../expiry.ts";
import type { DatedLink, LinkAdmin } from "../store.ts";
import type { Guard } from "../store-errors.ts";
import { codeOf, createTables, type Pool } from "./pool.ts";

/** Number of rows in isoqr_links_meta whose values add up to the bytes of all links. Each change updates a random row.
 *  With a single row, concurrent requests would wait for each other. */
const SHARDS = 16;

/** Bytes that a link takes in addition to its text, for its row and its part of the index. */
export const OVERHEAD = 200;

export function randomShard(): string {
  return `bytes ${Math.floor(Math.random() * SHARDS)}`;
}

/** Creates the tables, or migrates those of older versions. Migrated links count as read today. Servers of an older
 *  version can keep running, because they leave the new column at its default. Text is stored as bytes, because TEXT
 *  cannot hold a NUL. */
export async function prepareSchema(pool: Pool): Promise<void> {
  await createTables(
    pool,
    (sql) => sql`SELECT id, data, token_hash, read_day, name FROM isoqr_links, isoqr_links_meta LIMIT 0`,
    [
      (sql) => sql`
        CREATE TABLE IF NOT EXISTS isoqr_links (id TEXT PRIMARY KEY, data BYTEA NOT NULL, token_hash TEXT NOT NULL)`,
      (sql) => sql`
        ALTER TABLE isoqr_links ADD COLUMN IF NOT EXISTS read_day INTEGER NOT NULL
        DEFAULT (floor(extract(epoch FROM now()) / 86400))::INTEGER`,
      (sql) => sql`CREATE TABLE IF NOT EXISTS isoqr_links_meta (name TEXT PRIMARY KEY, value BIGINT NOT NULL)`,
    ],
  );
  await pool.ask(
    (sql) => sql`
      INSERT INTO isoqr_links_meta (name, value) SELECT 'bytes ' || shard, 0 FROM generate_series(0, ${SHARDS - 1}::INTEGER) shard
      ON CONFLICT (name) DO NOTHING`,
  );
}

/** Starts or stops the recording of reads, according to the settings. Resolves to the day since which reads are
 *  recorded; undefined if they are not recorded. */
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

/** Counts the bytes of links that were added by older versions, unless this has already been done. A single statement
 *  sees a consistent state of both tables, so links that are added concurrently are counted only once. If several
 *  servers count, the first result is kept. */
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

const PAGE_SIZE = 200;

/** SQLSTATE for a transaction that conflicted with another. */
const SERIALIZATION_FAILURE = "40001";

interface Counted {
  readonly links: string;
  readonly bytes: string;
  readonly recorded: string;
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly unread: string;
}

interface Row {
  readonly id: string;
  readonly data: Buffer;
  readonly token_hash: string;
  readonly read_day: number;
}

export function createPostgresAdmin(
  pool: Pool,
  guarded: Guard,
  maxBytes: number,
): Pick<LinkAdmin, "stats" | "purge" | "export"> {
  let isIndexed = false;

  /** Creates the index at the first purge, because without expiry it would only slow down adding links. Ignores failures,
   *  because queries also work without the index. The database user may lack the right to create it, or another server may
   *  be creating it. */
  async function makeIndex(): Promise<void> {
    if (isIndexed) return;
    await pool
      .inSession((sql) => sql`CREATE INDEX CONCURRENTLY IF NOT EXISTS isoqr_links_read_day ON isoqr_links (read_day)`)
      .catch(() => undefined);
    isIndexed = true;
  }

  /** Recounts everything, and corrects the sum for changes by older servers, which do not count bytes. The transaction
   *  sees a consistent state of both tables. The difference is added to the sum, so that concurrent updates are
   *  kept. */
  const count = (before: number) =>
    pool.inSession((session) =>
      session.begin("ISOLATION LEVEL REPEATABLE READ", async (sql) => {
        const [counted] = await sql<Counted[]>`
          SELECT count(*) AS links, coalesce(sum(octet_length(data) + ${OVERHEAD}::INTEGER), 0) AS bytes,
            (SELECT coalesce(sum(value), 0) FROM isoqr_links_meta WHERE name LIKE 'bytes %') AS recorded,
            min(read_day) AS oldest, max(read_day) AS newest, count(*) FILTER (WHERE read_day < ${before}) AS unread
          FROM isoqr_links`;
        if (!counted) throw new Error("PostgreSQL returned no row");
        const missed = Number(counted.bytes) - Number(counted.recorded);
        if (missed !== 0) await sql.savepoint((inner) => correct(inner, missed)).catch(ignoreConflict);
        return counted;
      }),
    );

  return {
    stats: (before = 0) =>
      guarded(async () => {
        const { links, bytes, oldest, newest, unread } = await count(before);
        return {
          ...{ links: Number(links), bytes: Number(bytes), unread: Number(unread), maxBytes },
          oldestRead: oldest ?? undefined,
          newestRead: newest ?? undefined,
        };
      }),
    purge: (before, most) =>
      guarded(async () => {
        await makeIndex();
        // Waiting for rows that another server has locked could deadlock, so this skips them.
        const rows = await pool.ask(
          (sql) => sql<{ count: string }[]>`
            WITH unread AS (
              SELECT id FROM isoqr_links WHERE read_day < ${before} LIMIT ${most} FOR UPDATE SKIP LOCKED
            ), gone AS (
              DELETE FROM isoqr_links USING unread WHERE isoqr_links.id = unread.id
              RETURNING octet_length(data) + ${OVERHEAD}::INTEGER AS bytes
            ), counted AS (
              UPDATE isoqr_links_meta SET value = value - (SELECT coalesce(sum(bytes), 0) FROM gone)
              WHERE name = ${randomShard()}
            )
            SELECT count(*) FROM gone`,
        );
        return Number(rows[0]?.count);
      }),
    async *export() {
      const session = pool.openSession();
      try {
        // The driver can reserve only open connections.
        await session.sql`SELECT 1`;
        const reserved = await session.sql.reserve();
        try {
          await reserved`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;
          for (let after = "", isMore = true; isMore; ) {
            const rows: Row[] = await reserved<Row[]>`
              SELECT id, data, token_hash, read_day FROM isoqr_links
              WHERE id > ${after} ORDER BY id LIMIT ${PAGE_SIZE}`;
            for (const { id, data, token_hash: tokenHash, read_day: readDay } of rows) {
              yield { id, data: data.toString(), tokenHash, readDay } satisfies DatedLink;
            }
            after = rows.at(-1)?.id ?? after;
            isMore = rows.length === PAGE_SIZE;
          }
        } finally {
          reserved.release();
        }
      } finally {
        await session.end();
      }
    },
  };
}

async function correct(sql: TransactionSql, missed: number): Promise<void> {
  await sql`
    INSERT INTO isoqr_links_meta (name, value) VALUES ('bytes before', ${missed})
    ON CONFLICT (name) DO UPDATE SET value = isoqr_links_meta.value + excluded.value`;
}

/** Ignores a conflict with another server that corrects the sum at the same moment, and throws any other error. */
function ignoreConflict(error: unknown): void {
  if (codeOf(error) !== SERIALIZATION_FAILURE) throw error;
}
