import { QrError } from "../errors.ts";
import type { RawOptions } from "./parse.ts";
import { table } from "./table.ts";

/** Parses a query string, with or without "?". If a name is repeated, the first value wins; "+" is a space. URLSearchParams
 *  would silently replace broken percent-encoding. An invalid option is omitted, and its error passed to `fault`, which throws
 *  by default: INVALID_OPTION for broken encoding and for options that are POST only. */
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

/** Includes omitted options, as undefined, because the name may be repeated. */
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

/** 400: the option must be in a body. */
export function postOnly(name: string): QrError {
  return new QrError("INVALID_OPTION", 400, "must be sent in a JSON body with POST", name);
}

/** 400: the percent-encoding is broken. */
export function badEncoding(name: string): QrError {
  return new QrError("INVALID_OPTION", 400, "must be valid percent-encoded UTF-8: write a percent sign as %25", name);
}

/** Decodes percent-encoding; returns undefined if it is broken. */
export function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.includes("+") ? text.replaceAll("+", " ") : text);
  } catch {
    return undefined;
  }
}

/** Parses a JSON object. @throws {QrError} BODY_INVALID if it is not one. */
export function readJson(text: string): RawOptions {
  const value = parseJson(text);
  if (!isObject(value)) throw new QrError("BODY_INVALID", 400, `the body must be a JSON object, such as ${EXAMPLE}`);
  return value;
}

/** Parses any JSON value. @throws {QrError} BODY_INVALID. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

export function notJson(): QrError {
  return new QrError("BODY_INVALID", 400, `the body is not valid JSON: send an object, such as ${EXAMPLE}`);
}

/** Items of a batch. */
export const MOST_ITEMS = 50;

/** Returns the options of every item, including the shared ones; undefined for an item that is not an object.
 *  @throws {QrError} INVALID_OPTION for an invalid batch. */
export function readBatch({ options, items }: RawOptions): (RawOptions | undefined)[] {
  const shared = sharedOptions(options ?? {});
  if (!Array.isArray(items) || items.length === 0 || items.length > MOST_ITEMS) throw invalidItems();
  return items.map((item: unknown) => (isObject(item) ? { ...shared, ...item } : undefined));
}

export function invalidItems(): QrError {
  const rule = `must be an array of 1 to ${MOST_ITEMS} objects, such as [${EXAMPLE}]`;
  return new QrError("INVALID_OPTION", 400, rule, "items");
}

/** Checks the shared options of a batch. @throws {QrError} INVALID_OPTION. */
export function sharedOptions(options: unknown): RawOptions {
  if (isObject(options)) return options;
  throw invalidSharedOptions();
}

export function invalidSharedOptions(): QrError {
  return new QrError("INVALID_OPTION", 400, 'must be an object, such as {"size":512}', "options");
}

export function noObject(index: number): QrError {
  const rule = `{items}[${index}] must be an object, such as ${EXAMPLE}`;
  return new QrError("INVALID_OPTION", 400, rule, "items", { whole: true });
}

export function isObject(value: unknown): value is RawOptions {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const EXAMPLE = '{"data":"https://example.com"}';
