import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { LinkSettings } from "./expiry.ts";
import { inTransaction, patiently, type WriterConnection } from "./sqlite-writer.ts";

/** A prepared statement of libsql. */
export interface Statement {
  /** Makes rows arrays from now on. */
  raw(): Statement;
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { readonly changes: number };
}

/** A synchronous connection. */
export interface Connection {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  close(): void;
}

/** A connection whose `exec` runs on a separate thread. */
export interface AsyncConnection extends WriterConnection {
  prepare(sql: string): Promise<Statement>;
  close(): void;
}

/** Bytes of a page of the file. */
export const PAGE = 4096;

/** WAL, so that readers never wait for a writer. FULL, so that a created link survives a power cut as well as a crash: SQLite
 *  waits for the disk once per transaction. Texts are stored as bytes, because SQLite's own text may end at a NUL. */
const SETTINGS = `PRAGMA page_size = ${PAGE}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`;
const LINKS = `CREATE TABLE IF NOT EXISTS links (
  id TEXT PRIMARY KEY, data BLOB NOT NULL, token_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID`;
const META =
  "CREATE TABLE IF NOT EXISTS links_meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID";
const HAS_DAYS = "SELECT 1 FROM pragma_table_info('links') WHERE name = 'read_day'";
const IS_CURRENT = "SELECT read_day, value FROM links, links_meta LIMIT 0";

const READS_SINCE = "SELECT value FROM links_meta WHERE name = 'reads_since'";

/** Creates the tables, and migrates those of older versions: their links count as read `today`. Servers of an older
 *  version may keep running. */
export async function prepareSchema(writer: AsyncConnection, today: number): Promise<void> {
  await patiently(() => writer.exec(SETTINGS));
  const isCurrent = await patiently(() => writer.prepare(IS_CURRENT)).then(
    () => true,
    () => false,
  );
  if (isCurrent) return;
  await patiently(() =>
    inTransaction(writer, async () => {
      await writer.exec(`${LINKS}; ${META}`);
      // Another server may have been first.
      if ((await writer.prepare(HAS_DAYS)).get([]) !== undefined) return;
      await writer.exec(`ALTER TABLE links ADD COLUMN read_day INTEGER NOT NULL DEFAULT ${today}`);
    }),
  );
}

/** Starts or ends the recording of reads, according to the settings. Resolves to the day since which reads are recorded. */
export async function recordReads(
  writer: AsyncConnection,
  { expireDays }: LinkSettings,
  today: number,
): Promise<number | undefined> {
  const read = (await patiently(() => writer.prepare(READS_SINCE))).raw();
  const since = () => (read.get([]) as readonly [number] | undefined)?.[0];
  const known = await patiently(since);
  if (expireDays === undefined || expireDays > 0 === (known !== undefined)) return known;
  const change =
    expireDays > 0
      ? `INSERT INTO links_meta VALUES ('reads_since', ${today}) ON CONFLICT DO NOTHING`
      : "DELETE FROM links_meta WHERE name = 'reads_since'";
  await patiently(() => writer.exec(change));
  return patiently(since);
}

/** Milliseconds between two checks of the files. */
const CHECK_INTERVAL = 1_000;

/** Notices when an open file is removed or replaced: SQLite would continue with a file that no one can open again. */
export interface FileCheck {
  /** Checks unless this was done a moment ago.
   *  @throws {Error} with what to do, if a file is not the one that was opened. */
  check(): void;
  /** Checks at once. */
  checkNow(): void;
}

/** Checks the files `paths` of one store, which may be created later. */
export function createFileCheck(paths: readonly string[]): FileCheck {
  const opened = new Map<string, string>();
  let until = 0;
  const checkNow = () => {
    for (const path of paths) {
      const identity = identityOf(path);
      const known = opened.get(path) ?? identity;
      if (identity !== known) {
        throw new Error(
          `${path} was removed or replaced while it is open: put the same file back, or the one that is to be used, and start the server again`,
        );
      }
      if (known !== undefined) opened.set(path, known);
    }
    until = performance.now() + CHECK_INTERVAL;
  };
  checkNow();
  return {
    check() {
      if (performance.now() >= until) checkNow();
    },
    checkNow,
  };
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/** Loads the driver, an optional package.
 *  @throws {Error} with what to do if it is missing. */
export async function loadLibsql(): Promise<{
  readonly Reader: typeof import("libsql");
  readonly Writer: typeof import("libsql/promise");
}> {
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

/** Checks that the links in the log beside `file` have the file they belong to: SQLite would create a new file and discard
 *  them.
 *  @throws {Error} with what to do. */
export function checkLog(file: string): void {
  if (existsSync(`${file}-wal`) && !existsSync(file)) throw new Error(`${MISSING}${basename(file)}-wal`);
}

/** Returns why a file cannot be opened. The number at the end of libsql's message is SQLite's code. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  const text = `${code} ${message}`;
  if (/ENOTDIR|EEXIST/.test(text)) return "a part of the path is no folder";
  if (/ENOENT/.test(text)) return "its folder cannot be made";
  if (/EACCES|EPERM|READONLY|EROFS/.test(text)) return "this user may not write there";
  if (/CANTOPEN|: 14"/.test(text)) return "the file cannot be opened or made";
  if (/NOTADB/.test(text)) return "the file is no SQLite database";
  return message;
}
