import type { LinkStore, StoredLink } from "../ports.ts";
import { createPostgresPool, type Pool } from "./postgres-pool.ts";
import { createGuard } from "./store-away.ts";

interface Row {
  readonly data: Buffer;
  readonly token_hash: string;
}

/** SQLSTATEs of a table that another server made in the same moment: IF NOT EXISTS does not cover the time between
 *  looking and making. */
const MADE_MEANWHILE = ["23505", "42P07", "42710"];
const NO_TABLE = "42P01";

export interface PostgresSettings {
  /** Milliseconds after which a question that is not answered fails; by default 5000. */
  readonly timeLimit?: number;
  /** Is told, in one line, that the database is away at the start; by default nobody is. */
  readonly report?: (line: string) => void;
}

/** Links in the PostgreSQL database at `url`, or in another that speaks its protocol. Any number of servers may share
 *  it; the one that comes first makes the table isoqr_links. A database that is away is used from when it is there.
 *  @throws {Error} with one sentence, without the password, when the database is there and cannot be used, or when `url`
 *  is no address. */
export async function openPostgresLinks(
  url: string,
  { timeLimit = 5000, report = () => undefined }: PostgresSettings = {},
): Promise<LinkStore> {
  const pool = await createPostgresPool(url, timeLimit).catch((error) => {
    throw cannotBeUsed(url, error);
  });
  const usable = createOnce(() => makeTable(pool));
  const isThere = await usable().then(
    () => true,
    async (error) => {
      if (AWAY.includes(codeOf(error))) {
        report(`links answer 503 until PostgreSQL${placeOf(url)} is there: ${reasonOf(error)}`);
        return false;
      }
      await pool.close();
      throw cannotBeUsed(url, error);
    },
  );
  const guard = createGuard("PostgreSQL", { known: !isThere });
  return createStore(pool, (work) =>
    guard(async () => {
      await usable();
      return work();
    }),
  );
}

/** Does `work` until it has been done once; callers who come meanwhile share an attempt. */
function createOnce(work: () => Promise<void>): () => Promise<void> {
  let attempt: Promise<void> | undefined;
  return () => {
    attempt ??= work().catch((error) => {
      attempt = undefined;
      throw error;
    });
    return attempt;
  };
}

function cannotBeUsed(url: string, error: unknown): Error {
  return new Error(`links cannot be kept in PostgreSQL${placeOf(url)}: ${reasonOf(error)}`);
}

function createStore(pool: Pool, guarded: <Value>(work: () => Promise<Value>) => Promise<Value>): LinkStore {
  const find = async (id: string): Promise<StoredLink | undefined> => {
    const rows = await pool.ask((sql) => sql<Row[]>`SELECT data, token_hash FROM isoqr_links WHERE id = ${id}`);
    const [row] = rows;
    return row && { id, data: row.data.toString(), tokenHash: row.token_hash };
  };

  /** INSERT tells what it added. What it found in its way is read afterwards, for a snapshot taken before another's
   *  commit does not show it; and where that is gone by then, the id is free again. */
  const add = async (link: StoredLink): Promise<StoredLink> => {
    const { id, data, tokenHash } = link;
    const bytes = Buffer.from(data);
    for (;;) {
      const added = await pool.ask(
        (sql) => sql`
          INSERT INTO isoqr_links (id, data, token_hash) VALUES (${id}, ${bytes}, ${tokenHash})
          ON CONFLICT (id) DO NOTHING RETURNING id`,
      );
      const there = added.length > 0 ? link : await find(id);
      if (there) return there;
    }
  };

  return {
    find: (id) => guarded(() => find(id)),
    add: (link) => guarded(() => add(link)),
    remove: ({ id, tokenHash }) =>
      guarded(async () => {
        await pool.ask((sql) => sql`DELETE FROM isoqr_links WHERE id = ${id} AND token_hash = ${tokenHash}`);
      }),
    close: () => pool.close(),
  };
}

/** Looks before it makes, for a user who may use the table need not be one who may make tables. The text is kept as
 *  bytes, for TEXT cannot hold a NUL. */
async function makeTable(pool: Pool): Promise<void> {
  try {
    await pool.ask((sql) => sql`SELECT id, data, token_hash FROM isoqr_links LIMIT 0`);
    return;
  } catch (error) {
    if (codeOf(error) !== NO_TABLE) throw error;
  }
  try {
    await pool.ask(
      (sql) => sql`
        CREATE TABLE IF NOT EXISTS isoqr_links (id TEXT PRIMARY KEY, data BYTEA NOT NULL, token_hash TEXT NOT NULL)`,
    );
  } catch (error) {
    if (!MADE_MEANWHILE.includes(codeOf(error))) throw error;
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code);
}

/** " at host:port", or nothing where the address lists several hosts. */
function placeOf(url: string): string {
  return URL.canParse(url) ? ` at ${new URL(url).host}` : "";
}

/** Failures of a database that may come: a machine or a network that is not up yet, names of either included. */
const AWAY = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "TIME_LIMIT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
];

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host cannot be looked up",
  CONNECT_TIMEOUT: "it does not answer",
  TIME_LIMIT: "it does not answer",
  ECONNRESET: "it closes connections",
  CONNECTION_CLOSED: "it closes connections",
  "57P03": "it is starting up",
  ERR_INVALID_URL: "the address is not well-formed, write postgres://USER:PASSWORD@HOST/DATABASE",
  "28P01": "the user or the password is wrong",
  "28000": "this user may not log in",
  "3D000": "there is no such database",
  "42501": "this user may not make or read the table isoqr_links",
};

function reasonOf(error: unknown): string {
  const { name, message } = error as Error;
  if (error instanceof URIError) return "a % in its address is written as %25";
  // Deno has no code for it, and repeats the whole address.
  const code = name === "TypeError" && /invalid url/i.test(message) ? "ERR_INVALID_URL" : codeOf(error);
  return REASONS[code] ?? message;
}
