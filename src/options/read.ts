import { QrError } from "../errors.ts";
import type { RawOptions } from "./parse.ts";
import { table } from "./table.ts";

/** The words of a query string, with or without its "?". Of a repeated name the first counts; "+" is a space. Written by
 *  hand because URLSearchParams turns broken percent-encoding silently into other text, and that text would be encoded.
 *  @throws {QrError} INVALID_OPTION for broken percent-encoding of a known option, and for one that is POST only; where
 *  there is a `fault`, it is told instead, and the word is left out. */
export function readQuery(search: string, fault: (error: QrError) => void = raise): RawOptions {
  const words: Words = {};
  let start = search.startsWith("?") ? 1 : 0;
  while (start < search.length) {
    const ampersand = search.indexOf("&", start);
    const end = ampersand < 0 ? search.length : ampersand;
    if (end > start) readPair(search.slice(start, end), words, fault);
    start = end + 1;
  }
  return words;
}

function raise(error: QrError): never {
  throw error;
}

/** A word that was left out has its place here, for the same name may come again. */
type Words = Record<string, string | undefined>;

function readPair(pair: string, words: Words, fault: (error: QrError) => void): void {
  const equals = pair.indexOf("=");
  const written = equals < 0 ? pair : pair.slice(0, equals);
  const name = Object.hasOwn(table, written) ? written : (decode(written) ?? written);
  if (Object.hasOwn(words, name)) return;
  const value = equals < 0 ? "" : pair.slice(equals + 1);
  if (!Object.hasOwn(table, name)) {
    words[name] = value;
    return;
  }
  const word = decode(value);
  words[name] = undefined;
  if (word === undefined) {
    fault(badEncoding(name));
    return;
  }
  if ("postOnly" in table[name as keyof typeof table]) {
    fault(postOnly(name));
    return;
  }
  words[name] = word;
}

/** 400 for an option in an address that belongs into a body. */
export function postOnly(name: string): QrError {
  return new QrError("INVALID_OPTION", 400, "is POST only: send it in a JSON body", name);
}

/** 400 for a word whose percent-encoding is broken. */
export function badEncoding(name: string): QrError {
  return new QrError("INVALID_OPTION", 400, "is not valid percent-encoded UTF-8: write a percent sign as %25", name);
}

/** `text` without its percent-encoding, or undefined where that is broken. */
export function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.includes("+") ? text.replaceAll("+", " ") : text);
  } catch {
    return undefined;
  }
}

/** The words of a JSON text. @throws {QrError} BODY_INVALID when it is no JSON, or JSON but no object. */
export function readJson(text: string): RawOptions {
  const value = parseJson(text);
  if (!isObject(value)) throw new QrError("BODY_INVALID", 400, `the body must be a JSON object, such as ${EXAMPLE}`);
  return value;
}

/** Returns the value of a JSON body, of any type.
 *  @throws {QrError} BODY_INVALID. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

/** 400 for a body with a syntax error. */
export function notJson(): QrError {
  return new QrError("BODY_INVALID", 400, `the body is not valid JSON: send an object, such as ${EXAMPLE}`);
}

/** The most pictures a batch may ask for. */
export const MOST_ITEMS = 50;

/** The words of every item: those of the batch's `options`, then its own; undefined for an item that is no object.
 *  @throws {QrError} INVALID_OPTION when `words` are no batch. */
export function readBatch({ options, items }: RawOptions): (RawOptions | undefined)[] {
  const shared = sharedOptions(options ?? {});
  if (!Array.isArray(items) || items.length === 0 || items.length > MOST_ITEMS) throw invalidItems();
  return items.map((item: unknown) => (isObject(item) ? { ...shared, ...item } : undefined));
}

/** 400 for the items of a batch. */
export function invalidItems(): QrError {
  const rule = `must be an array of 1 to ${MOST_ITEMS} objects, such as [${EXAMPLE}]`;
  return new QrError("INVALID_OPTION", 400, rule, "items");
}

/** The words for every item. @throws {QrError} INVALID_OPTION. */
export function sharedOptions(options: unknown): RawOptions {
  if (isObject(options)) return options;
  throw invalidSharedOptions();
}

/** 400 for the options of a batch. */
export function invalidSharedOptions(): QrError {
  return new QrError("INVALID_OPTION", 400, 'must be an object, such as {"size":512}', "options");
}

/** 400 for an item of a batch that is no object. */
export function noObject(index: number): QrError {
  const rule = `{items}[${index}] must be an object, such as ${EXAMPLE}`;
  return new QrError("INVALID_OPTION", 400, rule, "items", { whole: true });
}

/** Whether `value` may hold words. */
export function isObject(value: unknown): value is RawOptions {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const EXAMPLE = '{"data":"https://example.com"}';
