import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type OwnServer, startOwnServer } from "../postgres/own-server.ts";

/** A PostgreSQL server that can be made to fail. */
export interface FaultyPostgres {
  readonly url: string;
  /** Makes the database hang, but keeps its sockets open. */
  freeze(): void;
  thaw(): void;
  /** Kills all processes of the database at once, as the system may do when memory runs out. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFaultyPostgres(): Promise<FaultyPostgres> {
  const own = await startOwnServer();
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesOf(own)) process.kill(pid, name);
  };
  return {
    url: own.url,
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    async kill() {
      const killed = processesOf(own);
      signal("SIGKILL");
      while (killed.some(isThere)) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    start: () => own.start(),
    stop: () => own.stop(),
  };
}

/** Returns the server's main process and its child processes. */
function processesOf({ folder }: OwnServer): number[] {
  const first = Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return [first, ...all.map(Number).filter((pid) => parentOf(pid) === first)];
}

/** Returns the id of the parent process, or 0 if the process has exited. */
function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return 0;
  }
}

function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
