import type { Sql } from "postgres";
import { createPostgresSockets } from "./postgres-sockets.ts";
import { storeBusy } from "./store-away.ts";

/** Connections to a database that may be away for a while. */
export interface Pool {
  /** What `query` gives. Rejects with the error of the driver, or of code TIME_LIMIT when no answer comes. A query whose
   *  connection broke is asked once more, so it has to be one that may be asked twice.
   *  @throws {QrError} BUSY when too many wait already. */
  ask<Value>(query: (sql: Sql) => PromiseLike<Value>): Promise<Value>;
  close(): Promise<void>;
}

const SETTINGS = {
  max: 10,
  /** Seconds: for logging in, until a connection that is not used is closed, and until one that broke is made anew. */
  connect_timeout: 5,
  idle_timeout: 300,
  backoff: () => 0.2,
  // Types other than the built-in ones are not used, and need not be asked for at every connection.
  fetch_types: false,
  onnotice: () => undefined,
} as const;

/** Queries that may be under way or wait for a connection. */
const MOST_WAITING = 1000;

/** Connections that broke, as the driver or the system calls it. */
const BROKEN = /^(?:CONNECTION_CLOSED|CONNECTION_DESTROYED|ECONNRESET|EPIPE|57P0[123])$/;

/** A pool for the database at `url`, which connects when it is first asked; `timeLimit` is in milliseconds. */
export async function createPostgresPool(url: string, timeLimit: number): Promise<Pool> {
  const { default: postgres } = await import("postgres");
  const open = () => {
    const sockets = createPostgresSockets();
    const settings = { ...SETTINGS, socket: sockets.make };
    return { sql: postgres(url, settings), sockets };
  };
  let current = open();
  let waiting = 0;

  /** Replaces the pool of connections that do not answer: where a network swallows what is sent, they would not break
   *  for a quarter of an hour. */
  async function renew(mute: typeof current): Promise<void> {
    if (current !== mute) return;
    current = open();
    await end(mute);
  }

  /** Not left to the driver, which may wait for connections that broke long ago. */
  async function end({ sql, sockets }: typeof current): Promise<void> {
    const ended = sql.end({ timeout: 0 });
    // The driver says goodbye in the next turn.
    await Promise.resolve();
    sockets.destroy();
    await ended;
  }

  async function attempt<Value>(query: (sql: Sql) => PromiseLike<Value>): Promise<Value> {
    const used = current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(Object.assign(new Error("no answer in time"), { code: "TIME_LIMIT" }));
        renew(used).catch(() => undefined);
      }, timeLimit);
    });
    try {
      return await Promise.race([query(used.sql), limit]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async ask(query) {
      if (waiting >= MOST_WAITING) throw storeBusy();
      waiting += 1;
      try {
        return await attempt(query).catch((error) => {
          if (BROKEN.test(String(error.code))) return attempt(query);
          throw error;
        });
      } finally {
        waiting -= 1;
      }
    },
    close: () => end(current),
  };
}
