import { createExpiry, type LinkSettings } from "./expiry.ts";
import type { DatedLink, LinkAdmin, LinkStore, StoredLink } from "./store.ts";
import { createGuard, LimitReached, withTimeout } from "./store-errors.ts";

/** The methods of a D1 binding that this store uses; see Cloudflare's types. */
export interface D1Binding {
  prepare(sql: string): D1Statement;
  /** Runs all statements in one transaction. */
  batch(statements: D1Statement[]): Promise<readonly D1Result[]>;
}

interface D1Statement {
  bind(...values: unknown[]): D1Statement;
}

interface D1Result {
  readonly results: readonly unknown[];
}

interface Row {
  readonly id: string;
  /** D1 returns a BLOB as an array of numbers. */
  readonly data: readonly number[];
  readonly token_hash: string;
  readonly read_day: number;
}

export interface D1Settings extends LinkSettings {
  /** Time limit, in milliseconds, for all queries of a request together; TIME_LIMIT by default. */
  readonly timeLimit?: number;
}

export const TIME_LIMIT = 5_000;

/** Default size limit, in bytes, for all links together. A D1 database holds 10 GB. */
export const CAPACITY = 4 * 1024 ** 3;

/** Bytes that a link takes in addition to its text. */
const OVERHEAD = 200;

const PAGE_SIZE = 200;

