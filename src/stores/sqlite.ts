import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { makeFolder } from "../adapters/make-folder.ts";
import type { DatedLink, LinkAdmin, LinkStore, StoredLink } from "../ports.ts";
import { createExpiry, type Expiry, type LinkSettings } from "./expiry.ts";
import { createReadNotes } from "./read-notes.ts";
import { createSameFile } from "./same-file.ts";
import { createSqliteAdmin } from "./sqlite-admin.ts";
import {
  type AsyncConnection,
  type Connection,
  PAGE,
  prepareSchema,
  recordReads,
  type Statement,
} from "./sqlite-file.ts";
import { createSqliteWriter, PATIENCE, patiently } from "./sqlite-writer.ts";
import { createGuard, LimitReached } from "./store-errors.ts";

/** As text where it can be: bytes cost the garbage collector as much as all of the reading. */
const DATA = "CASE instr(data, x'00') WHEN 0 THEN CAST(data AS TEXT) ELSE data END";
const FIND = `SELECT ${DATA}, token_hash, read_day FROM links WHERE id = ?`;
const ADD = "INSERT INTO links (id, data, token_hash, read_day) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";
const REMOVE = "DELETE FROM links WHERE id = ? AND token_hash = ?";
const REMOVE_EXPIRED = "DELETE FROM links WHERE id = ? AND read_day < ?";
const NOTE = "UPDATE links SET read_day = ?2 WHERE id = ?1 AND read_day < ?2";

/** Bytes that links may take in the file by default: about ten million links. */
const CAPACITY = 4 * 1024 ** 3;

type Row = readonly [data: string | Buffer, tokenHash: string, readDay: number];

/** Links in the file `path`, which is made where there is none, its folder too. Several processes may use it at once.
 *  @throws {Error} with one sentence when it cannot be opened. */
