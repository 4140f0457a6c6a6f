import type { RawOptions } from "../options/parse.ts";
import { isObject, readJson } from "../options/read.ts";
import { table } from "../options/table.ts";

/** Reads the options in a JSON text. Of other names, which validate reports, and of objects and lists, which no option is,
 *  it keeps null in place of the value.
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

/** The batch in a JSON text, with nothing but options in its items. */
export function readBatchWords(text: string): RawOptions {
  const { options, items } = readJson(text);
  return { options: knownIn(options), items: Array.isArray(items) ? items.map(knownIn) : items };
}

/** The options of an item. What is no object is refused later, with a sentence. */
function knownIn(words: unknown): unknown {
  if (!isObject(words)) return words;
  return Object.fromEntries(Object.entries(optionsIn(words)).filter(([name]) => isOption(name)));
}

/** Bytes that the text in `value` takes in memory. */
export function textBytes(value: unknown): number {
  if (typeof value === "string") return ONE_BYTE.test(value) ? value.length : 2 * value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, inside]) => sum + name.length + textBytes(inside), 0);
}

/** Engines keep text of these characters in a byte each. */
const ONE_BYTE = /^[\0-\xff]*$/;
