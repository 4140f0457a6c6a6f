import { QrError } from "../errors.ts";
import { decodePercent } from "../text/percent.ts";
import { withoutMissing } from "./design-text.ts";
import type { RawOptions } from "./parse.ts";
import { overlay } from "./presets.ts";
import { cutBy, htmlEscaped, isText, lostPlus, otherName, type WrittenText } from "./query-faults.ts";
import { type Row, table } from "./table.ts";

export const POST_ONLY = "{field} must be sent in a JSON body with POST";
const PERCENT_ENCODING = "{field} must be valid percent-encoded UTF-8: write a percent sign as %25";
const BODY_OBJECT = "the body must be a JSON object, such as {example}";
const BODY_JSON = "the body must be valid JSON: send an object, such as {example}";
const ITEMS = "{field} must be an array of 1 to {max} objects, such as [{example}]";
const ITEM = "{items}[{index}] must be an object, such as {example}";
export const SHARED = '{field} must be an object, such as {"size":512}';

/** Parses a query string, with or without "?". If a name is repeated, the first value wins; "+" is a space. Leaves out
 *  options with malformed percent-encoding, which URLSearchParams would silently replace, and options that must be sent
 *  with POST. Passes an INVALID_OPTION error for each option left out to `fault`, which throws by default, and for each
 *  parameter that shows that part of the request would be lost. `known` has the rows of all parameters, if there are others
 *  than options. */
export function readQuery(
  search: string,
  fault: (error: QrError) => void = raise,
  known: KnownRows = table,
): RawOptions {
  // Without a prototype, so that the name __proto__ is a property like any other.
  const input: Input = Object.create(null);
  let start = search.startsWith("?") ? 1 : 0;
  let texts: WrittenText[] = [];
  const names = known === table ? undefined : Object.keys(known);
  while (start < search.length) {
    const ampersand = search.indexOf("&", start);
    const end = ampersand < 0 ? search.length : ampersand;
    const pair = search.slice(start, end);
    const [name, written] = readPair(pair, known);
    start = end + 1;
    if (pair === "") continue;
    const isOption = Object.hasOwn(known, name);
    const isRepeated = Object.hasOwn(input, name);
    if (isOption && !isRepeated) {
      input[name] = readWord([name, known[name] as Row], written, fault);
      if (isText(name)) texts.push({ name, written });
      continue;
    }
    if (!isRepeated) input[name] = written;
    const escaped = isRepeated ? undefined : htmlEscaped(name);
    const error = escaped ?? cutBy(texts, pair, name, isOption) ?? (isRepeated ? undefined : otherName(name, names));
    if (!error) continue;
    fault(error);
    texts = [];
  }
  return input;
}

type KnownRows = Readonly<Record<string, Row>>;

function raise(error: QrError): never {
  throw error;
}

/** An option that is left out is set to undefined, so that a later value with the same name is ignored too. */
type Input = Record<string, string | undefined>;

function readPair(pair: string, known: KnownRows): [name: string, written: string] {
  const equals = pair.indexOf("=");
  const name = equals < 0 ? pair : pair.slice(0, equals);
  const value = equals < 0 ? "" : pair.slice(equals + 1);
  return [Object.hasOwn(known, name) ? name : (decode(name) ?? name), value];
}

/** Returns the value of an option; undefined if it is left out. */
function readWord(
  [name, row]: readonly [string, Row],
  written: string,
  fault: (error: QrError) => void,
): string | undefined {
  // A plus sign belongs to the alphabet of base64.
  const word = decode(row.kind === "base64" ? written.replaceAll("+", "%2B") : written);
  const isPostOnly = "postOnly" in row;
  const error = word === undefined ? badEncoding(name) : isPostOnly ? postOnly(name) : lostPlus(name, word, written);
  if (error) fault(error);
  return isPostOnly || error ? undefined : word;
}

export function postOnly(name: string): QrError {
  return new QrError("INVALID_OPTION", { field: name, rule: POST_ONLY });
}

export function badEncoding(name: string): QrError {
  return new QrError("INVALID_OPTION", { field: name, rule: PERCENT_ENCODING });
}

/** Decodes percent-encoding; returns undefined if it is malformed. */
export function decode(text: string): string | undefined {
  return decodePercent(text.includes("+") ? text.replaceAll("+", " ") : text);
}

/** Parses a JSON object. @throws {QrError} BODY_INVALID if `text` is anything else. */
export function readJson(text: string): RawOptions {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson();
  }
  if (!isObject(value)) throw new QrError("BODY_INVALID", { rule: BODY_OBJECT, values: SHOWN });
  return value;
}

export function notJson(): QrError {
  return new QrError("BODY_INVALID", { rule: BODY_JSON, values: SHOWN });
}

/** Maximum number of items in a batch. */
export const MAX_ITEMS = 50;

/** Returns the options of each item, merged with the shared ones; undefined for an item that is not an object.
 *  `unpack` may replace the shared design with its options.
 *  @throws {QrError} INVALID_OPTION for an invalid batch. */
export function readBatch(
  { options, items }: RawOptions,
  unpack: (shared: RawOptions) => RawOptions = (shared) => shared,
): (RawOptions | undefined)[] {
  const shared = sharedOptions(options ?? {});
  const unpacked = unpack(shared);
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_ITEMS) throw invalidItems();
  return items.map((item: unknown) => {
    if (!isObject(item)) return undefined;
    // Unlike other options, an item's design must win over the shared design but not over other shared options.
    const keepsDesign = unpacked !== shared && item.design === undefined;
    return withoutRemoved(keepsDesign ? overlay(unpacked, withoutMissing(item)) : overlay(shared, item));
  });
}

const REMOVABLE = new Set(["logo", "logoData", "size", "moduleSize", "width"]);

/** Returns `input` without a logo or a size that is null, which removes the shared one from an item. */
export function withoutRemoved(input: RawOptions): RawOptions {
  return Object.fromEntries(Object.entries(input).filter(([name, word]) => word !== null || !REMOVABLE.has(name)));
}

export function invalidItems(): QrError {
  return new QrError("INVALID_OPTION", { field: "items", rule: ITEMS, values: { ...SHOWN, max: MAX_ITEMS } });
}

export function sharedOptions(options: unknown): RawOptions {
  if (isObject(options)) return options;
  throw invalidSharedOptions();
}

export function invalidSharedOptions(): QrError {
  return new QrError("INVALID_OPTION", { field: "options", rule: SHARED });
}

export function noObject(index: number): QrError {
  const named = { items: { option: "items" }, index, ...SHOWN };
  return new QrError("INVALID_OPTION", { field: "items", rule: ITEM, values: named });
}

export function isObject(value: unknown): value is RawOptions {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const SHOWN = { example: '{"data":"https://example.com"}' };
