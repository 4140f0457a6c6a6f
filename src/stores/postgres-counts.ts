import type { Count, SharedCounts } from "../ports.ts";
import { codeOf, createPostgresPool, type Pool } from "./postgres-pool.ts";

/** Milliseconds that the database may take to count; after that, each server counts on its own. */
export const PATIENCE = 500;

/** Milliseconds between two checks of a database that is away, and between two removals of ended counts. */
const LOOK = 5_000;
const PURGE = 60_000;

/** SQLSTATEs of a missing table, and of one that another server created at the same moment. */
const NO_TABLE = "42P01";
const MADE_MEANWHILE = ["23505", "42P07", "42710"];

/** Callers that wait for the same key in the same query. */
interface Waiting {
  points: number;
  readonly callers: { readonly upTo: number; resolve(count: Count): void; reject(error: unknown): void }[];
}

interface Row {
  readonly key: string;
  readonly points: number;
  readonly rest: number;
}

/** Opens counts in the PostgreSQL database at `url`, in the table isoqr_limits, which the first server creates. Only one
 *  query runs at a time; counts that arrive meanwhile are combined into the next, so that the number of queries does not
 *  grow with the load. While the database is away, `add` rejects at once; `report` is called once per outage. */
export async function openPostgresCounts(
  url: string,
  report: (line: string) => void,
  { patience = PATIENCE, interval = LOOK }: { readonly patience?: number; readonly interval?: number } = {},
): Promise<SharedCounts> {
  const pool = await createPostgresPool(url, patience);
  let isThere = false;
  let isReported = false;
  let isAsking = false;
  let next = new Map<string, Waiting>();

  function lose(error: unknown): void {
    isThere = false;
    if (!isReported) report(`each process counts limits on its own until PostgreSQL is back: ${nameOf(error)}`);
    isReported = true;
  }

  async function look(): Promise<void> {
    if (isThere) return;
    try {
      await makeTable(pool);
      isThere = true;
      isReported = false;
    } catch (error) {
      lose(error);
    }
  }

  async function ask(): Promise<void> {
    isAsking = true;
    while (next.size > 0) {
      const asked = next;
      next = new Map();
      try {
        if (!isThere) throw new Error("PostgreSQL is away");
        settle(asked, await addAll(pool, asked));
      } catch (error) {
        if (isThere) lose(error);
        for (const { callers } of asked.values()) for (const { reject } of callers) reject(error);
      }
    }
    isAsking = false;
  }

  const looking = setInterval(look, interval).unref();
  // Ended counts no longer matter, and only take space.
  const purging = setInterval(() => isThere && void purge(pool).catch(lose), PURGE).unref();
  return {
    opened: look(),
    add(key, points, duration) {
      if (!isThere) return Promise.reject(new Error("PostgreSQL is away"));
      return new Promise((resolve, reject) => {
        const id = `${duration}:${key}`;
        const waiting = next.get(id) ?? { points: 0, callers: [] };
        waiting.points += points;
        waiting.callers.push({ upTo: waiting.points, resolve, reject });
        next.set(id, waiting);
        if (!isAsking) void ask();
      });
    },
    async close() {
      clearInterval(looking);
      clearInterval(purging);
      isThere = false;
      await pool.close();
    },
  };
}

/** Resolves each caller with its sum, as if they had been counted one after another. */
function settle(asked: ReadonlyMap<string, Waiting>, rows: readonly Row[]): void {
  const found = new Map(rows.map((row) => [row.key, row]));
  for (const [key, { points, callers }] of asked) {
    const row = found.get(key);
    for (const { upTo, resolve, reject } of callers) {
      if (row) resolve({ points: row.points - points + upTo, rest: row.rest });
      else reject(new Error("PostgreSQL lost a count"));
    }
  }
}

/** Adds all of `asked` in one statement, ordered by key, so that servers cannot deadlock. Uses the database's clock, since
 *  the clocks of servers differ. */
function addAll(pool: Pool, asked: ReadonlyMap<string, Waiting>): Promise<readonly Row[]> {
  const given = [...asked].map(([key, { points }]) => ({ key, points, duration: Number.parseInt(key, 10) }));
  // Cast to text first, because the driver would encode JSON a second time.
  const list = JSON.stringify(given);
  return pool.ask(
    (sql) => sql<Row[]>`
      INSERT INTO isoqr_limits AS kept (key, points, ends)
      SELECT key, points, now() + duration * interval '1 millisecond'
      FROM json_to_recordset(${list}::text::json) AS given (key TEXT, points INTEGER, duration INTEGER) ORDER BY key
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN kept.ends <= now() THEN excluded.points ELSE kept.points + excluded.points END,
        ends = CASE WHEN kept.ends <= now() THEN excluded.ends ELSE kept.ends END
      RETURNING key, points, (extract(epoch FROM ends - now()) * 1000)::float8 AS rest`,
  );
}

/** Skips rows that another statement has locked: waiting for them could deadlock. */
async function purge(pool: Pool): Promise<void> {
  await pool.ask(
    (sql) => sql`
      DELETE FROM isoqr_limits WHERE key IN
        (SELECT key FROM isoqr_limits WHERE ends <= now() ORDER BY key FOR UPDATE SKIP LOCKED)`,
  );
}

/** Creates the table only if it is missing, because this user may not be allowed to create tables. The table is unlogged,
 *  since losing it loses one minute of counts. */
async function makeTable(pool: Pool): Promise<void> {
  try {
    await pool.ask((sql) => sql`SELECT key, points, ends FROM isoqr_limits LIMIT 0`);
    return;
  } catch (error) {
    if (codeOf(error) !== NO_TABLE) throw error;
  }
  try {
    await pool.ask(
      (sql) => sql`
        CREATE UNLOGGED TABLE IF NOT EXISTS isoqr_limits
          (key TEXT PRIMARY KEY, points INTEGER NOT NULL, ends TIMESTAMPTZ NOT NULL)`,
    );
  } catch (error) {
    if (!MADE_MEANWHILE.includes(codeOf(error))) throw error;
  }
}

/** Returns only the error code: messages may contain the address of the database or of a client. */
function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string };
  return String(code ?? name);
}
