import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { checkPackage } from "../../adapters/package-file.ts";
import { QrError } from "../../errors.ts";
import type { LinkSettings } from "../expiry.ts";
import { inTransaction, patiently, type WriterConnection } from "./writer.ts";

export interface Statement {
  /** Makes the statement return rows as arrays. */
  raw(): Statement;
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { readonly changes: number };
}

export interface Connection {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  close(): void;
}

export interface AsyncConnection extends WriterConnection {
  prepare(sql: string): Promise<Statement>;
  close(): void;
}

export const PAGE = 4096;

/** In WAL mode, readers never wait for a writer. With FULL, SQLite waits for the disk once per transaction, so that created
 *  links survive a power failure. */
const SETTINGS = `PRAGMA page_size = ${PAGE}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`;
/** Text is stored as bytes, because SQLite's TEXT may end at a NUL. */
const LINKS = `CREATE TABLE IF NOT EXISTS links (
  id TEXT PRIMARY KEY, data BLOB NOT NULL, token_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID`;
const META =
  "CREATE TABLE IF NOT EXISTS links_meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID";
const HAS_DAYS = "SELECT 1 FROM pragma_table_info('links') WHERE name = 'read_day'";
const IS_CURRENT = "SELECT read_day, value FROM links, links_meta LIMIT 0";

const READS_SINCE = "SELECT value FROM links_meta WHERE name = 'reads_since'";

/** Creates the tables, or migrates those of older versions. Migrated links count as read `today`. Servers of an older
 *  version can keep running. */
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
      // Another server may have added the column in the meantime.
      if ((await writer.prepare(HAS_DAYS)).get([]) !== undefined) return;
      await writer.exec(`ALTER TABLE links ADD COLUMN read_day INTEGER NOT NULL DEFAULT ${today}`);
    }),
  );
}

/** Starts or stops the recording of reads, according to the settings. Resolves to the day since which reads are
 *  recorded; undefined if they are not recorded. */
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

const CHECK_INTERVAL = 1_000;

/** Detects that an open file was removed or replaced. SQLite would keep using the old file, which can never be opened
 *  again. */
export interface FileCheck {
  /** Checks the files, unless the last check was less than a second ago.
   *  @throws {Error} that says how to fix the problem, if a file is no longer the one that was opened. */
  check(): void;
  checkNow(): void;
}

/** Creates a check for the files `paths` of one store, which need not exist yet. */
export function createFileCheck(paths: readonly string[]): FileCheck {
  const opened = new Map<string, string>();
  let until = 0;
  const checkNow = () => {
    for (const path of paths) {
      const identity = identityOf(path);
      const known = opened.get(path) ?? identity;
      if (identity !== known) {
        throw new Error(
          `${path} was removed or replaced while it was open: put it back, or restore a copy and restart the server`,
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
 *  @throws {Error} that says how to fix the problem, if the package is missing or its version is not supported. */
export async function loadLibsql(): Promise<{
  readonly Reader: typeof import("libsql");
  readonly Writer: typeof import("libsql/promise");
}> {
  try {
    checkPackage("libsql");
    const [reader, writer] = await Promise.all([import("libsql"), import("libsql/promise")]);
    return { Reader: reader.default, Writer: writer.default };
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException;
    if (error instanceof QrError) throw new Error(`opening the links failed: ${message}`);
    const isInstalled = name === "NotCapable" || code === "ERR_DLOPEN_FAILED";
    if (isInstalled) throw new Error(`loading the package libsql failed: ${message}`);
    const advice = "run npm install libsql, or add --links memory: to keep links in memory";
    throw new Error(`links in SQLite need the package libsql: ${advice}`);
  }
}

/** Checks that `file` exists if its write-ahead log does. SQLite would create an empty file and discard the links in
 *  the log.
 *  @throws {Error} that says how to fix the problem, if only the log exists. */
export function checkLog(file: string): void {
  if (!existsSync(`${file}-wal`) || existsSync(file)) return;
  const name = `${basename(file)}-wal`;
  throw new Error(
    `the file is missing, but ${name} has links that belong to it: restore the file, or remove ${name} to start without links`,
  );
}

/** Returns the reason why a file cannot be opened. The number at the end of libsql's message is SQLite's error code. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  const text = `${code} ${message}`;
  if (/ENOTDIR|EEXIST/.test(text)) return "part of the path is not a folder";
  if (/ENOENT/.test(text)) return "the folder cannot be created";
  if (/EACCES|EPERM|READONLY|EROFS/.test(text)) return "this user has no write permission";
  if (/SQLITE_FULL|IOERR_SHMSIZE|ENOSPC/.test(text)) return "the disk is full";
  if (/CANTOPEN|: 14"/.test(text)) return "the file cannot be opened or created";
  if (/NOTADB/.test(text)) return "the file is not an SQLite database";
  return message;
}
