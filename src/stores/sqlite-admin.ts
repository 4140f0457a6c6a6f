import type { DatedLink, LinkAdmin } from "../ports.ts";
import { type AsyncConnection, type Connection, PAGE } from "./sqlite-file.ts";
import { patiently, type Write } from "./sqlite-writer.ts";
import type { Guard } from "./store-errors.ts";

const COUNT = "SELECT count(*), min(read_day), max(read_day), count(*) FILTER (WHERE read_day < ?) FROM links";
const PURGE = "DELETE FROM links WHERE id IN (SELECT id FROM links WHERE read_day < ? LIMIT ?)";
/** Created when it is first needed: without expiry it would only slow down adding links. */
const INDEX = "CREATE INDEX IF NOT EXISTS links_read_day ON links (read_day)";
const LIST = "SELECT id, data, token_hash, read_day FROM links WHERE id > ? ORDER BY id LIMIT ?";

/** Links read at a time for an export. */
const LOT = 200;

/** What the operator functions need from the store. */
export interface SqliteParts {
  readonly reader: Connection;
  readonly writer: AsyncConnection;
  /** Opens another connection to the same file. */
  openReader(): Connection;
  openWriter(): AsyncConnection;
  readonly write: Write;
  readonly guarded: Guard;
  readonly maxBytes: number;
}

export function createSqliteAdmin({
  reader,
  writer,
  openReader,
  openWriter,
  write,
  guarded,
  maxBytes,
}: SqliteParts): Pick<LinkAdmin, "stats" | "purge" | "export"> {
  let isIndexed = false;

  async function makeIndex(): Promise<void> {
    if (isIndexed) return;
    // A separate connection, so that its statements do not end up in a transaction of the writer.
    const connection = openWriter();
    try {
      await patiently(() => connection.exec(INDEX));
      isIndexed = true;
    } finally {
      connection.close();
    }
  }

  return {
    stats: (before = 0) =>
      guarded(() =>
        patiently(() => {
          const row = reader.prepare(COUNT).raw().get([before]);
          const [links, oldest, newest, unread] = row as [number, number | null, number | null, number];
          return {
            ...{ links, unread, maxBytes, bytes: PAGE * pagesInUse(reader) },
            oldestRead: oldest ?? undefined,
            newestRead: newest ?? undefined,
          };
        }),
      ),
    purge: (before, most) =>
      guarded(async () => {
        await makeIndex();
        const remove = await writer.prepare(PURGE);
        return write(() => remove.run([before, most]).changes);
      }),
    async *export() {
      // A single transaction sees a snapshot of the file.
      const connection = openReader();
      try {
        connection.exec("BEGIN");
        const list = connection.prepare(LIST).raw();
        for (let after = "", isMore = true; isMore; ) {
          const rows = list.all([after, LOT]) as [string, Buffer, string, number][];
          for (const [id, data, tokenHash, readDay] of rows) {
            yield { id, data: data.toString(), tokenHash, readDay } satisfies DatedLink;
          }
          after = rows.at(-1)?.[0] ?? after;
          isMore = rows.length === LOT;
        }
      } finally {
        connection.close();
      }
    },
  };
}

/** Returns the pages in use; pages of removed links are free. */
function pagesInUse(connection: Connection): number {
  const read = (name: string) => (connection.prepare(`PRAGMA ${name}`).raw().get([]) as [number])[0];
  return read("page_count") - read("freelist_count");
}
