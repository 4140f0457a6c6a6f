import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A server in a separate process. */
export interface Served {
  readonly url: string;
  readonly child: ChildProcess;
  /** Returns the server's output so far. */
  output(): string;
  /** Sends `signal`, SIGKILL by default, and resolves once the process has exited. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** A copy of the built server, so that a rebuild during the tests does not affect it. */
export interface Program {
  /** The folder of its files. */
  readonly folder: string;
  /** Starts `script` with `args`, after the prefix `command` if there is one. Resolves once the server has printed its
   *  URL.
   *  @throws {Error} with the server's output if it exits before that. */
  start(
    args: readonly string[],
    how?: { readonly script?: string; readonly command?: readonly string[] },
  ): Promise<Served>;
  /** Kills running processes, and removes the copy. */
  remove(): Promise<void>;
}

/** Builds the server if it is out of date, and copies it to a new folder whose name starts with `name`. */
export function copyProgram(name: string): Program {
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "core", "bundle"]);
  const folder = join(root, "build", `${name}-${process.pid}`);
  // Leaves out type declarations and the playground.
  const served = (path: string) => !["types", "demo", "sw"].includes(basename(path));
  cpSync(join(root, "dist"), folder, { recursive: true, filter: served });
  const all = new Set<Served>();
  return {
    folder,
    async start(args, { script = join(folder, "serve.js"), command = [] } = {}) {
      const [first = "", ...rest] = [...command, process.execPath, script, ...args];
      // Leave out the test runner's environment, which sets BASE_URL.
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
  let output = "";
  let gone = false;
  const ended = once(child, "exit").then(() => {
    gone = true;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  for (;;) {
    const url = /serving on (\S+)\n/.exec(output)?.[1];
    if (url) {
      const end = async (signal: NodeJS.Signals = "SIGKILL") => {
        if (!gone) child.kill(signal);
        await ended;
      };
      return { url, child, output: () => output, end };
    }
    if (gone) throw new Error(output.trim());
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 5)), ended]);
  }
}
