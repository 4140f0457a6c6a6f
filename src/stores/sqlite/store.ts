import { dirname, resolve } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { createExpiry, createReadRecorder, type Expiry, type LinkSettings } from "../expiry.ts";
import type { DatedLink, LinkAdmin, LinkStore, StoredLink } from "../store.ts";
import { createGuard, DISK_FULL, type Guard, LimitReached } from "../store-errors.ts";
import {
  type AsyncConnection,
  type Connection,
  checkLog,
  createFileCheck,
  loadLibsql,
  PAGE,
  prepareSchema,
  reasonOf,
  recordReads,
  type Statement,
} from "./file.ts";
import { createDiskSpace, openWithReserve } from "./reserve.ts";
import { createSqliteWriter, isDiskFull, mayBeFull, PATIENCE, patiently, type Write } from "./writer.ts";

/** Reads text that contains no NUL as TEXT, because the garbage collection of buffers would take as long as reading
 *  them. */
const DATA = "CASE instr(data, x'00') WHEN 0 THEN CAST(data AS TEXT) ELSE data END";
const FIND = `SELECT ${DATA}, token_hash, read_day FROM links WHERE id = ?`;
const ADD = "INSERT INTO links (id, data, token_hash, read_day) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";
const REMOVE = "DELETE FROM links WHERE id = ? AND token_hash = ?";
const REMOVE_EXPIRED = "DELETE FROM links WHERE id = ? AND read_day < ?";
const RECORD_READ = "UPDATE links SET read_day = ?2 WHERE id = ?1 AND read_day < ?2";

const COUNT = "SELECT count(*), min(read_day), max(read_day), count(*) FILTER (WHERE read_day < ?) FROM links";
const PURGE = "DELETE FROM links WHERE id IN (SELECT id FROM links WHERE read_day < ? LIMIT ?)";
/** The first purge creates the index, because without expiry it would only slow down adding links. */
const INDEX = "CREATE INDEX IF NOT EXISTS links_read_day ON links (read_day)";
const LIST = "SELECT id, data, token_hash, read_day FROM links WHERE id > ? ORDER BY id LIMIT ?";

const PAGE_SIZE = 200;

/** Default size limit, in bytes, for all links together: enough for about ten million links. */
export const CAPACITY = 4 * 1024 ** 3;

type Row = readonly [data: string | Buffer, tokenHash: string, readDay: number];

/** Opens a link store in the file `path`. Creates the file and its folder if they are missing. Several processes may
 *  use it at the same time.
 *  @throws {Error} with a one-line message if it cannot be opened. */
export async function openSqliteLinks(path: string, settings: LinkSettings = {}): Promise<LinkStore & LinkAdmin> {
  const { Reader, Writer } = await loadLibsql();
  // An absolute path, because SQLite interprets some names as URLs or as a database in memory.
  const file = resolve(path);
  const open = async () => {
    // With separate connections, reads do not wait for writes.
    const [openReader, openWriter] = [() => new Reader(file), () => new Writer(file, {})];
    const [reader, writer] = [openReader(), openWriter()];
    try {
      const expiry = createExpiry(settings);
      await prepareSchema(writer, expiry.today());
      expiry.recordsSince(await recordReads(writer, settings, expiry.today()));
      return await createStore({ file, reader, writer, openReader, openWriter, expiry, settings });
    } catch (error) {
      writer.close();
      reader.close();
      throw error;
    }
  };
  try {
    await makeFolder(dirname(file));
    checkLog(file);
    return await openWithReserve(file, open);
  } catch (error) {
    throw new Error(`opening the links in ${path} failed: ${reasonOf(error)}`);
  }
}

interface StoreParts {
  readonly file: string;
  readonly reader: Connection;
  readonly writer: AsyncConnection;
  readonly openReader: () => Connection;
  readonly openWriter: () => AsyncConnection;
  readonly expiry: Expiry;
  readonly settings: LinkSettings;
}

