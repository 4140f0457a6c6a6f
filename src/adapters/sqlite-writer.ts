import { storeBusy } from "./store-away.ts";

/** A connection whose `exec` works on a thread of its own, and whose prepared statements do not. */
export interface WriterConnection {
  exec(sql: string): Promise<unknown>;
}

/** Does `step`, a write, in a transaction, and resolves to what it gave once that is safe on the disk. */
export type Write = <Value>(step: () => Value) => Promise<Value>;

interface Waiting {
  readonly step: () => unknown;
  resolve(value: never): void;
  reject(error: unknown): void;
}

/** Writes that may wait for those before them. */
const MOST_WAITING = 1000;

/** Milliseconds for which another process's lock is waited for. */
const PATIENCE = 5000;

/** Gives the one who writes through `connection`. What arrives while a transaction is on its way to the disk goes into
 *  the next one together, so that a disk that takes a millisecond holds up a hundred writes no longer than one. */
export function createSqliteWriter(connection: WriterConnection): Write {
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
    try {
      const values = await patiently(() => inOneTransaction(connection, group));
      for (const [i, { resolve }] of group.entries()) resolve(values[i] as never);
    } catch (error) {
      if (isBusy(error) || group.length === 1) {
        for (const { reject } of group) reject(error);
        return;
      }
      // One that fails must not sink the others: a removal passes where an addition finds no room.
      for (const one of group) await writeGroup([one]);
    }
  }

  return (step) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= MOST_WAITING) return reject(storeBusy());
      waiting.push({ step, resolve, reject });
      if (!writing) writeAll();
    });
}

/** Takes the write lock first: a transaction that begins by reading could not get it any more once another process has
 *  written, however long it waits. */
async function inOneTransaction(connection: WriterConnection, group: readonly Waiting[]): Promise<unknown[]> {
  await connection.exec("BEGIN IMMEDIATE");
  try {
    const values = group.map(({ step }) => step());
    await connection.exec("COMMIT");
    return values;
  } catch (error) {
    await connection.exec("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** What `work` gives, tried again for a while where another process has the file locked. SQLite's own waiting is not
 *  enough: it gives up at once where waiting could end in a deadlock, and while another process recovers the file. */
export async function patiently<Value>(work: () => Value | Promise<Value>, patience = PATIENCE): Promise<Value> {
  const end = performance.now() + patience;
  for (let pause = 1; ; pause = Math.min(2 * pause, 50)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
    // By chance, so that processes do not get into step.
    const wait = pause * (0.5 + Math.random());
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

function isBusy(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED)/.test(String((error as { code?: unknown }).code));
}
