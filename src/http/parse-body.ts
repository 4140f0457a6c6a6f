import { QrError } from "../errors.ts";
import { nextTask } from "../next-task.ts";
import type { RawOptions } from "../options/parse.ts";
import { isObject, readJson } from "../options/read.ts";
import { table } from "../options/table.ts";

/** Bytes that are decoded and parsed in one step: a millisecond or two. */
const AT_ONCE = 256 * 1024;

/** Decodes a JSON body and passes its text to `read`. A large body, which takes up to 150 ms, is processed in steps with a
 *  pause after each. */
export function parseBody<Words>(bytes: Uint8Array, read: (text: string) => Words): Words | Promise<Words> {
  return bytes.length <= AT_ONCE ? read(decodeSmall(bytes)) : parseLarge(bytes, read);
}

async function parseLarge<Words>(bytes: Uint8Array, read: (text: string) => Words): Promise<Words> {
  const turn = await takeParseTurn();
  try {
    const text = await decodeLarge(bytes, turn);
    await turn.pause();
    const words = read(text);
    await turn.pause();
    return words;
  } finally {
    turn.end();
  }
}

/** Drops the byte order mark that some editors put before JSON, as decodeLarge does. */
function decodeSmall(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

async function decodeLarge(bytes: Uint8Array, turn: ParseTurn): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parts: string[] = [];
  try {
    for (let at = 0; at < bytes.length; at += 4 * AT_ONCE) {
      parts.push(decoder.decode(bytes.subarray(at, at + 4 * AT_ONCE), { stream: true }));
      await turn.pause();
    }
    parts.push(decoder.decode());
  } catch {
    throw notUtf8();
  }
  // join() makes one flat string; with +=, the parser would have to flatten it first.
  return parts.join("");
}

function notUtf8(): QrError {
  return new QrError("BODY_INVALID", 400, "the body is not valid UTF-8: send the JSON as UTF-8");
}

/** Polls without progress after which the owner of a turn counts as gone: some hosts stop all work for a client that
 *  disconnects. */
const SILENT_POLLS = 50;

let owner: symbol | undefined;
let steps = 0;

interface ParseTurn {
  /** Lets other work run before the next step. */
  pause(): Promise<void>;
  end(): void;
}

/** Resolves when no other large body is being parsed. Several at once would take several times the memory, and their steps
 *  would leave no pauses for other work. */
export async function takeParseTurn(): Promise<ParseTurn> {
  for (let seen = steps, polls = 0; owner !== undefined && polls < SILENT_POLLS; polls++) {
    await nextTask();
    if (seen !== steps) [seen, polls] = [steps, 0];
  }
  const mine = Symbol();
  owner = mine;
  return {
    async pause() {
      steps++;
      await nextTask();
    },
    end() {
      if (owner === mine) owner = undefined;
    },
  };
}

/** Returns the options in a JSON text. The values of unknown names, which validate reports, and objects and lists, which are
 *  never valid, become null.
 *  @throws {QrError} BODY_INVALID. */
export function readOptions(text: string): RawOptions {
  return optionsIn(readJson(text));
}

function optionsIn(words: RawOptions): RawOptions {
  const isKept = (name: string, word: unknown) => isOption(name) && typeof word !== "object";
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [name, isKept(name, word) ? word : null]));
}

function isOption(name: string): boolean {
  return Object.hasOwn(table, name);
}

/** Returns the batch in a JSON text, with only known options in its items. */
export function readBatchWords(text: string): RawOptions {
  const { options, items } = readJson(text);
  return { options: knownIn(options), items: Array.isArray(items) ? items.map(knownIn) : items };
}

/** Returns the options of an item. Anything that is not an object is kept, and refused later. */
function knownIn(words: unknown): unknown {
  if (!isObject(words)) return words;
  return Object.fromEntries(Object.entries(optionsIn(words)).filter(([name]) => isOption(name)));
}

/** Returns the bytes that the text in `value` takes in memory. */
export function textBytes(value: unknown): number {
  if (typeof value === "string") return ONE_BYTE.test(value) ? value.length : 2 * value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, inside]) => sum + name.length + textBytes(inside), 0);
}

/** Engines store text of only these characters with one byte each. */
const ONE_BYTE = /^[\0-\xff]*$/;
