import type { TransactionSql } from "postgres";
import type { DatedLink, LinkAdmin } from "../ports.ts";
import { codeOf } from "./postgres-errors.ts";
import type { Pool } from "./postgres-pool.ts";
import { OVERHEAD, randomShard } from "./postgres-schema.ts";
import type { Guard } from "./store-errors.ts";

/** Links read at a time for an export. */
const LOT = 200;

/** SQLSTATE of a transaction that conflicted with another. */
const SERIALIZATION_FAILURE = "40001";

interface Counted {
  readonly links: string;
  readonly bytes: string;
  readonly noted: string;
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

/** Creates the operator functions for links in PostgreSQL. */
export function createPostgresAdmin(
  pool: Pool,
  guarded: Guard,
  maxBytes: number,
): Pick<LinkAdmin, "stats" | "purge" | "export"> {
  let isIndexed = false;

  /** Creates the index when it is first needed: without expiry it would only slow down adding links. If this user may not
   *  create it, or another server is creating it, queries work without it. */
  async function makeIndex(): Promise<void> {
    if (isIndexed) return;
    await pool
      .inSession((sql) => sql`CREATE INDEX CONCURRENTLY IF NOT EXISTS isoqr_links_read_day ON isoqr_links (read_day)`)
      .catch(() => undefined);
    isIndexed = true;
  }

  /** Recounts everything, and corrects the sum for changes by older servers, which do not count. One transaction sees a
   *  consistent state of both tables. It adds the difference, so that concurrent updates of the sum are kept. */
  const count = (before: number) =>
    pool.inSession((session) =>
      session.begin("ISOLATION LEVEL REPEATABLE READ", async (sql) => {
        const [counted] = await sql<Counted[]>`
          SELECT count(*) AS links, coalesce(sum(octet_length(data) + ${OVERHEAD}::INTEGER), 0) AS bytes,
            (SELECT coalesce(sum(value), 0) FROM isoqr_links_meta WHERE name LIKE 'bytes %') AS noted,
            min(read_day) AS oldest, max(read_day) AS newest, count(*) FILTER (WHERE read_day < ${before}) AS unread
          FROM isoqr_links`;
        if (!counted) throw new Error("PostgreSQL counted nothing");
        const missed = Number(counted.bytes) - Number(counted.noted);
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
        // Skips rows that another server is changing, so that nothing waits and nothing deadlocks.
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
        // The driver can only reserve a connection that is already open.
        await session.sql`SELECT 1`;
        const reserved = await session.sql.reserve();
        try {
          await reserved`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;
          for (let after = "", isMore = true; isMore; ) {
            const rows: Row[] = await reserved<Row[]>`
              SELECT id, data, token_hash, read_day FROM isoqr_links
              WHERE id > ${after} ORDER BY id LIMIT ${LOT}`;
            for (const { id, data, token_hash: tokenHash, read_day: readDay } of rows) {
              yield { id, data: data.toString(), tokenHash, readDay } satisfies DatedLink;
            }
            after = rows.at(-1)?.id ?? after;
            isMore = rows.length === LOT;
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

/** Ignores a conflict with another server that corrects the sum at the same moment.
 *  @throws any other error. */
function ignoreConflict(error: unknown): void {
  if (codeOf(error) !== SERIALIZATION_FAILURE) throw error;
}
