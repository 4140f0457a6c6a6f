import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { LinkStore, StoredLink } from "../ports.ts";
import { makeFolder } from "./make-folder.ts";
import { createSameFile, type SameFile } from "./same-file.ts";
import { createSqliteWriter, patiently, type WriterConnection } from "./sqlite-writer.ts";
import { createGuard } from "./store-away.ts";

/** WAL, so that readers never wait for a writer. FULL, so that a link that was answered for survives a power cut as well
 *  as a crash: SQLite then waits for the disk once a transaction, which NORMAL leaves out, at the price of the last
 *  links. The text is kept as bytes, for SQLite's own text may end at a NUL. */
const PAGE = 4096;
const SETTINGS = `PRAGMA page_size = ${PAGE}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`;
const TABLE = `CREATE TABLE IF NOT EXISTS links (
  id TEXT PRIMARY KEY, data BLOB NOT NULL, token_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID`;
/** As text where it can be: bytes cost the garbage collector as much as all of the reading. */
const DATA = "CASE instr(data, x'00') WHEN 0 THEN CAST(data AS TEXT) ELSE data END";
const FIND = `SELECT ${DATA}, token_hash FROM links WHERE id = ?`;
const ADD = "INSERT INTO links (id, data, token_hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
const REMOVE = "DELETE FROM links WHERE id = ? AND token_hash = ?";

/** Bytes that the file may have: some ten million links. Making one needs no permission, so that without a bound anybody
 *  could fill the disk. */
const CAPACITY = 4 * 1024 ** 3;

/** Pages that one more link may take: its text, and a part of each level of the tree. */
const SPARE = 8;

interface Statement {
  /** Rows come as arrays from now on. */
  raw(): Statement;
  get(...parameters: unknown[]): unknown;
  run(...parameters: unknown[]): { readonly changes: number };
}

type Row = readonly [data: string | Buffer, tokenHash: string];

/** Links in the file `path`, which is made where there is none, its folder too. Several processes may use it at once.
 *  Past about `capacity` bytes new links are refused.
 *  @throws {Error} with one sentence when it cannot be opened. */
export async function openSqliteLinks(path: string, capacity = CAPACITY): Promise<LinkStore> {
  const { Reader, Writer } = await importLibsql();
  // A full path is never taken for the address of a database elsewhere, or for one in memory.
  const file = resolve(path);
  try {
    await makeFolder(dirname(file));
    // SQLite would begin a new file, and throw away the last links of the one that belongs here.
    if (existsSync(`${file}-wal`) && !existsSync(file)) throw new Error(`${MISSING}${basename(file)}-wal`);
    // A second connection, for reading must not wait for the disk.
    const [reader, writer] = [new Reader(file), new Writer(file, {})];
    const mostPages = Math.ceil(capacity / PAGE);
    const bound = `PRAGMA max_page_count = ${mostPages}`;
    for (const sql of [SETTINGS, bound, TABLE]) await patiently(() => writer.exec(sql));
    return await createStore(reader, writer, createSameFile([file, `${file}-wal`]), mostPages);
  } catch (error) {
    throw new Error(`links cannot be kept in ${path}: ${reasonOf(error)}`);
  }
}

interface Connection {
  prepare(sql: string): Statement;
  close(): void;
}

interface AsyncConnection extends WriterConnection {
  prepare(sql: string): Promise<Statement>;
  close(): void;
}

async function createStore(
  reader: Connection,
  writer: AsyncConnection,
  same: SameFile,
  mostPages: number,
): Promise<LinkStore> {
  const select = (await patiently(() => reader.prepare(FIND))).raw();
  const [find, insert, del] = await Promise.all([FIND, ADD, REMOVE].map((sql) => writer.prepare(sql)));
  if (!find || !insert || !del) throw new Error("SQLite prepared too few statements");
  const selectAmongWrites = find.raw();
  const write = createSqliteWriter(writer);
  const pages = (await patiently(() => reader.prepare("PRAGMA page_count"))).raw();
  // SQLite says the same of a full disk.
  const isFull = (failure: unknown) =>
    (failure as { code?: unknown }).code === "SQLITE_FULL" && Number((pages.get() as [number])[0]) > mostPages - SPARE;
  const guarded = createGuard("SQLite", { isFull });

  const read = (id: string) => {
    same.check();
    return linkOf(id, select.get([id]));
  };

  return {
    async find(id) {
      // Tried at once, without a turn of the event loop: reading is what is done most.
      try {
        return read(id);
      } catch {
        return guarded(() => patiently(() => read(id)));
      }
    },
    add: (link) =>
      guarded(() =>
        write(() => {
          same.checkNow();
          const { changes } = insert.run([link.id, Buffer.from(link.data), link.tokenHash]);
          // Within the transaction nobody can have taken it away.
          return changes > 0 ? link : (linkOf(link.id, selectAmongWrites.get([link.id])) ?? link);
        }),
      ),
    remove: ({ id, tokenHash }) =>
      guarded(() =>
        write(() => {
          same.checkNow();
          del.run([id, tokenHash]);
        }),
      ),
    async close() {
      // Into the one file, unless another process is still at work with it.
      await writer.exec("PRAGMA wal_checkpoint(TRUNCATE)").catch(() => undefined);
      writer.close();
      reader.close();
    },
  };
}

function linkOf(id: string, row: unknown): StoredLink | undefined {
  if (row === undefined) return undefined;
  const [data, tokenHash] = row as Row;
  return { id, data: data.toString(), tokenHash };
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
