import { QrError } from "../errors.ts";
import { anyString } from "../messages/developer-rules.ts";
import type { Message } from "../messages/message.ts";
import {
  base64Text,
  colorDigits,
  colorDigitsOrTransparent,
  designObject,
  freeColorOrTransparent,
  freeColorText,
  httpUrl,
  integerRange,
  numberRange,
  oneOf,
  opaqueColor,
  opaqueOrTransparent,
  printableLine,
  trueOrFalse,
  unicodeText,
} from "../messages/option-rules.ts";
import { LONE_SURROGATE } from "../text/bytes.ts";
import { urlOf } from "../text/url.ts";
import { readDesign } from "./design-text.ts";

export type OptionValue = string | number | boolean;

/** Functions that read the values of an option and state its rule. Every row of the option table has its own, so that a
 *  bundle contains only the code for the options that it uses. */
export interface Reading {
  /** Returns the value that `word`, a string or a JSON value, represents; undefined if `word` breaks the rule. */
  read(word: unknown): OptionValue | undefined;
  /** Returns the rule with its values. It may say what is wrong with `word`. */
  rule(word?: unknown): Message;
}

/** The functions of one kind of values. Declared types name it, because each option would repeat its members otherwise. */
export interface ReadingOf<Name extends string, Value extends OptionValue = string> extends Reading {
  readonly kind: Name;
  read(word: unknown): Value | undefined;
}

/** The properties of a row that do not depend on its kind. */
export interface RowProperties {
  readonly required?: true;
  /** Whether this is a logo option. Formats that do not support logos ignore it. */
  readonly logo?: true;
  /** Whether values are too long for a URL. The option is then allowed only in JSON bodies. */
  readonly postOnly?: true;
  /** Whether null means that the option is not set. */
  readonly nullable?: true;
  /** Whether the option belongs to one code, so that a design cannot set it. */
  readonly own?: true;
  /** Whether social cards ignore the option, because the code fills a panel with the accent colour around it. */
  readonly offCard?: true;
  /** Whether the element does not have the option, because it always draws an SVG whose size is in pixels. */
  readonly offElement?: true;
  /** Whether few people need the option, so that the README does not list it. */
  readonly rare?: true;
  /** For options in `lookTable`: whether the value does not decide if a picture needs the code for designs. Without this,
   *  every value other than the default needs it. */
  readonly plain?: true;
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly default?: number;
  /** The maximum in the HTTP API, if it is lower. */
  readonly served?: number;
}

interface Choices {
  readonly of: readonly string[];
  /** The case that choices are converted to, if matching is case-insensitive. */
  readonly case?: "lower" | "upper";
  readonly default?: string;
}

interface Color extends RowProperties {
  readonly default?: string;
  /** Whether "transparent" is allowed. */
  readonly clear?: true;
}

export interface Line {
  /** Maximum number of code points. */
  readonly max: number;
  readonly default?: string;
}

/** The kind of an option's values, with the rules for them. */
export type Kind = Reading &
  (
    | { readonly kind: "text" | "url" | "base64" }
    | ({ readonly kind: "line" } & Line)
    | ({ readonly kind: "color" } & Color)
    | { readonly kind: "gradient" | "design" }
    | { readonly kind: "length"; readonly min: number; readonly max: number }
    | { readonly kind: "flag"; readonly default: boolean }
    | ({ readonly kind: "choice" } & Choices)
    | ({ readonly kind: "integer" | "number" } & Range)
  );

const WHOLE = /^(0|[1-9]\d{0,8})$/;
const DECIMAL = /^(0|[1-9]\d{0,8})(\.\d{1,20})?$/;
const COLOR = /^[0-9a-fA-F]{6}$/;
const CLEAR = "transparent";
/** Allows only ASCII whitespace, like `atob`. Decoders would read some other whitespace as digits. Runs in linear time,
 *  because no two adjacent parts match the same character. */
