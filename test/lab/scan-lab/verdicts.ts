import { createHash } from "node:crypto";
import { appendFileSync, fstatSync, mkdirSync, openSync, readFileSync, readSync } from "node:fs";
import { dirname } from "node:path";
import type { Pixels } from "../../decoders/pixels.ts";
import type { Reader } from "./readers.ts";

/** Resolves to true if the decoder reads exactly `data`. */
export type Reads = (reader: Reader, pixels: Pixels, data: string) => Promise<boolean>;

/** Returns a function that looks up verdicts in the file at `path` before it calls a decoder, and adds new ones. A run
 *  can therefore be interrupted, and computes only what has changed: the key of a verdict is a digest of the pixels,
 *  the text, and the decoder. Several processes may use the file at the same time.
 *  @throws {WebAssembly.RuntimeError} if a decoder crashes, because its module is unusable after that. The verdict is
 *  stored first, so that another process can continue. */
export function rememberReads(path: string): Reads {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "a+");
  const known = new Map<string, boolean>();
  let seen = 0;
  /** Reads the lines that this and other processes have added. */
  const refresh = () => {
    const added = Buffer.alloc(fstatSync(file).size - seen);
    readSync(file, added, 0, added.length, seen);
    seen += added.lastIndexOf("\n") + 1;
    for (const line of added.toString().split("\n")) {
      // An interrupted run may leave an incomplete line.
      if (/^\S{26} [01]$/.test(line)) known.set(line.slice(0, 26), line.endsWith("1"));
    }
  };
  refresh();
  return async (reader, pixels, data) => {
    const key = `${digestOf(pixels, data)}${reader.digest}`;
    if (!known.has(key)) refresh();
    const found = known.get(key);
    if (found !== undefined) return found;
    let crash: unknown;
    const text = await reader.read(pixels).catch((error: unknown) => {
      crash = error;
    });
    // The first line break ends an incomplete line.
    appendFileSync(file, `\n${key} ${text === data ? 1 : 0}\n`);
    known.set(key, text === data);
    if (crash instanceof WebAssembly.RuntimeError) throw crash;
    return text === data;
  };
}

const digests = new WeakMap<Pixels, string>();

/** Returns a digest of a picture and the text that it must contain. Cached, because several decoders need it. */
function digestOf(pixels: Pixels, text: string): string {
  const known = digests.get(pixels);
  if (known) return known;
  const hash = createHash("sha256").update(`${pixels.width} ${text} `).update(pixels.data);
  const digest = hash.digest("base64url").slice(0, 20);
  digests.set(pixels, digest);
  return digest;
}

/** Stores whether a decoder reads a picture and its damaged copies: a row of 0 and 1 under a key of 32 characters. */
export interface Rows {
  find(key: string): string | undefined;
  add(key: string, row: string): void;
}

/** Returns the rows in the file at `path`, which several processes may extend. A process sees only the rows that
 *  existed when it started, and its own. */
export function rememberRows(path: string): Rows {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "a+");
  const rows = new Map<string, string>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    // An interrupted run may leave an incomplete line.
    if (/^\S{32} [01]+;$/.test(line)) rows.set(line.slice(0, 32), line.slice(33, -1));
  }
  return {
    find: (key) => rows.get(key),
    add(key, row) {
      rows.set(key, row);
      // The first line break ends an incomplete line.
      appendFileSync(file, `\n${key} ${row};\n`);
    },
  };
}
