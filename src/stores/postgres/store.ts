import { once } from "../../async/once.ts";
import { createExpiry, createReadRecorder, type Expiry, type LinkSettings } from "../expiry.ts";
import type { DatedLink, LinkAdmin, LinkStore, StoredLink } from "../store.ts";
import { createGuard, LimitReached, withTimeout } from "../store-errors.ts";
import { AWAY, codeOf, createPostgresPool, type Pool, placeOf, reasonOf, timeLimitError } from "./pool.ts";
import { countOnce, createPostgresAdmin, OVERHEAD, prepareSchema, randomShard, recordReads } from "./tables.ts";

export const TIME_LIMIT = 5_000;

/** Default size limit, in bytes, for all links together: enough for about forty million links. */
export const CAPACITY = 16 * 1024 ** 3;

interface Row {
  readonly data: Buffer;
  readonly token_hash: string;
  readonly read_day: number;
}

/** Whether the link was added, its id is taken, or there is no space. */
interface AddedRow extends Row {
  readonly outcome: "added" | "there" | "full";
}

export interface PostgresSettings extends LinkSettings {
  /** Time limit, in milliseconds, for all queries of a request together; TIME_LIMIT by default. */
  readonly timeLimit?: number;
  /** Called with one line if the database is unavailable at startup. */
  readonly report?: (line: string) => void;
}

/** Opens a link store in the PostgreSQL database at `url`, or in a compatible database. Any number of servers may share
 *  the store; the first one creates the tables. If the database is unavailable, it is used as soon as it can be
 *  reached.
 *  @throws {Error} with a one-line message, without the password, if the database cannot be used or `url` is
 *  malformed. */
export async function openPostgresLinks(
  url: string,
  { timeLimit = TIME_LIMIT, report = () => undefined, ...settings }: PostgresSettings = {},
): Promise<LinkStore & LinkAdmin> {
  const pool = await createPostgresPool(url, timeLimit).catch((error) => {
    throw cannotBeUsed(url, error);
  });
  const expiry = createExpiry(settings);
  const usable = once(async () => {
    await prepareSchema(pool);
    expiry.recordsSince(await recordReads(pool, settings, expiry.today()));
    countInBackground(pool);
  });
  const isAvailable = await usable().then(
    () => true,
    async (error) => {
      if (AWAY.test(codeOf(error))) {
        report(`link requests get 503 until PostgreSQL${placeOf(url)} is available: ${reasonOf(error)}`);
        return false;
      }
      await pool.close();
      throw cannotBeUsed(url, error);
    },
  );
  const guard = createGuard("PostgreSQL", { known: !isAvailable });
  return createStore({
    ...{ pool, expiry, settings },
    guarded: (work) =>
      guard(async () => {
        await usable();
        return work();
      }),
    // One time limit covers everything that a caller waits for, including retries.
    inTime: (work) =>
      guard(() => {
        const until = performance.now() + timeLimit;
        return withTimeout(
          timeLimit,
          usable().then(() => work(until)),
          timeLimitError,
        );
      }),
  });
}

/** Counts the links from older versions, which takes as long as reading all links. Until this is done, those links do
 *  not count towards the limit. If it fails, the next server tries again. */
async function countInBackground(pool: Pool): Promise<void> {
  await pool.inSession(countOnce).catch(() => undefined);
}

function cannotBeUsed(url: string, error: unknown): Error {
  return new Error(`opening the links in PostgreSQL${placeOf(url)} failed: ${reasonOf(error)}`);
}

interface StoreParts {
  readonly pool: Pool;
  readonly expiry: Expiry;
  readonly settings: LinkSettings;
  readonly guarded: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly inTime: <Value>(work: (until: number) => Promise<Value>) => Promise<Value>;
}

