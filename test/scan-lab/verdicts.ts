import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Gray } from "../../src/scan/gray.ts";
import type { Reader } from "./readers.ts";

/** Remembers which decoder read which picture, so that a run can be interrupted, and computes only what has changed. */
export interface Verdicts {
  find(key: string): boolean | undefined;
  add(key: string, read: boolean): void;
}

/** Opens the file of verdicts. Several processes may append to it. */
export function openVerdicts(path: string): Verdicts {
  mkdirSync(dirname(path), { recursive: true });
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  // An interrupted run may leave an incomplete last line.
  const known = new Map(
    lines.filter((line) => /^\S+ [01]$/.test(line)).map((line) => line.split(" ") as [string, string]),
  );
  return {
    find(key) {
      const found = known.get(key);
      return found === undefined ? undefined : found === "1";
    },
    add(key, read) {
      known.set(key, read ? "1" : "0");
      appendFileSync(path, `${key} ${read ? 1 : 0}\n`);
    },
  };
}

/** Returns a digest of a picture and the text that it must contain. */
export function digestOf({ width, data }: Gray, text: string): string {
  return createHash("sha256").update(`${width} ${text} `).update(data).digest("base64url").slice(0, 20);
}

/** Returns the key of a verdict. It changes with the picture, the decoder's version and the way it is called. */
export function keyOf(digest: string, reader: Reader): string {
  return `${digest}${reader.digest}`;
}