async function createStore(parts: StoreParts): Promise<LinkStore & LinkAdmin> {
  const { file, reader, writer, expiry, settings } = parts;
  const { maxBytes = CAPACITY } = settings;
  const files = createFileCheck([file, `${file}-wal`]);
  const prepare = (sql: string) => patiently(() => writer.prepare(sql));
  const select = (await patiently(() => reader.prepare(FIND))).raw();
  const selectAmongWrites = (await prepare(FIND)).raw();
  const [insert, remove, removeExpired, recordRead] = [
    await prepare(ADD),
    await prepare(REMOVE),
    await prepare(REMOVE_EXPIRED),
    await prepare(RECORD_READ),
  ];
  const isFull = await createLimit(prepare, maxBytes);
  const write = createSqliteWriter(writer, await createDiskSpace(writer, file));
  const guarded = createGuard("SQLite");
  const reads = createReadRecorder((ids) =>
    write(() => {
      files.checkNow();
      for (const id of ids) recordRead.run([id, expiry.today()]);
    }),
  );

  /** Returns the link with this id, and records that it was read. Returns undefined if it does not exist or has
   *  expired. */
  const rowOf = (statement: Statement, id: string): StoredLink | undefined => {
    const row = statement.get([id]) as Row | undefined;
    if (!row || row[2] < expiry.cutoff()) return undefined;
    if (expiry.isOn && row[2] < expiry.today()) reads.add(id);
    return { id, data: row[0].toString(), tokenHash: row[1] };
  };

  const readNow = (id: string) => {
    files.check();
    return rowOf(select, id);
  };

  const read = (id: string, until: number): StoredLink | undefined | Promise<StoredLink | undefined> => {
    // Fast path: a synchronous read, which rarely fails.
    try {
      return readNow(id);
    } catch {
      return patiently(() => readNow(id), until - performance.now());
    }
  };

  /** Adds `link` unless its id is taken. Resolves to the link that is stored under the id, and whether it was added.
   *  @throws {LimitReached} */
  async function put({ id, data, tokenHash, readDay }: DatedLink, until: number) {
    const added = await write(() => {
      files.checkNow();
      const cutoff = expiry.cutoff();
      if (cutoff > 0) removeExpired.run([id, cutoff]);
      const isAdded = !isFull() && insert.run([id, Buffer.from(data), tokenHash, readDay]).changes > 0;
      // Reads the link in the same transaction, so that no other process can remove it in between.
      return isAdded || rowOf(selectAmongWrites, id);
    }, until).catch((error: unknown) => {
      throw isDiskFull(error) ? new LimitReached(DISK_FULL) : error;
    });
    if (added === undefined) throw new LimitReached();
    return added === true ? { isNew: true, link: { id, data, tokenHash } } : { isNew: false, link: added };
  }

  return {
    ...createAdmin({ ...parts, write, guarded, maxBytes }),
    async find(id) {
      try {
        return readNow(id);
      } catch {
        return guarded(() => patiently(() => readNow(id)));
      }
    },
    add: (link) =>
      guarded(async () => {
        const until = performance.now() + PATIENCE;
        // An existing link needs no write.
        const existing = await read(link.id, until);
        return existing ?? (await put({ ...link, readDay: expiry.today() }, until)).link;
      }),
    remove: ({ id, tokenHash }) =>
      guarded(async () => {
        const until = performance.now() + PATIENCE;
        const stored = await read(id, until);
        if (stored?.tokenHash !== tokenHash) return stored?.tokenHash;
        await write(
          () => {
            files.checkNow();
            remove.run([id, tokenHash]);
          },
          until,
          true,
        );
        return tokenHash;
      }),
    space: () => guarded(() => patiently(() => ({ bytes: bytesNow(reader), maxBytes }))),
    readsSince: () => guarded(() => recordReads(writer, {}, expiry.today())),
    restore: (link) =>
      guarded(async () => {
        const { isNew, link: stored } = await put(link, performance.now() + PATIENCE);
        return isNew ? "created" : stored.data === link.data ? "existing" : "taken";
      }),
    async close() {
      await reads.close();
      // Empties the write-ahead log, unless another process uses it.
      await writer.exec("PRAGMA wal_checkpoint(TRUNCATE)").catch(() => undefined);
      writer.close();
      reader.close();
    },
  };
}

interface AdminParts extends Omit<StoreParts, "file" | "expiry" | "settings"> {
  readonly write: Write;
  readonly guarded: Guard;
  readonly maxBytes: number;
}

function createAdmin(parts: AdminParts): Pick<LinkAdmin, "stats" | "purge" | "export"> {
  const { reader, writer, openReader, openWriter, write, guarded, maxBytes } = parts;
  let isIndexed = false;

  async function makeIndex(): Promise<void> {
    if (isIndexed) return;
    // The writer may be in the middle of a transaction, so this uses another connection.
    const connection = openWriter();
    try {
      await patiently(() => connection.exec(INDEX));
      isIndexed = true;
    } catch (error) {
      // Purging frees space on a full disk, so it must also work without the index.
      if (!mayBeFull(error)) throw error;
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
          const bytes = bytesNow(reader);
          return { links, unread, maxBytes, bytes, oldestRead: oldest ?? undefined, newestRead: newest ?? undefined };
        }),
      ),
    purge: (before, most) =>
      guarded(async () => {
        await makeIndex();
        const remove = await writer.prepare(PURGE);
        return write(() => remove.run([before, most]).changes, undefined, true);
      }),
    async *export() {
      // A transaction sees a snapshot of the file, so that the export is consistent.
      const connection = openReader();
      try {
        connection.exec("BEGIN");
        const list = connection.prepare(LIST).raw();
        for (let after = "", isMore = true; isMore; ) {
          const rows = list.all([after, PAGE_SIZE]) as [string, Buffer, string, number][];
          for (const [id, data, tokenHash, readDay] of rows) {
            yield { id, data: data.toString(), tokenHash, readDay } satisfies DatedLink;
          }
          after = rows.at(-1)?.[0] ?? after;
          isMore = rows.length === PAGE_SIZE;
        }
      } finally {
        connection.close();
      }
    },
  };
}

async function createLimit(prepare: (sql: string) => Promise<Statement>, maxBytes: number): Promise<() => boolean> {
  const [pages, free] = [(await prepare("PRAGMA page_count")).raw(), (await prepare("PRAGMA freelist_count")).raw()];
  return () => bytesInUse(pages, free) >= maxBytes;
}

function bytesNow(connection: Connection): number {
  const prepare = (name: string) => connection.prepare(`PRAGMA ${name}`).raw();
  return bytesInUse(prepare("page_count"), prepare("freelist_count"));
}

/** Returns the bytes of all used pages. Pages that removed links have freed do not count. */
function bytesInUse(pages: Statement, free: Statement): number {
  const read = (statement: Statement) => (statement.get([]) as readonly [number])[0];
  return (read(pages) - read(free)) * PAGE;
}
