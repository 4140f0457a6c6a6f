import type { LinkStore, StoredLink } from "../ports.ts";
import { createGuard } from "./store-away.ts";
import { within } from "./within.ts";

/** What of a D1 database is used: its binding, as Cloudflare's own types have it. */
export interface D1Binding {
  prepare(sql: string): D1Question;
  /** Asks all in one transaction. */
  batch(questions: D1Question[]): Promise<readonly D1Answer[]>;
}

interface D1Question {
  bind(...values: unknown[]): D1Question;
}

interface D1Answer {
  readonly results: readonly unknown[];
}

/** Bytes come back as a list of numbers. */
interface Row {
  readonly data: readonly number[];
  readonly token_hash: string;
}

/** The text is kept as bytes, for SQLite's own text may end at a NUL. */
const TABLE = `CREATE TABLE IF NOT EXISTS isoqr_links (
  id TEXT PRIMARY KEY, data BLOB NOT NULL, token_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID`;
const FIND = "SELECT data, token_hash FROM isoqr_links WHERE id = ?";
const ADD = "INSERT INTO isoqr_links (id, data, token_hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
const REMOVE = "DELETE FROM isoqr_links WHERE id = ? AND token_hash = ?";

const NO_TABLE = /no such table/i;
/** What D1 wants to be asked once more: https://developers.cloudflare.com/d1/observability/debug-d1/. */
const PASSING = /network connection lost|object to be reset|reset because its code was updated/i;
const FULL = /maximum DB size|database or disk is full/i;

/** Links in a D1 database. The table isoqr_links is made when it is first missed, so that no question waits to learn
 *  that it is there. What is not answered within `timeLimit` milliseconds fails. */
export function createD1Links(database: D1Binding, timeLimit = 5000): LinkStore {
  const guard = createGuard("D1", { isFull: (failure) => FULL.test((failure as Error).message) });
  const { prepare, batch } = { prepare: database.prepare.bind(database), batch: database.batch.bind(database) };

  /** Asks once more where that helps. Every question may be put twice: what the first one changed, the second finds so. */
  async function ask(questions: D1Question[]): Promise<readonly D1Answer[]> {
    try {
      return await batch(questions);
    } catch (error) {
      const { message } = error as Error;
      if (NO_TABLE.test(message)) await batch([prepare(TABLE)]);
      else if (!PASSING.test(message)) throw error;
      return await batch(questions);
    }
  }

  /** The link that the last of `questions` finds. */
  const answerTo = (id: string, ...questions: D1Question[]): Promise<StoredLink | undefined> =>
    guard(async () => {
      try {
        const answers = await within(timeLimit, ask(questions), () => new Error(`no answer within ${timeLimit} ms`));
        return linkOf(id, answers.at(-1)?.results[0] as Row | undefined);
      } catch (error) {
        throw faultOf(error as Error);
      }
    });

  return {
    find: (id) => answerTo(id, prepare(FIND).bind(id)),
    async add(link) {
      const { id, data, tokenHash } = link;
      const insert = prepare(ADD).bind(id, new TextEncoder().encode(data), tokenHash);
      const there = await answerTo(id, insert, prepare(FIND).bind(id));
      if (!there) throw new Error("D1 has stored a link and does not find it");
      return there;
    },
    async remove({ id, tokenHash }) {
      await answerTo(id, prepare(REMOVE).bind(id, tokenHash));
    },
    async close() {},
  };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function linkOf(id: string, row: Row | undefined): StoredLink | undefined {
  return row && { id, data: decoder.decode(Uint8Array.from(row.data)), tokenHash: row.token_hash };
}

/** What is told of `error`: nothing of an answer that was not understood, for it may hold what is stored. */
function faultOf({ message }: Error): Error {
  return new Error(message.replace(/\bgot: [\s\S]*/, "got something else"));
}
