import { open } from "node:fs/promises";
import type { QrError } from "../errors.ts";
import { failure, fileTrouble, usage } from "./faults.ts";
import type { Terminal } from "./terminal.ts";

/** The bytes of the file at `path`, at most `limit` of them; `-` is the input.
 *  @throws {QrError} with a sentence that names `path`. */
export async function readBytes(path: string, terminal: Terminal, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of openInput(path, terminal)) {
    length += chunk.length;
    if (length > limit) throw usage(`${shownPath(path)} is larger than ${limit / 1024} KB: use a smaller one`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The bytes of the file at `path`, as they are read; `-` is the input. @throws {QrError} when it cannot be read. */
export async function* openInput(path: string, terminal: Terminal): AsyncGenerator<Uint8Array> {
  if (path === "-") {
    yield* terminal.input;
    return;
  }
  try {
    const file = await open(path);
    // The stream closes it.
    for await (const chunk of file.createReadStream()) yield chunk as Uint8Array;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Why the file at `path` is not read. */
export function unreadable(path: string, error: unknown): QrError {
  const sentence = `${shownPath(path)} cannot be read: ${fileTrouble(error)}`;
  return (error as NodeJS.ErrnoException).code === "ENOENT" ? usage(sentence) : failure(sentence, error);
}

/** Room for the longest text a code can hold; what is longer is refused by the code itself. */
const MOST_TEXT = 64 * 1024;

/** The text that comes from the input, without the line break that most programs put at its end.
 *  @throws {QrError} when it is no UTF-8. */
export async function readText(terminal: Terminal): Promise<string> {
  const bytes = await readBytes("-", terminal, MOST_TEXT);
  return decodeUtf8(bytes, "the input").replace(/\r?\n$/, "");
}

/** `bytes` as text. @throws {QrError} when they are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw usage(`${what} is not UTF-8: save it as UTF-8`);
  }
}

/** `path` as a sentence names it. */
export function shownPath(path: string): string {
  return path === "-" ? "the input" : path || '""';
}
