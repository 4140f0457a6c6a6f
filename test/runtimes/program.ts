import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { Command } from "./commands.ts";

/** A server in a separate process. */
export interface Program {
  readonly child: ChildProcess;
  /** The output so far. */
  readonly seen: { out: string; err: string };
  /** Resolves to the server's exit code and signal. */
  readonly gone: Promise<readonly [number | null, string | null]>;
}

/** Runs `command` in `folder`, by default the checkout. Its environment contains only PATH, HOME, NO_COLOR and the
 *  variables of the command. */
export function run({ words: [program = "", ...words], env = {}, folder = inject("checkout") }: Command): Program {
  const { PATH = "", HOME = "" } = process.env;
  const path = [env.PATH, PATH].filter(Boolean).join(delimiter);
  const child = spawn(program, words, { cwd: folder, env: { HOME, NO_COLOR: "1", ...env, PATH: path } });
  const seen = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    seen.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    seen.err += text;
  });
  const gone = once(child, "close") as Promise<[number | null, string | null]>;
  return { child, seen, gone };
}

/** Starts a server, and waits until it has printed its URL.
 *  @throws {Error} with the output if it exits before that. */
export async function serve(command: Command) {
  const program = run(command);
  const { child, seen, gone } = program;
  const ended = gone.then(() =>
    Promise.reject(new Error(`the server exited before it started listening: ${seen.out}${seen.err}`)),
  );
  ended.catch(() => undefined);
  const address = /(http:\/\/[^\s/]+)/;
  while (!address.test(seen.out + seen.err)) {
    const { stdout, stderr } = child;
    await Promise.race([...[stdout, stderr].map((stream) => stream && once(stream, "data")), ended]);
  }
  const url = address.exec(seen.out + seen.err)?.[1]?.replace("0.0.0.0", "127.0.0.1") ?? "";
  return { ...program, url };
}

/** Stops `program` and waits until it has exited. */
export async function end({ child, gone }: Program, signal: NodeJS.Signals = "SIGTERM") {
  child.kill(signal);
  return gone;
}

/** Starts a server as {@link serve} does, and stops it after the test. */
export async function serveForTest(command: Command) {
  const program = await serve(command);
  onTestFinished(async () => {
    await end(program, "SIGKILL");
  });
  return program;
}
