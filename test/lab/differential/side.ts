import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Operation } from "./operations.ts";

/** A process that runs operations with one version of the product, one batch after the other. */
export interface Side {
  /** Resolves to a digest of each answer. */
  run(operations: readonly Operation[]): Promise<Answers>;
  close(): void;
}

export interface Answers {
  readonly digests: readonly string[];
  /** Resolves to the answers with these indices. They are kept until a few more batches have run. */
  show(indices: readonly number[]): Promise<readonly unknown[]>;
}

const PROGRAM = fileURLToPath(new URL("program.mjs", import.meta.url));

/** Starts a process that imports the built entries in `folder`. */
export async function startSide(folder: string): Promise<Side> {
  const child = fork(PROGRAM, [folder], { serialization: "advanced", stdio: ["ignore", "ignore", 2, "ipc"] });
  const waiting = new Map<number, (reply: never) => void>();
  const failed = new Promise<never>((_, reject) => {
    child.once("exit", () => reject(new Error(`the process for ${folder} has ended`)));
  });
  // The process also ends when it is closed.
  failed.catch(() => undefined);
  child.on("message", ({ number, reply }: { readonly number: number; readonly reply: never }) => {
    waiting.get(number)?.(reply);
    waiting.delete(number);
  });
  let sent = 0;
  const ask = <Reply>(message: object): Promise<Reply> => {
    const number = ++sent;
    const reply = new Promise<Reply>((resolve) => waiting.set(number, resolve));
    child.send({ number, ...message });
    return Promise.race([reply, failed]);
  };
  return {
    async run(operations) {
      const batch = sent + 1;
      const digests = await ask<readonly string[]>({ run: operations });
      return { digests, show: (indices) => ask({ show: indices, batch }) };
    },
    close: () => void child.kill(),
  };
}
