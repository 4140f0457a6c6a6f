import type { RawOptions } from "../options/parse.ts";
import { isObject, readJson } from "../options/read.ts";
import { table } from "../options/table.ts";

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
