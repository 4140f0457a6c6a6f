import { QrError } from "../errors.ts";
import type { LinkStore, StoredLink } from "../ports.ts";
import { createPostgresPool, type Pool } from "./postgres-pool.ts";
import { storeAway } from "./store-away.ts";

interface Row {
  readonly data: Buffer;
  readonly token_hash: string;
}

/** SQLSTATEs of a table that another server made in the same moment: IF NOT EXISTS does not cover the time between
 *  looking and making. */
const MADE_MEANWHILE = ["23505", "42P07", "42710"];
const NO_TABLE = "42P01";

/** Links in the PostgreSQL database at `url`, or in another that speaks its protocol. Any number of servers may share
 *  it; the one that comes first makes the table isoqr_links.
 *  A question that is not answered within `timeLimit` milliseconds fails.
 *  @throws {Error} with one sentence, without the password, when the database cannot be used. */
export async function openPostgresLinks(url: string, timeLimit = 5000): Promise<LinkStore> {
  const pool = await createPostgresPool(url, timeLimit);
  try {
    await pool.ask((sql) => sql`SELECT 1`);
    await makeTable(pool);
  } catch (error) {
    await pool.close();
    throw new Error(`links cannot be kept in PostgreSQL${placeOf(url)}: ${reasonOf(error)}`);
  }
  return createStore(pool);
}

function createStore(pool: Pool): LinkStore {
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

async function guarded<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof QrError ? error : storeAway("PostgreSQL", error);
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code);
}

/** " at host:port", or nothing where the address lists several hosts. */
function placeOf(url: string): string {
  return URL.canParse(url) ? ` at ${new URL(url).host}` : "";
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host cannot be looked up",
  CONNECT_TIMEOUT: "it does not answer",
  TIME_LIMIT: "it does not answer",
  "28P01": "the user or the password is wrong",
  "28000": "this user may not log in",
  "3D000": "there is no such database",
  "42501": "this user may not make or read the table isoqr_links",
};

function reasonOf(error: unknown): string {
  return REASONS[codeOf(error)] ?? (error as Error).message;
}
