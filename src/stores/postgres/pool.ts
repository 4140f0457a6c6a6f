import { connect, type Socket } from "node:net";
import type { Sql } from "postgres";
import { storeBusy, withTimeout } from "../store-errors.ts";

/** Connections to a database that may be temporarily unavailable. */
export interface Pool {
  /** Resolves to the result of `query`. Rejects with the driver's error, or with code TIME_LIMIT if the query takes
   *  longer than `until`, a time of performance.now(). By default, `until` is the pool's time limit from now. If the
   *  connection breaks, the query is retried once within the same time, so it must be safe to run twice.
   *  @throws {QrError} BUSY if too many queries are waiting. */
  ask<Value>(query: (sql: Sql) => PromiseLike<Value>, until?: number): Promise<Value>;
  openSession(): Session;
  inSession<Value>(work: (sql: Sql) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

export interface Session {
  readonly sql: Sql;
  end(): Promise<void>;
}

export const SETTINGS = {
  max: 10,
  /** Times in seconds. `connect_timeout` limits connecting, including the login. `idle_timeout` closes unused connections.
   *  `backoff` returns the pause before a broken connection is replaced. */
  connect_timeout: 5,
  idle_timeout: 300,
  backoff: () => 0.2,
  // Queries use only built-in types, so the driver need not fetch the types of the database for each connection.
  fetch_types: false,
  onnotice: () => undefined,
} as const;

/** Maximum number of queries in progress or waiting for a connection. */
export const MAX_WAITING = 1000;

/** Codes of broken connections, from the driver, the database or the system. */
const BROKEN = /^(?:CONNECTION_CLOSED|CONNECTION_DESTROYED|ECONNRESET|EPIPE|57P0[123])$/;

/** Creates a pool for the database at `url`, which connects at the first query. `timeLimit` is in milliseconds. */
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

  /** Replaces the connections with new ones, because they no longer respond. If a network drops packets, TCP reports it only
   *  after a quarter of an hour. */
  async function renew(stalled: typeof current): Promise<void> {
    if (current !== stalled) return;
    current = open();
    await end(stalled);
  }

  /** Closes all connections. Destroys their sockets, because the driver may wait for connections that broke long ago. */
  async function end({ sql, sockets }: typeof current): Promise<void> {
    const ended = sql.end({ timeout: 0 });
    // The driver sends its last message in the next microtask.
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
    return withTimeout(until - performance.now(), Promise.resolve(query(used.sql)), late);
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
      if (waiting >= MAX_WAITING) throw storeBusy();
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

export function timeLimitError(): Error {
  return Object.assign(new Error("timed out"), { code: "TIME_LIMIT" });
}

/** The servers to connect to: hosts with one port each, or the path of a local socket. */
interface Target {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | false | undefined;
}

/** The sockets of a pool. If the driver opened them itself, it would reconnect without a pause to a proxy whose database is
 *  unavailable. It also could not close connections that no longer respond. */
interface PostgresSockets {
  /** Rejects after `destroy`, because the driver may open a connection for a query later, and would not close it. */
  make(target: Target): Promise<Socket>;
  /** Closes all sockets once their pending data has been sent. */
  destroy(): void;
}

const PAUSE = 200;

function createPostgresSockets(): PostgresSockets {
  const sockets = new Set<Socket>();
  let attempts = 0;
  let failed = Number.NEGATIVE_INFINITY;
  let isDestroyed = false;

  return {
    async make({ host, port, path }) {
      const pause = failed + PAUSE - performance.now();
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      if (isDestroyed) throw Object.assign(new Error("the pool is closed"), { code: "CONNECTION_DESTROYED" });
      const at = attempts++ % host.length;
      const name = host[at] ?? "localhost";
      const socket = path ? connect(path) : connect(port[at] ?? 5432, name);
      sockets.add(socket);
      socket.once("close", () => {
        sockets.delete(socket);
        if (socket.bytesRead === 0) failed = performance.now();
      });
      // The driver checks the server's certificate against this name.
      return Object.assign(socket, { host: name });
    },
    destroy() {
      isDestroyed = true;
      // `destroySoon` would wait until the socket is connected.
      for (const socket of sockets) socket.connecting ? socket.destroy() : socket.destroySoon();
    },
  };
}

/** Returns the SQLSTATE of `error`, or the error code of the driver or the operating system. */
export function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code);
}

/** SQLSTATEs for a missing table and a missing column. */
const MISSING = ["42P01", "42703"];
/** SQLSTATEs for an object that another server has created between the check of IF NOT EXISTS and the creation. */
const CREATED_MEANWHILE = ["23505", "42P07", "42701", "42710"];

/** Runs `steps`, which create or migrate tables, only if `probe` fails because a table or column is missing. This way, a
 *  database user who may not create tables can still use existing ones. */
export async function createTables(pool: Pool, probe: Query, steps: readonly Query[]): Promise<void> {
  try {
    await pool.ask(probe);
    return;
  } catch (error) {
    if (!MISSING.includes(codeOf(error))) throw error;
  }
  for (const step of steps) {
    await pool.ask(step).catch((error) => {
      if (!CREATED_MEANWHILE.includes(codeOf(error))) throw error;
    });
  }
}

type Query = (sql: Sql) => PromiseLike<unknown>;

/** Returns " at host:port", or an empty string if the URL lists several hosts. */
export function placeOf(url: string): string {
  return URL.canParse(url) ? ` at ${new URL(url).host}` : "";
}

/** Error codes of a database that may become available later, for example because its network or DNS is still starting. */
export const AWAY =
  /^(?:E(?:CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|TIMEDOUT)|CONNECT_TIMEOUT|CONNECTION_(?:CLOSED|DESTROYED)|TIME_LIMIT|57P0[123]|53300)$/;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "the host does not exist",
  EAI_AGAIN: "the host name cannot be resolved",
  CONNECT_TIMEOUT: "the database does not respond",
  TIME_LIMIT: "the database does not respond",
  ECONNRESET: "the database closed the connection",
  CONNECTION_CLOSED: "the database closed the connection",
  "57P03": "the database is starting up",
  ERR_INVALID_URL: "the URL must have the form postgres://USER:PASSWORD@HOST/DATABASE",
  "28P01": "the user or the password is wrong",
  "28000": "this user may not log in",
  "3D000": "the database does not exist",
  "42501":
    "this user may not create or change the tables isoqr_links and isoqr_links_meta: create them as described in " +
    "docs/deploy/many.md, or start one server as the owner of the tables",
};

export function reasonOf(error: unknown): string {
  const { name, message } = error as Error;
  if (error instanceof URIError) return "a % in the URL must be written as %25";
  // Deno's error has no code, and its message contains the whole URL.
  const code = name === "TypeError" && /invalid url/i.test(message) ? "ERR_INVALID_URL" : codeOf(error);
  return REASONS[code] ?? message;
}
