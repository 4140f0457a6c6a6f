import { nextTask } from "../async/next-task.ts";
import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { posterTable } from "../options/poster-table.ts";
import { withoutUnknown } from "../options/query-faults.ts";
import { isObject, readJson } from "../options/read.ts";
import { searchTable } from "../options/search-table.ts";
import { sheetTable } from "../options/sheet-table.ts";
import { table } from "../options/table.ts";
import type { TakingTurns } from "./limits.ts";

const NOT_UTF8 = "the body must be valid UTF-8: send the JSON as UTF-8";

/** Maximum size in bytes of a body that is decoded and parsed in one step, which takes one or two milliseconds. */
const AT_ONCE = 256 * 1024;

/** Decodes a JSON body and parses its text with `read`. A large body takes up to 150 ms, so it is processed in steps. Each
 *  step waits for the client's turn.
 *  @throws {QrError} BODY_INVALID if the body is not valid UTF-8, or the error of `read`. */
export function parseBody<Input>(
  bytes: Uint8Array,
  read: (text: string) => Input,
  call: Pick<TakingTurns, "turn"> = {},
): Input | Promise<Input> {
  return bytes.length <= AT_ONCE ? read(decode(bytes, false)) : parseLarge(bytes, read, call);
}

async function parseLarge<Input>(
  bytes: Uint8Array,
  read: (text: string) => Input,
  call: Pick<TakingTurns, "turn">,
): Promise<Input> {
  const lock = await acquireParseLock(call);
  try {
    const text = await decodeLarge(bytes, lock);
    await lock.pause();
    const input = read(text);
    await lock.pause();
    return input;
  } finally {
    lock.release();
  }
}

/** Decodes UTF-8 in one call. With `stream`, Node's decoder is four times slower and its strings are twice as large.
 *  @throws {QrError} BODY_INVALID. */
function decode(bytes: Uint8Array, ignoreBOM: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM }).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

async function decodeLarge(bytes: Uint8Array, lock: ParseLock): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = startOfCharacter(bytes, from + 4 * AT_ONCE);
    // Only the body may begin with a byte order mark, not its parts.
    parts.push(decode(bytes.subarray(from, to), from > 0));
    from = to;
    await lock.pause();
  }
  // join() returns a flat string. A string built with += would have to be flattened before it is parsed.
  return parts.join("");
}

/** Returns the start of the character that contains the byte at `at`. Characters have at most four bytes. */
function startOfCharacter(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > at - 3 && isContinuation(bytes[start])) start--;
  return start;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >> 6 === 0b10;
}

function notUtf8(): QrError {
  return new QrError("BODY_INVALID", { rule: NOT_UTF8 });
}

/** Number of polls without progress after which another request takes over the lock. Some hosts stop all work for a
 *  request when its client disconnects. Such a request would never release its lock. */
const SILENT_POLLS = 50;

let owner: symbol | undefined;
let steps = 0;
/** The owner, while it waits for its client's turn. It always gets a turn in the end, so this wait does not count as a
 *  lack of progress. */
let queued: symbol | undefined;

interface ParseLock {
  /** Lets other work run before the next step. */
  pause(): Promise<void>;
  release(): void;
}

/** Resolves to the lock when no other large body is being parsed, or when the current owner of the lock has stopped making
 *  progress. Parsing several bodies concurrently would use several times the memory, and block other work. */
export async function acquireParseLock(call: Pick<TakingTurns, "turn"> = {}): Promise<ParseLock> {
  for (let seen = steps, polls = 0; owner !== undefined && polls < SILENT_POLLS; polls++) {
    await nextTask();
    if (queued === owner || seen !== steps) [seen, polls] = [steps, 0];
  }
  const mine = Symbol();
  owner = mine;
  return {
    async pause() {
      steps++;
      await nextTask();
      const turn = call.turn?.();
      if (!turn) return;
      queued = mine;
      await turn;
      if (queued === mine) queued = undefined;
      steps++;
    },
    release() {
      if (owner === mine) owner = undefined;
    },
  };
}

/** Parses the options in a JSON text. To save memory, drops values that are not needed. Objects and arrays become empty
 *  arrays, except for a design, because they are never valid. The values of unknown options become null, because
 *  reports contain only their names.
 *  @throws {QrError} BODY_INVALID. */
export function readOptions(text: string): RawOptions {
  return optionsIn(readJson(text));
}

/** Parses the options and the settings of a search in a JSON text, like `readOptions`.
 *  @throws {QrError} BODY_INVALID. */
export function readSearch(text: string): RawOptions {
  const input = readJson(text);
  return { ...optionsIn(input), ...settingsIn(input, searchTable) };
}

/** Parses the options, the settings and the details of a poster in a JSON text, like `readOptions`.
 *  @throws {QrError} BODY_INVALID. */
export function readPoster(text: string): RawOptions {
  const input = readJson(text);
  return { ...optionsIn(input), ...settingsIn(input, { ...posterTable, details: true }) };
}

/** Parses the settings, the labels and the shared options of a sheet in a JSON text, like `readBatchInput`.
 *  @throws {QrError} BODY_INVALID. */
export function readSheet(text: string): RawOptions {
  const input = readJson(text);
  const { options, items } = input;
  return {
    ...settingsIn(input, sheetTable),
    options: knownIn(options),
    items: Array.isArray(items) ? items.map(knownIn) : items,
  };
}

function settingsIn(input: RawOptions, names: object): RawOptions {
  return Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(names, name)));
}

function optionsIn(input: RawOptions): RawOptions {
  const kept = (name: string, word: unknown) => {
    if (name === "design" && isObject(word)) return flat(word);
    if (!isOption(name)) return null;
    return typeof word === "object" && word !== null ? [] : word;
  };
  return Object.fromEntries(Object.entries(input).map(([name, word]) => [name, kept(name, word)]));
}

/** Returns `design` with each object and array replaced by `{}`. Such values are never valid, so their content is not
 *  needed. */
function flat(design: RawOptions): RawOptions {
  const entries = Object.entries(design);
  return Object.fromEntries(
    entries.map(([name, word]) => [name, typeof word === "object" && word !== null ? {} : word]),
  );
}

function isOption(name: string): boolean {
  return Object.hasOwn(table, name);
}

/** Parses the batch in a JSON text. Unknown options are left out, except for names that errors mention.
 *  @throws {QrError} BODY_INVALID. */
export function readBatchInput(text: string): RawOptions {
  const { options, items } = readJson(text);
  return { options: knownIn(options), items: Array.isArray(items) ? items.map(knownIn) : items };
}

/** Returns the options of an item, or of the whole batch. A value that is not an object is returned unchanged,
 *  and rejected later. */
function knownIn(input: unknown): unknown {
  if (!isObject(input)) return input;
  return optionsIn(withoutUnknown(input));
}

/** Returns the memory, in bytes, that the strings and property names in `value` take up. */
export function textBytes(value: unknown): number {
  if (typeof value === "string") return ONE_BYTE.test(value) ? value.length : 2 * value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, inside]) => sum + name.length + textBytes(inside), 0);
}

/** Strings of only these characters take one byte per character in memory. */
const ONE_BYTE = /^[\0-\xff]*$/;
