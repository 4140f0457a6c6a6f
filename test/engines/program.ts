import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";

/** Returns the first of `paths` that exists. */
export function installed(...paths: readonly string[]): string | undefined {
  return paths.find((path) => existsSync(path));
}

/** A program that runs until it is stopped. */
export interface Program {
  /** Resolves to the match as soon as the output matches `pattern`. Rejects if the program exits before that, or after
   *  30 seconds. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  end(): Promise<void>;
}

export function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const keep = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = new Promise<void>((resolve) => {
    child.on("close", () => resolve());
    child.on("error", () => resolve());
  });
  return {
    async waitFor(pattern) {
      for (const until = Date.now() + 30_000; ; ) {
        const match = pattern.exec(output);
        if (match) return match;
        if (Date.now() > until || gone(child)) throw new Error(`${command} did not start:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async end() {
      child.kill();
      const late = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await ended;
      clearTimeout(late);
    },
  };
}

function gone({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || pid === undefined;
}
