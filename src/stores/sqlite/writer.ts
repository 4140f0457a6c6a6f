import { storeBusy } from "../store-errors.ts";

/** A connection whose `exec` runs on a separate thread, unlike its prepared statements. */
export interface WriterConnection {
  exec(sql: string): Promise<unknown>;
}

/** Runs `step`, a write, in a transaction. Resolves to the result of `step` once the write is safely on disk. Rejects
 *  if the transaction cannot begin before `until`, a time of performance.now(). If the disk is full, only removals may use
 *  the reserve. */
export type Write = <Value>(step: () => Value, until?: number, isRemoval?: boolean) => Promise<Value>;

/** Space on the disk of a database. Removing a link also takes space, because SQLite writes the changed pages to the
 *  write-ahead log, and moving the log into the database can make the database grow. A reserve file next to the database
 *  keeps this space free. */
export interface DiskSpace {
  /** Call before each transaction. While part of the reserve is missing, the database must not grow, so links only use
   *  pages that removed links have freed. */
  prepare(): Promise<void>;
  /** Call after a transaction was committed. */
  committed(): void;
  /** Makes space after a transaction failed because the disk is full: moves the write-ahead log into the database, so that
   *  SQLite can reuse its space. If `isRemoval` is set and this is not enough, releases part of the reserve. Resolves to
   *  whether to try the transaction again. */
  make(isRemoval: boolean): Promise<boolean>;
}

interface Waiting {
  readonly step: () => unknown;
  readonly until: number;
  readonly isRemoval: boolean;
  resolve(value: never): void;
  reject(error: unknown): void;
}

/** Maximum number of writes in the queue. */
export const MAX_WAITING = 1000;

/** Milliseconds to wait while another process holds the lock. */
export const PATIENCE = 5000;

/** Maximum time in milliseconds between two attempts to lock the file. */
const RETRY_PAUSE = 50;

/** Creates a writer for `connection`. Writes that arrive during a transaction share the next one: a hundred writes then take
 *  as long as one. */
export function createSqliteWriter(connection: WriterConnection, space?: DiskSpace): Write {
  let waiting: Waiting[] = [];
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await writeGroup(group);
    }
    writing = false;
  }

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    let left = refuseLate(group, storeBusy());
    for (let pause = 1; left.length > 0; pause = Math.min(2 * pause, RETRY_PAUSE)) {
      try {
        await space?.prepare();
        const values = await inTransaction(connection, () => left.map(({ step }) => step()));
        space?.committed();
        for (const [i, { resolve }] of left.entries()) resolve(values[i] as never);
        return;
      } catch (error) {
        const isRemoval = left.every((one) => one.isRemoval);
        if (space && mayBeFull(error) && (await space.make(isRemoval))) continue;
        if (!isBusy(error)) return failEach(left, error);
        left = refuseLate(left, error);
      }
      await pauseFor(pause);
    }
  }

  /** Retries each step of `group` in a transaction of its own, so that a failing step does not affect others. For example, a
   *  removal succeeds even if the disk is full. */
  async function failEach(group: readonly Waiting[], error: unknown): Promise<void> {
    if (group.length === 1) group[0]?.reject(error);
    else for (const one of group) await writeGroup([one]);
  }

  return (step, until = performance.now() + PATIENCE, isRemoval = false) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= MAX_WAITING) return reject(storeBusy());
      waiting.push({ step, until, isRemoval, resolve, reject });
      if (!writing) writeAll();
    });
}

/** Rejects the steps of `group` that have timed out, with `error`, and returns the other steps. */
function refuseLate(group: readonly Waiting[], error: unknown): readonly Waiting[] {
  const now = performance.now();
  const isLate = ({ until }: Waiting) => until < now;
  for (const { reject } of group.filter(isLate)) reject(error);
  return group.filter((one) => !isLate(one));
}

/** Runs `work` in a transaction. Takes the write lock at the start, because a transaction that begins with a read
 *  cannot get the lock after another process has written. */
export async function inTransaction<Value>(
  connection: WriterConnection,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  await connection.exec("BEGIN IMMEDIATE");
  try {
    const value = await work();
    await connection.exec("COMMIT");
    return value;
  } catch (error) {
    await connection.exec("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Resolves to the result of `work`. While another process locks the file, retries `work` for `patience` milliseconds.
 *  SQLite's own timeout does not apply if waiting could deadlock, or while another process recovers the file. */
export async function patiently<Value>(work: () => Value | Promise<Value>, patience = PATIENCE): Promise<Value> {
  const end = performance.now() + patience;
  for (let pause = 1; ; pause = Math.min(2 * pause, RETRY_PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
    await pauseFor(pause);
  }
}

/** Waits for about `milliseconds`. The pause is randomized, so that processes do not retry at the same time. */
function pauseFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds * (0.5 + Math.random())));
}

/** Returns whether a write failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return (error as { code?: unknown }).code === "SQLITE_FULL";
}

/** Returns whether a write failed and may succeed with more space on the disk. SQLite reports a full disk as an I/O error if
 *  the error concerns the file that processes share, and reports an exceeded quota in the same way. */
export function mayBeFull(error: unknown): boolean {
  return isDiskFull(error) || /^SQLITE_IOERR/.test(String((error as { code?: unknown }).code));
}

function isBusy(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED)/.test(String((error as { code?: unknown }).code));
}
