import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A running server, and everything that it has printed so far. */
export interface Running {
  readonly child: ChildProcess;
  readonly seen: { out: string; err: string };
  readonly url: string;
}

/** Copies the built server, so that a rebuild during the tests does not affect it. `playground` adds the playground, where
 *  `npm start` builds it. */
export function copyProgram({ playground = false } = {}) {
  // Does nothing if `npm test` has already built everything.
  const steps = ["core", "bundle", ...(playground ? ["playground"] : [])];
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), ...steps]);
  const folder = join(root, "build", `program-${process.pid}`);
  // Leaves out type declarations and the playground.
  const served = (path: string) => !["types", "demo", "sw"].includes(basename(path));
  cpSync(join(root, "dist"), folder, { recursive: true, filter: served });
  if (playground) cpSync(join(root, "build/demo"), join(folder, "demo"), { recursive: true });
  const children = new Set<ChildProcess>();

  function start(env: Readonly<Record<string, string>>, flags: readonly string[] = []) {
    const child = spawn(process.execPath, [join(folder, "serve.js"), ...flags], { env: { PORT: "0", ...env } });
    children.add(child);
    const seen = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => {
      seen.out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      seen.err += text;
    });
    return { child, seen };
  }

  return {
    start,
    /** Starts a server, and resolves once it has printed its URL. */
    async serve(env: Readonly<Record<string, string>>, flags: readonly string[] = []): Promise<Running> {
      const { child, seen } = start(env, flags);
      const gone = once(child, "exit").then(() => {
        throw new Error(`the server stopped: ${seen.err}`);
      });
      gone.catch(() => undefined);
      while (!/Try /.test(seen.out)) await Promise.race([once(child.stdout, "data"), gone]);
      return { child, seen, url: /serving on (\S+)/.exec(seen.out)?.[1] ?? "" };
    },
    remove() {
      for (const child of children) child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the running child processes of `pid`. */
export function childrenOf({ pid }: ChildProcess): number[] {
  return ps("-o", "pid=", "--ppid", String(pid)).map(Number);
}

/** Returns whether the process is running and not a zombie. */
export function isAlive(pid: number): boolean {
  return ps("-o", "stat=", "-p", String(pid)).some((state) => !state.startsWith("Z"));
}

/** Returns the words that ps prints, or an empty list if it finds no process. */
function ps(...flags: string[]): string[] {
  return spawnSync("ps", flags, { encoding: "utf8" }).stdout.split(/\s+/).filter(Boolean);
}