function createStore({ pool, expiry, settings, guarded, inTime }: StoreParts): LinkStore & LinkAdmin {
  const { maxBytes = CAPACITY } = settings;

  // Locks rows in the order of their ids, and skips rows that another server has locked, so that servers cannot deadlock.
  const reads = createReadRecorder((ids) =>
    pool.ask(
      (sql) => sql`
        UPDATE isoqr_links SET read_day = ${expiry.today()} WHERE id IN (
          SELECT id FROM isoqr_links WHERE id IN ${sql(ids)} AND read_day < ${expiry.today()} ORDER BY id
          FOR UPDATE SKIP LOCKED
        )`,
    ),
  );

  /** Returns the link in `row`, and records the read. Returns undefined if there is no row, or if the link has expired. */
  const linkOf = (id: string, row: Row | undefined): StoredLink | undefined => {
    if (!row || row.read_day < expiry.cutoff()) return undefined;
    if (expiry.isOn && row.read_day < expiry.today()) reads.add(id);
    return { id, data: row.data.toString(), tokenHash: row.token_hash };
  };

  /** Finds the link in one statement, or adds and counts it if it is missing and there is space. If another server adds
   *  the link in the meantime, the statement does nothing and is repeated. */
  async function put({ id, data, tokenHash, readDay }: DatedLink, until: number) {
    const bytes = Buffer.from(data);
    const size = OVERHEAD + bytes.length;
    for (;;) {
      const rows = await pool.ask(
        (sql) => sql<AddedRow[]>`
          WITH there AS (
            SELECT data, token_hash, read_day FROM isoqr_links WHERE id = ${id}
          ), space AS (
            SELECT coalesce(sum(value), 0) + ${size}::BIGINT <= ${maxBytes}::BIGINT AS free
            FROM isoqr_links_meta WHERE name LIKE 'bytes %'
          ), added AS (
            INSERT INTO isoqr_links (id, data, token_hash, read_day)
            SELECT ${id}, ${bytes}::BYTEA, ${tokenHash}, ${readDay}::INTEGER FROM space
            WHERE free AND NOT EXISTS (SELECT 1 FROM there)
            ON CONFLICT (id) DO NOTHING RETURNING 1 AS one
          ), counted AS (
            UPDATE isoqr_links_meta SET value = value + ${size}::BIGINT FROM added WHERE name = ${randomShard()}
          )
          SELECT 'added' AS outcome, NULL::BYTEA AS data, NULL AS token_hash, NULL::INTEGER AS read_day FROM added
          UNION ALL SELECT 'there', data, token_hash, read_day FROM there
          UNION ALL SELECT 'full', NULL, NULL, NULL FROM space WHERE NOT free AND NOT EXISTS (SELECT 1 FROM there)`,
        until,
      );
      const [row] = rows;
      if (row?.outcome === "added") return { isNew: true, link: { id, data, tokenHash } };
      if (row?.outcome === "full") throw new LimitReached();
      const link = linkOf(id, row);
      if (link) return { isNew: false, link };
      if (row) await removeExpired(id, until);
    }
  }

  const removeExpired = (id: string, until: number) =>
    pool.ask(
      (sql) => sql`
        WITH gone AS (
          DELETE FROM isoqr_links WHERE id = ${id} AND read_day < ${expiry.cutoff()}
          RETURNING octet_length(data) + ${OVERHEAD}::INTEGER AS bytes
        )
        UPDATE isoqr_links_meta SET value = value - gone.bytes FROM gone WHERE name = ${randomShard()}`,
      until,
    );

  /** Removes the link if its token hash is `tokenHash`. Resolves to the stored token hash; undefined if there is no
   *  link. If a retry does not find the link, the first attempt may have removed it, so the result is then
   *  `tokenHash`. */
  async function remove(id: string, tokenHash: string, until: number): Promise<string | undefined> {
    let attempts = 0;
    const rows = await pool.ask((sql) => {
      attempts += 1;
      return sql<Row[]>`
        WITH there AS (
          SELECT data, token_hash, read_day FROM isoqr_links WHERE id = ${id}
        ), gone AS (
          DELETE FROM isoqr_links WHERE id = ${id} AND token_hash = ${tokenHash}
          RETURNING octet_length(data) + ${OVERHEAD}::INTEGER AS bytes
        ), counted AS (
          UPDATE isoqr_links_meta SET value = value - gone.bytes FROM gone WHERE name = ${randomShard()}
        )
        SELECT data, token_hash, read_day FROM there`;
    }, until);
    return linkOf(id, rows[0])?.tokenHash ?? (attempts > 1 ? tokenHash : undefined);
  }

  return {
    ...createPostgresAdmin(pool, guarded, maxBytes),
    find: (id) =>
      inTime(async (until) => {
        const rows = await pool.ask(
          (sql) => sql<Row[]>`SELECT data, token_hash, read_day FROM isoqr_links WHERE id = ${id}`,
          until,
        );
        return linkOf(id, rows[0]);
      }),
    add: (link) => inTime(async (until) => (await put({ ...link, readDay: expiry.today() }, until)).link),
    remove: ({ id, tokenHash }) => inTime((until) => remove(id, tokenHash, until)),
    space: () =>
      inTime(async (until) => {
        const rows = await pool.ask(
          (sql) => sql<{ bytes: string }[]>`
            SELECT coalesce(sum(value), 0) AS bytes FROM isoqr_links_meta WHERE name LIKE 'bytes %'`,
          until,
        );
        return { bytes: Number(rows[0]?.bytes), maxBytes };
      }),
    readsSince: () => guarded(() => recordReads(pool, {}, expiry.today())),
    restore: (link) =>
      inTime(async (until) => {
        const { isNew, link: stored } = await put(link, until);
        return isNew ? "created" : stored.data === link.data ? "existing" : "taken";
      }),
    async close() {
      await reads.close();
      await pool.close();
    },
  };
}