export async function openSqliteLinks(path: string, settings: LinkSettings = {}): Promise<LinkStore & LinkAdmin> {
  const { Reader, Writer } = await importLibsql();
  // A full path is never taken for the address of a database elsewhere, or for one in memory.
  const file = resolve(path);
  try {
    await makeFolder(dirname(file));
    // SQLite would begin a new file, and throw away the last links of the one that belongs here.
    if (existsSync(`${file}-wal`) && !existsSync(file)) throw new Error(`${MISSING}${basename(file)}-wal`);
    // A second connection, for reading must not wait for the disk.
    const [openReader, openWriter] = [() => new Reader(file), () => new Writer(file, {})];
    const [reader, writer] = [openReader(), openWriter()];
    const expiry = createExpiry(settings);
    await prepareSchema(writer, expiry.today());
    expiry.recordsSince(await recordReads(writer, settings, expiry.today()));
    return await createStore({ file, reader, writer, openReader, openWriter, expiry, settings });
  } catch (error) {
    throw new Error(`links cannot be kept in ${path}: ${reasonOf(error)}`);
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
  const same = createSameFile([file, `${file}-wal`]);
  const prepare = (sql: string) => patiently(() => writer.prepare(sql));
  const select = (await patiently(() => reader.prepare(FIND))).raw();
  const selectAmongWrites = (await prepare(FIND)).raw();
  const [insert, remove, removeExpired, note] = [
    await prepare(ADD),
    await prepare(REMOVE),
    await prepare(REMOVE_EXPIRED),
    await prepare(NOTE),
  ];
  const isFull = await createLimit(prepare, maxBytes);
  const write = createSqliteWriter(writer);
  const guarded = createGuard("SQLite");
  const notes = createReadNotes((ids) =>
    write(() => {
      same.checkNow();
      for (const id of ids) note.run([id, expiry.today()]);
    }),
  );

  /** Returns the link with this id, unless it has expired. */
  const rowOf = (statement: Statement, id: string): StoredLink | undefined => {
    const row = statement.get([id]) as Row | undefined;
    if (!row || row[2] < expiry.cutoff()) return undefined;
    if (expiry.isOn && row[2] < expiry.today()) notes.add(id);
    return { id, data: row[0].toString(), tokenHash: row[1] };
  };

  const readNow = (id: string) => {
    same.check();
    return rowOf(select, id);
  };

  const read = (id: string, until: number): StoredLink | undefined | Promise<StoredLink | undefined> => {
    // Reads synchronously at first, without a turn of the event loop, since reads are the most common.
    try {
      return readNow(id);
    } catch {
      return patiently(() => readNow(id), until - performance.now());
    }
  };

  /** Adds `link` unless its id is taken. Resolves to what is stored under the id, and whether that was added.
   *  @throws {LimitReached} */
  async function put({ id, data, tokenHash, readDay }: DatedLink, until: number) {
    const added = await write(() => {
      same.checkNow();
      const cutoff = expiry.cutoff();
      if (cutoff > 0) removeExpired.run([id, cutoff]);
      const isAdded = !isFull() && insert.run([id, Buffer.from(data), tokenHash, readDay]).changes > 0;
      // Within the transaction, no one else can remove it.
      return isAdded || rowOf(selectAmongWrites, id);
    }, until);
    if (added === undefined) throw new LimitReached();
    return added === true ? { isNew: true, link: { id, data, tokenHash } } : { isNew: false, link: added };
  }

  return {
    ...createSqliteAdmin({ ...parts, write, guarded, maxBytes }),
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
        // This read saves a write for every request for an existing link.
        const there = await read(link.id, until);
        return there ?? (await put({ ...link, readDay: expiry.today() }, until)).link;
      }),
    remove: ({ id, tokenHash }) =>
      guarded(async () => {
        const until = performance.now() + PATIENCE;
        const there = await read(id, until);
        if (there?.tokenHash !== tokenHash) return there?.tokenHash;
        await write(() => {
          same.checkNow();
          remove.run([id, tokenHash]);
        }, until);
        return tokenHash;
      }),
    readsSince: () => guarded(() => recordReads(writer, {}, expiry.today())),
    restore: (link) =>
      guarded(async () => {
        const { isNew, link: stored } = await put(link, performance.now() + PATIENCE);
        return isNew ? "created" : stored.data === link.data ? "existing" : "taken";
      }),
    async close() {
      await notes.close();
      // Into the one file, unless another process is still at work with it.
      await writer.exec("PRAGMA wal_checkpoint(TRUNCATE)").catch(() => undefined);
      writer.close();
      reader.close();
    },
  };
}

/** Returns whether the pages of links take `maxBytes`. Pages of removed links are free, and are reused. */
async function createLimit(prepare: (sql: string) => Promise<Statement>, maxBytes: number): Promise<() => boolean> {
  const [pages, free] = [(await prepare("PRAGMA page_count")).raw(), (await prepare("PRAGMA freelist_count")).raw()];
  const read = (statement: Statement) => (statement.get([]) as readonly [number])[0];
  return () => (read(pages) - read(free)) * PAGE >= maxBytes;
}

async function importLibsql() {
  try {
    const [reader, writer] = await Promise.all([import("libsql"), import("libsql/promise")]);
    return { Reader: reader.default, Writer: writer.default };
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException;
    const isThere = name === "NotCapable" || code === "ERR_DLOPEN_FAILED";
    const trouble = isThere
      ? `it cannot be loaded: ${message}`
      : "npm install libsql, or keep links in memory, LINKS=memory:";
    throw new Error(`links in SQLite need the package libsql: ${trouble}`);
  }
}

const MISSING =
  "the file is not there, though there are links that belong into it: put it back, or, to begin anew, remove ";

/** Why a file cannot be opened, in words; of libsql's failure to open, the number at its end is SQLite's. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  const text = `${code} ${message}`;
  if (/ENOTDIR|EEXIST/.test(text)) return "a part of the path is no folder";
  if (/ENOENT/.test(text)) return "its folder cannot be made";
  if (/EACCES|EPERM|READONLY|EROFS/.test(text)) return "this user may not write there";
  if (/CANTOPEN|: 14"/.test(text)) return "the file cannot be opened or made";
  if (/NOTADB/.test(text)) return "the file is no SQLite database";
  return message;
}
