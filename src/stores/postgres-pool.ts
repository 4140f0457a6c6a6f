import type { Sql } from "postgres";
import { createPostgresSockets } from "./postgres-sockets.ts";
import { storeBusy } from "./store-errors.ts";
import { within } from "./within.ts";

/** Connections to a database that may be away for a while. */
export interface Pool {
  /** Resolves to the result of `query`. Rejects with the driver's error, or with code TIME_LIMIT if no answer arrives
   *  before `until`, by performance.now; by default the time limit from now. If the connection breaks, the query is
   *  retried once within the same time, so it must be safe to run twice.
   *  @throws {QrError} BUSY when too many wait already. */
  ask<Value>(query: (sql: Sql) => PromiseLike<Value>, until?: number): Promise<Value>;
  /** Opens a connection for long work, such as an operator's. */
  openSession(): Session;
  /** Runs `work` with such a connection, and closes it. */
  inSession<Value>(work: (sql: Sql) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

/** A separate connection. */
export interface Session {
  readonly sql: Sql;
  end(): Promise<void>;
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
  const open = (max: number = SETTINGS.max) => {
    const sockets = createPostgresSockets();
    const settings = { ...SETTINGS, max, socket: sockets.make };
    return { sql: postgres(url, settings), sockets };
  };
  let current = open();
  let waiting = 0;
  const sessions = new Set<Session>();

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

  async function attempt<Value>(query: (sql: Sql) => PromiseLike<Value>, until: number): Promise<Value> {
    const used = current;
    const late = () => {
      renew(used).catch(() => undefined);
      return timeLimitError();
    };
    return within(until - performance.now(), Promise.resolve(query(used.sql)), late);
  }

  function openSession(): Session {
    const opened = open(1);
    const session = {
      sql: opened.sql,
      async end() {
        sessions.delete(session);
        await end(opened);
      },
    };
    sessions.add(session);
    return session;
  }

  return {
    async ask(query, until = performance.now() + timeLimit) {
      if (waiting >= MOST_WAITING) throw storeBusy();
      waiting += 1;
      try {
        return await attempt(query, until).catch((error) => {
          if (BROKEN.test(String(error.code)) && performance.now() < until) return attempt(query, until);
          throw error;
        });
      } finally {
        waiting -= 1;
      }
    },
    openSession,
    async inSession(work) {
      const session = openSession();
      try {
        return await work(session.sql);
      } finally {
        await session.end();
      }
    },
    async close() {
      await Promise.all([end(current), ...Array.from(sessions, (session) => session.end())]);
    },
  };
}

/** Returns the error for a query that was not answered in time. */
export function timeLimitError(): Error {
  return Object.assign(new Error("no answer in time"), { code: "TIME_LIMIT" });
}