/** Text is stored as bytes, because SQLite's TEXT may end at a NUL. */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS isoqr_links (
  id TEXT PRIMARY KEY, data BLOB NOT NULL, token_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS isoqr_links_meta (
  name TEXT PRIMARY KEY, value INTEGER NOT NULL
) STRICT, WITHOUT ROWID`,
];
/** Counts the bytes of all links once. Afterwards, triggers update the sum. */
const COUNTERS = [
  `CREATE TRIGGER IF NOT EXISTS isoqr_links_added AFTER INSERT ON isoqr_links BEGIN
  UPDATE isoqr_links_meta SET value = value + ${OVERHEAD} + length(NEW.data) WHERE name = 'bytes'; END`,
  `CREATE TRIGGER IF NOT EXISTS isoqr_links_removed AFTER DELETE ON isoqr_links BEGIN
  UPDATE isoqr_links_meta SET value = value - ${OVERHEAD} - length(OLD.data) WHERE name = 'bytes'; END`,
  `INSERT INTO isoqr_links_meta (name, value)
  SELECT 'bytes', coalesce(sum(${OVERHEAD} + length(data)), 0) FROM isoqr_links WHERE true ON CONFLICT DO NOTHING`,
];
const BYTES = "(SELECT value FROM isoqr_links_meta WHERE name = 'bytes')";
const INDEX = "CREATE INDEX IF NOT EXISTS isoqr_links_read_day ON isoqr_links (read_day)";

const FIND = "SELECT id, data, token_hash, read_day FROM isoqr_links WHERE id = ? AND read_day >= ?";
const RECORD_READ = "UPDATE isoqr_links SET read_day = ?3 WHERE id = ?1 AND read_day >= ?2 AND read_day < ?3";
const ADD = `INSERT INTO isoqr_links (id, data, token_hash, read_day)
  SELECT ?1, ?2, ?3, ?4 WHERE ${BYTES} + ?5 <= ?6 ON CONFLICT DO NOTHING`;
const REMOVE = "DELETE FROM isoqr_links WHERE id = ? AND token_hash = ?";
const REMOVE_EXPIRED = "DELETE FROM isoqr_links WHERE id = ? AND read_day < ?";
const COUNT = `SELECT count(*) AS links, ${BYTES} AS bytes, min(read_day) AS oldest, max(read_day) AS newest,
  count(*) FILTER (WHERE read_day < ?) AS unread FROM isoqr_links`;
const PURGE = `DELETE FROM isoqr_links WHERE id IN (SELECT id FROM isoqr_links WHERE read_day < ? LIMIT ?)
  RETURNING 1 AS one`;
const LIST = "SELECT id, data, token_hash, read_day FROM isoqr_links WHERE id > ? ORDER BY id LIMIT ?";
const READS_SINCE = "SELECT value FROM isoqr_links_meta WHERE name = 'reads since'";
const START_RECORDING = "INSERT INTO isoqr_links_meta VALUES ('reads since', ?) ON CONFLICT DO NOTHING";
const STOP_RECORDING = "DELETE FROM isoqr_links_meta WHERE name = 'reads since'";

const NOT_CURRENT = /no such (?:table|column)/i;
const COLUMN_EXISTS = /duplicate column name/i;
/** Errors for which Cloudflare recommends a retry: https://developers.cloudflare.com/d1/observability/debug-d1/. */
const TRANSIENT = /network connection lost|object to be reset|reset because its code was updated/i;
const FULL = /maximum DB size|database or disk is full/i;

interface Counted {
  readonly links: number;
  readonly bytes: number;
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly unread: number;
}

/** Opens a link store in a D1 database. The tables are created or migrated when a query first fails without them, so
 *  that no request has to check for them. */
export function createD1Links(
  database: D1Binding,
  { timeLimit = TIME_LIMIT, ...settings }: D1Settings = {},
): LinkStore & LinkAdmin {
  const { maxBytes = CAPACITY } = settings;
  const expiry = createExpiry(settings);
  const guard = createGuard("D1", { isFull: (failure) => FULL.test((failure as Error).message) });
  const { prepare, batch } = { prepare: database.prepare.bind(database), batch: database.batch.bind(database) };
  let isPrepared = settings.expireDays === undefined;

  /** Creates the tables, or migrates them from any older version. Idempotent, and safe to run in several workers
   *  concurrently. */
  async function prepareTables(): Promise<void> {
    await batch(TABLES.map((sql) => prepare(sql)));
    const column = `ALTER TABLE isoqr_links ADD COLUMN read_day INTEGER NOT NULL DEFAULT ${expiry.today()}`;
    await batch([prepare(column)]).catch((error: Error) => {
      if (!COLUMN_EXISTS.test(error.message)) throw error;
    });
    await batch(COUNTERS.map((sql) => prepare(sql)));
  }

  /** Runs `statements`, and retries once after a transient error. All of them must be idempotent. */
  async function run(statements: D1Statement[], onRetry: () => void = () => undefined): Promise<readonly D1Result[]> {
    try {
      return await batch(statements);
    } catch (error) {
      const { message } = error as Error;
      if (NOT_CURRENT.test(message)) await prepareTables();
      else if (TRANSIENT.test(message)) onRetry();
      else throw error;
      return await batch(statements);
    }
  }

  /** Starts or stops the recording of reads, according to the settings, before any other query. */
  async function prepareRecording(): Promise<void> {
    if (isPrepared) return;
    const change = expiry.isOn ? prepare(START_RECORDING).bind(expiry.today()) : prepare(STOP_RECORDING);
    // The setting is usually right, and reading it takes less time than writing it.
    const known = await readsSince();
    if (expiry.isOn !== (known !== undefined)) await run([change]);
    expiry.recordsSince(expiry.isOn ? await readsSince() : undefined);
    isPrepared = true;
  }

  async function readsSince(): Promise<number | undefined> {
    const [answer] = await run([prepare(READS_SINCE)]);
    return (answer?.results[0] as { readonly value: number } | undefined)?.value;
  }

  /** Runs `work`, which may send several queries, within one time limit. */
  const inTime = <Value>(work: () => Promise<Value>): Promise<Value> =>
    guard(async () => {
      const late = () => new Error(`no response within ${timeLimit} ms`);
      try {
        return await withTimeout(timeLimit, prepareRecording().then(work), late);
      } catch (error) {
        throw error instanceof LimitReached ? error : withoutResponse(error as Error);
      }
    });

  /** Resolves to the link that the last of `statements` finds. */
  async function findBy(...statements: D1Statement[]): Promise<StoredLink | undefined> {
    const row = (await run(statements)).at(-1)?.results[0] as Row | undefined;
    if (!row) return undefined;
    const { readDay, ...link } = linkOf(row);
    return link;
  }

  /** Returns statements that record the read, at most once a day, and find the link. They run in one transaction,
   *  because a worker cannot record the read after its response. */
  const findAndRecord = (id: string): D1Statement[] => {
    const find = prepare(FIND).bind(id, expiry.cutoff());
    return expiry.isOn ? [prepare(RECORD_READ).bind(id, expiry.cutoff(), expiry.today()), find] : [find];
  };

  /** Adds `link` unless its id is taken, and resolves to the link that is stored under the id.
   *  @throws {LimitReached} */
  async function put({ id, data, tokenHash, readDay }: DatedLink): Promise<StoredLink> {
    const bytes = new TextEncoder().encode(data);
    const add = prepare(ADD).bind(id, bytes, tokenHash, readDay, OVERHEAD + bytes.length, maxBytes);
    const cutoff = expiry.cutoff();
    const removeExpired = cutoff > 0 ? [prepare(REMOVE_EXPIRED).bind(id, cutoff)] : [];
    const stored = await findBy(...removeExpired, add, prepare(FIND).bind(id, 0));
    if (!stored) throw new LimitReached();
    return stored;
  }

  return {
    find: (id) => inTime(() => findBy(...findAndRecord(id))),
    add: (link) => inTime(() => put({ ...link, readDay: expiry.today() })),
    remove: ({ id, tokenHash }) =>
      inTime(async () => {
        const statements = [prepare(FIND).bind(id, expiry.cutoff()), prepare(REMOVE).bind(id, tokenHash)];
        let isRetried = false;
        const [found] = await run(statements, () => {
          isRetried = true;
        });
        const stored = (found?.results[0] as Row | undefined)?.token_hash;
        // If the retry finds no link, the first attempt has removed it.
        return stored ?? (isRetried ? tokenHash : undefined);
      }),
    stats: (before = 0) =>
      inTime(async () => {
        const [answer] = await run([prepare(COUNT).bind(before)]);
        const row = answer?.results[0] as Counted | undefined;
        if (!row) throw new Error("D1 returned no row");
        const { oldest, newest, ...counted } = row;
        return { ...counted, maxBytes, oldestRead: oldest ?? undefined, newestRead: newest ?? undefined };
      }),
    readsSince: () => inTime(readsSince),
    purge: (before, most) =>
      inTime(async () => {
        const results = await run([prepare(INDEX), prepare(PURGE).bind(before, most)]);
        return results.at(-1)?.results.length ?? 0;
      }),
    async *export() {
      // D1 has no transactions across queries. Links never change, so each link that exists during the whole export is
      // exported once.
      for (let after = "", isMore = true; isMore; ) {
        const from = after;
        const [answer] = await inTime(() => run([prepare(LIST).bind(from, PAGE_SIZE)]));
        const rows = (answer?.results ?? []) as readonly Row[];
        yield* rows.map(linkOf);
        after = rows.at(-1)?.id ?? after;
        isMore = rows.length === PAGE_SIZE;
      }
    },
    restore: (link) =>
      inTime(async () => {
        const existing = await findBy(prepare(FIND).bind(link.id, 0));
        const stored = existing ?? (await put(link));
        if (stored.data !== link.data) return "taken";
        return !existing && stored.tokenHash === link.tokenHash ? "created" : "existing";
      }),
    async close() {},
  };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function linkOf({ id, data, token_hash: tokenHash, read_day: readDay }: Row): DatedLink {
  return { id, data: decoder.decode(Uint8Array.from(data)), tokenHash, readDay };
}

/** Removes D1's response from an error message. D1's client quotes a response that it cannot read, and that response
 *  may contain links. */
function withoutResponse({ message }: Error): Error {
  return new Error(message.replace(/\bgot: [\s\S]*/, "got: (left out, because it may contain links)"));
}
