import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A server in a process of its own. */
export interface Served {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it has printed so far. */
  said(): string;
  /** Ends it by `signal`, SIGKILL if none is given, and resolves once it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** The built program: a copy, for whoever works on the sources meanwhile builds it anew. */
export interface Program {
  /** Where its files are. */
  readonly folder: string;
  /** Starts `script` with `args`, by `command` if one is given, and resolves when it says where it serves.
   *  @throws {Error} with what it printed when it ends before that. */
  start(
    args: readonly string[],
    how?: { readonly script?: string; readonly command?: readonly string[] },
  ): Promise<Served>;
  /** Ends what still runs, and removes the copy. */
  remove(): Promise<void>;
}

/** Makes a copy of the program called `name`, built anew where it is out of date. */
export function copyProgram(name: string): Program {
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "core", "bundle"]);
  const folder = join(root, "build", `${name}-${process.pid}`);
  // Types and the playground are not served here.
  const served = (path: string) => !["types", "demo", "sw"].includes(basename(path));
  cpSync(join(root, "dist"), folder, { recursive: true, filter: served });
  const all = new Set<Served>();
  return {
    folder,
    async start(args, { script = join(folder, "serve.js"), command = [] } = {}) {
      const [first = "", ...rest] = [...command, process.execPath, script, ...args];
      // Nothing of the test runner's environment, which has a BASE_URL of its own.
      const child = spawn(first, rest, { env: { PATH: process.env.PATH ?? "" }, stdio: ["ignore", "pipe", "pipe"] });
      const served = await listening(child);
      all.add(served);
      return served;
    },
    async remove() {
      await Promise.all([...all].map(({ end }) => end()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(child: ChildProcess): Promise<Served> {
  let said = "";
  let gone = false;
  const ended = once(child, "exit").then(() => {
    gone = true;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  for (;;) {
    const url = /serving on (\S+)\n/.exec(said)?.[1];
    if (url) {
      const end = async (signal: NodeJS.Signals = "SIGKILL") => {
        if (!gone) child.kill(signal);
        await ended;
      };
      return { url, child, said: () => said, end };
    }
    if (gone) throw new Error(said.trim());
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 5)), ended]);
  }
}