const BASE64 = /^(?:data:[^,]{0,200};base64,)?[A-Za-z0-9+/_\t\n\f\r -]+(?:=[\t\n\f\r ]*){0,2}$/i;
/** Control characters, and characters that XML forbids: lone surrogates, U+FFFE and U+FFFF. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;
/** White space and the same characters. */
const BLANK = /[\s\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu;

export const integer = <const R extends Range>(rules: R): R & ReadingOf<"integer", number> => ({
  ...rules,
  kind: "integer",
  read(word: unknown) {
    const value = typeof word === "string" && WHOLE.test(word) ? Number(word) : word;
    return Number.isInteger(value) ? within(value as number, rules) : undefined;
  },
  rule: () => ({ rule: integerRange, values: { min: rules.min, max: rules.max } }),
});

export const number = <const R extends Range>(rules: R): R & ReadingOf<"number", number> => ({
  ...rules,
  kind: "number",
  read(word: unknown) {
    const value = typeof word === "string" && DECIMAL.test(word) ? Number(word) : word;
    return typeof value === "number" ? within(value, rules) : undefined;
  },
  rule: () => ({ rule: numberRange, values: { min: rules.min, max: rules.max } }),
});

export const choice = <const R extends Choices>(rules: R): R & ReadingOf<"choice"> => ({
  ...rules,
  kind: "choice",
  read(word: unknown) {
    if (typeof word !== "string") return undefined;
    const { of } = rules;
    if (of.includes(word)) return word;
    return rules.case && of.find((one) => one.toLowerCase() === word.toLowerCase());
  },
  rule: () => ({ rule: oneOf, values: { text: rules.of.join(", ") } }),
});

/** Colours in the HTTP API: six hex digits. */
export const color = <const R extends Color>(rules: R): R & ReadingOf<"color"> => ({
  ...rules,
  kind: "color",
  read: (word: unknown) =>
    typeof word === "string" && (COLOR.test(word) || (rules.clear && word === CLEAR)) ? word.toLowerCase() : undefined,
  rule: () => ({ rule: rules.clear ? colorDigitsOrTransparent : colorDigits }),
});

/** Colours as people write them: black, white, six hex digits with or without #, or # and 3, 4 or 8 digits, of which the
 *  last ones are the opacity. The value is six hex digits, as in `color`. */
export const freeColor = <const R extends Color>(rules: R): R & ReadingOf<"color"> => ({
  ...rules,
  kind: "color",
  read(word: unknown) {
    const [, six, opacity] = digitsOf(word) ?? [];
    return opacity === undefined ? six : opacity === "00" && rules.clear ? CLEAR : undefined;
  },
  rule(word?: unknown) {
    const [, six] = digitsOf(word) ?? [];
    if (six) return { rule: rules.clear ? opaqueOrTransparent : opaqueColor, values: { text: `#${six}` } };
    return { rule: rules.clear ? freeColorOrTransparent : freeColorText };
  },
});

/** Returns the six digits of a colour, and those of its opacity unless it is opaque. */
function digitsOf(word: unknown): readonly (string | undefined)[] | null {
  const written = typeof word === "string" ? word.toLowerCase() : "";
  const hex = written === "black" ? "#000" : written === "white" ? "#fff" : written === CLEAR ? "#0000" : written;
  const long = /^#[\da-f]{3,4}$/.test(hex) ? hex.replace(/\w/g, "$&$&") : hex;
  return /^(?=#|.{6}$)#?([\da-f]{6})(?:ff|([\da-f]{2}))?$/.exec(long);
}

const EXAMPLE = '{"color":"1a5fb4","dotStyle":"rounded"}';

/** Designs: look options as an object or as JSON text. The value is JSON text. `parseOptions` checks the options. */
export const design = <const R extends object>(rules: R): R & ReadingOf<"design"> => ({
  ...rules,
  kind: "design",
  read(word: unknown) {
    const entries = readDesign(word);
    return entries && JSON.stringify(Object.fromEntries(entries));
  },
  rule: () => ({ rule: designObject, values: { text: EXAMPLE } }),
});

export const flag = <const R extends { readonly default: boolean }>(rules: R): R & ReadingOf<"flag", boolean> => ({
  ...rules,
  kind: "flag",
  read: (word: unknown) =>
    word === true || word === "true" ? true : word === false || word === "false" ? false : undefined,
  rule: () => ({ rule: trueOrFalse }),
});

export const text = <const R extends object>(rules: R): R & ReadingOf<"text"> => ({
  ...rules,
  kind: "text",
  read: (word: unknown) => (typeof word === "string" && !LONE_SURROGATE.test(word) ? word : undefined),
  rule: () => ({ rule: unicodeText }),
});

export const line = <const R extends Line>(rules: R): R & ReadingOf<"line"> => ({
  ...rules,
  kind: "line",
  read: (word: unknown) =>
    typeof word === "string" && word !== "" && isAtMost(rules.max, word) && !UNPRINTABLE.test(word) ? word : undefined,
  rule: () => ({ rule: printableLine, values: { max: rules.max } }),
});

/** Any text as a title on one line. White space and unprintable characters become single spaces. Text with more than
 *  `max` code points ends with an ellipsis. */
export const title = <const R extends Required<Line>>(rules: R): R & ReadingOf<"text"> => ({
  ...rules,
  kind: "text",
  read(word: unknown) {
    if (typeof word !== "string") return undefined;
    const words = word.replace(BLANK, " ").trim();
    if (isAtMost(rules.max, words)) return words;
    // The slice holds enough code points, of which each takes at most two UTF-16 units.
    const kept = [...words.slice(0, 2 * rules.max)].slice(0, rules.max - 1).join("");
    return `${kept.trimEnd()}…`;
  },
  rule: () => ({ rule: anyString }),
});

export const url = <const R extends object>(rules: R): R & ReadingOf<"url"> => ({
  ...rules,
  kind: "url",
  read: (word: unknown) => (typeof word === "string" && isWebAddress(word) ? word : undefined),
  rule: () => ({ rule: httpUrl }),
});

export const base64 = <const R extends object>(rules: R): R & ReadingOf<"base64"> => ({
  ...rules,
  kind: "base64",
  read: (word: unknown) => (typeof word === "string" && BASE64.test(word) ? word : undefined),
  rule: () => ({ rule: base64Text }),
});

/** Returns the error for the invalid value `word` of the option `name`. */
export function invalidOption(name: string, kind: Pick<Reading, "rule">, word?: unknown): QrError {
  return new QrError("INVALID_OPTION", { field: name, ...kind.rule(word) });
}

/** The type of the values of a kind. */
export type ValueOf<K> = K extends { kind: "integer" | "number" }
  ? number
  : K extends { kind: "flag" }
    ? boolean
    : K extends { kind: "choice"; of: readonly (infer Choice)[] }
      ? Choice
      : string;

type Settled<K> = ValueOf<K> | (K extends { required: true } | { default: unknown } ? never : undefined);

/** The checked values of the options in a table, by name. */
export type ValuesOf<Table> = { readonly [Name in keyof Table]: Settled<Table[Name]> };

/** The default values for each table. Each object already has a property `data`, because engines copy an object much
 *  faster than they add a property to the copy. */
const defaults = /* @__PURE__ */ new WeakMap<object, Record<string, unknown>>();

function defaultsOf(
  rows: Readonly<Record<string, Kind & { readonly default?: OptionValue }>>,
): Record<string, unknown> {
  const known = defaults.get(rows);
  if (known) return known;
  const values = Object.fromEntries(["data", ...Object.keys(rows)].map((name) => [name, rows[name]?.default]));
  defaults.set(rows, values);
  return values;
}

/** Returns `data` and the values of the options in `rows`, with defaults for missing ones. Ignores unknown names.
 *  @throws {QrError} INVALID_OPTION for the first invalid option in the order of `rows`. */
export function checkValues<Table extends Readonly<Record<string, Kind>>, Data = undefined>(
  rows: Table,
  input: object = {},
  data?: Data,
): ValuesOf<Table> & { readonly data: Data } {
  const values = { ...defaultsOf(rows) };
  values.data = data;
  for (const name in rows) {
    const word = (input as Readonly<Record<string, unknown>>)[name];
    if (word === undefined) continue;
    const row = rows[name] as Kind;
    values[name] = row.read(word);
    if (values[name] === undefined) throw invalidOption(name, row, word);
  }
  return values as ValuesOf<Table> & { readonly data: Data };
}

/** Returns `value` if it is in range. Adding 0 turns -0 into 0. */
function within(value: number, { min, max }: { min: number; max: number }): number | undefined {
  return value >= min && value <= max ? value + 0 : undefined;
}

/** Returns whether `word` has at most `most` code points, the unit of JSON Schema's maxLength. Counts them only if the
 *  length in UTF-16 units is inconclusive. */
export function isAtMost(most: number, word: string): boolean {
  return word.length <= most || (word.length <= 2 * most && [...word].length <= most);
}

/** Maximum length of the URLs that are parsed here, because parsing megabytes is slow. The fetcher rejects longer
 *  URLs. */
const MAX_PARSED = 8192;

function isWebAddress(word: string): boolean {
  return /^https?:\/\//i.test(word) && (word.length > MAX_PARSED || urlOf(word) !== undefined);
}
