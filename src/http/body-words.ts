import type { RawOptions } from "../options/parse.ts";
import { isObject, readJson } from "../options/read.ts";
import { table } from "../options/table.ts";

/** The options in a JSON text, and other names without their values, as validate reports them. No option is an object or a list:
 *  of those, nothing is kept but that they are wrong. */
export function readOptions(text: string): RawOptions {
  return optionsIn(readJson(text));
}

function optionsIn(words: RawOptions): RawOptions {
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [name, keptOf(name, word)]));
}

function keptOf(name: string, word: unknown): unknown {
  if (!Object.hasOwn(table, name)) return undefined;
  return typeof word === "object" ? null : word;
}

/** The batch in a JSON text, with nothing but options in its items. */
export function readBatchWords(text: string): RawOptions {
  const { options, items } = readJson(text);
  return { options: knownIn(options), items: Array.isArray(items) ? items.map(knownIn) : items };
}

/** The options of an item. What is no object is refused later, with a sentence. */
function knownIn(words: unknown): unknown {
  if (!isObject(words)) return words;
  return Object.fromEntries(Object.entries(optionsIn(words)).filter(([, word]) => word !== undefined));
}

/** Bytes that the text in `value` takes in memory. */
export function textBytes(value: unknown): number {
  if (typeof value === "string") return ONE_BYTE.test(value) ? value.length : 2 * value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, inside]) => sum + name.length + textBytes(inside), 0);
}

/** Engines keep text of these characters in a byte each. */
const ONE_BYTE = /^[\0-\xff]*$/;
