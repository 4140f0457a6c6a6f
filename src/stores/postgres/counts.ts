import { createPostgresPool, createTables, type Pool } from "./pool.ts";

export interface Count {
  /** Points that a client has used. */
  readonly points: number;
  /** Milliseconds until the count restarts. */
  readonly rest: number;
}

export interface Counts {
  /** Adds `points` to the count of `key`, atomically, and returns the sum; a promise only if it has to wait. A new count
   *  expires after `duration` milliseconds. */
  add(key: string, points: number, duration: number): Count | Promise<Count>;
}

export interface SharedCounts extends Counts {
  add(key: string, points: number, duration: number): Promise<Count>;
  /** Resolves after the first attempt to connect. Never rejects. */
  readonly opened: Promise<void>;
  close(): Promise<void>;
}

/** Timeout for counting in the database, in milliseconds. After that time, each process applies the limits on its
 *  own. */
export const PATIENCE = 500;

/** Milliseconds between two attempts to reach a database that is unavailable, and between two removals of expired
 *  counts. */
const RETRY_INTERVAL = 5_000;
const PURGE_INTERVAL = 60_000;

/** The codes of PostgreSQL for missing rights and a missing table. */
const UNUSABLE: ReadonlySet<string> = new Set(["42501", "42P01"]);

interface Waiting {
  points: number;
  readonly callers: { readonly upTo: number; resolve(count: Count): void; reject(error: unknown): void }[];
}

interface Row {
  readonly key: string;
  readonly points: number;
  readonly rest: number;
}

/** Opens counts in the PostgreSQL database at `url`. The first server creates their table, isoqr_limits. Only one query
 *  runs at a time. Counts that arrive in the meantime are combined in the next query, so that the number of queries
 *  does not grow with the load. While the database is unavailable, `add` rejects immediately. `report` is called once
 *  per outage. */
export async function openPostgresCounts(
  url: string,
  report: (line: string) => void,
  { patience = PATIENCE, interval = RETRY_INTERVAL }: { readonly patience?: number; readonly interval?: number } = {},
): Promise<SharedCounts> {
  const pool = await createPostgresPool(url, patience);
  let isAvailable = false;
  let isReported = false;
  let isConnecting = false;
  let isClosed = false;
  let isAsking = false;
  let next = new Map<string, Waiting>();

  function disconnect(error: unknown): void {
    isAvailable = false;
    if (!isReported && !isClosed) {
      const name = nameOf(error);
      const end = UNUSABLE.has(name)
        ? "until you create the table isoqr_limits as in docs/deploy/many.md"
        : "in the meantime";
      report(`PostgreSQL cannot count requests (${name}): each process counts its own requests ${end}`);
    }
    isReported = true;
  }

  /** Makes one attempt at a time. Otherwise, an attempt that fails after a later one has succeeded would count as an outage. */
  async function connect(): Promise<void> {
    if (isAvailable || isConnecting || isClosed) return;
    isConnecting = true;
    try {
      await makeTable(pool);
      isAvailable = !isClosed;
      isReported = false;
    } catch (error) {
      disconnect(error);
    } finally {
      isConnecting = false;
    }
  }

  async function ask(): Promise<void> {
    isAsking = true;
    while (next.size > 0) {
      const asked = next;
      next = new Map();
      try {
        if (!isAvailable) throw new Error("PostgreSQL is unavailable");
        settle(asked, await addAll(pool, asked));
      } catch (error) {
        if (isAvailable) disconnect(error);
        for (const { callers } of asked.values()) for (const { reject } of callers) reject(error);
      }
    }
    isAsking = false;
  }

  const connecting = setInterval(connect, interval).unref();
  const purging = setInterval(() => isAvailable && void purge(pool).catch(disconnect), PURGE_INTERVAL).unref();
  return {
    opened: connect(),
    add(key, points, duration) {
      if (!isAvailable) return Promise.reject(new Error("PostgreSQL is unavailable"));
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
      clearInterval(connecting);
      clearInterval(purging);
      isClosed = true;
      isAvailable = false;
      await pool.close();
    },
  };
}

/** Resolves the promise of each caller with the sum for that caller, as if the points had been added one after
 *  another. */
function settle(asked: ReadonlyMap<string, Waiting>, rows: readonly Row[]): void {
  const found = new Map(rows.map((row) => [row.key, row]));
  for (const [key, { points, callers }] of asked) {
    const row = found.get(key);
    for (const { upTo, resolve, reject } of callers) {
      if (row) resolve({ points: row.points - points + upTo, rest: row.rest });
      else reject(new Error("PostgreSQL did not return a count"));
    }
  }
}

/** Adds all counts in one statement. The counts are ordered by key, so that servers cannot deadlock. Uses the
 *  database's clock, because the servers' clocks differ. */
function addAll(pool: Pool, asked: ReadonlyMap<string, Waiting>): Promise<readonly Row[]> {
  const given = [...asked].map(([key, { points }]) => ({ key, points, duration: Number.parseInt(key, 10) }));
  // As text, because the driver would encode a JSON parameter a second time.
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

/** Removes expired counts. Skips rows that another statement has locked: waiting for them could deadlock. */
async function purge(pool: Pool): Promise<void> {
  await pool.ask(
    (sql) => sql`
      DELETE FROM isoqr_limits WHERE key IN
        (SELECT key FROM isoqr_limits WHERE ends <= now() ORDER BY key FOR UPDATE SKIP LOCKED)`,
  );
}

/** Creates the table if it is missing. It is unlogged, because a crash loses only one minute of counts. */
function makeTable(pool: Pool): Promise<void> {
  return createTables(pool, (sql) => sql`SELECT key, points, ends FROM isoqr_limits LIMIT 0`, [
    (sql) => sql`
      CREATE UNLOGGED TABLE IF NOT EXISTS isoqr_limits
        (key TEXT PRIMARY KEY, points INTEGER NOT NULL, ends TIMESTAMPTZ NOT NULL)`,
  ]);
}

/** Returns the code or name of `error`. The message is left out, because it may contain the address of the database or
 *  of a client. */
function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string };
  return String(code ?? name);
}
