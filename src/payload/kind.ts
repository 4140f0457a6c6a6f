import { QrError } from "../errors.ts";
import { anyString } from "../messages/developer-rules.ts";
import type { Message, Rule, Values } from "../messages/message.ts";
import { lineLength, oneOf, trueOrFalse } from "../messages/option-rules.ts";
import { fieldRequiredAnd, textLength } from "../messages/payload-rules.ts";
import { LONE_SURROGATE } from "../text/bytes.ts";

export interface PayloadKind<T extends FieldTable = FieldTable> {
  /** A lower-case identifier. */
  readonly name: string;
  readonly label: string;
  /** What a phone does with the payload, as a verb phrase: "join the network". */
  readonly purpose: string;
  readonly fields: T;
  /** Normalizes the fields. @throws {QrError} INVALID_OPTION for the first invalid field. */
  check(fields: Given<T>): Checked<T>;
  /** Returns the text to encode. @throws {QrError} INVALID_OPTION like `check`. */
  build(fields: Given<T>): string;
  /** Returns the fields of `text`, or undefined if it is not of this kind. Reverses `build`. Ignores unknown
   *  parameters.
   *  @throws {QrError} INVALID_OPTION if `text` is not a string. */
  parse(text: string): Checked<T> | undefined;
  /** Returns a few words that distinguish this payload from others of its kind, without secrets. */
  title(fields: Checked<T>): string;
}

interface Definition<T extends FieldTable> extends Omit<PayloadKind<T>, "check" | "build" | "parse"> {
  /** Checks rules that involve several fields. @throws {QrError} INVALID_OPTION. */
  validate?(fields: Checked<T>): void;
  /** Returns the text that encodes checked fields. */
  write(fields: Checked<T>): string;
  /** Returns the unchecked fields of `text`; undefined if it is not of this kind. */
  read(text: string): { readonly [Name in keyof T]?: string | boolean | undefined } | undefined;
}

/** Maximum number of characters in a QR code. */
const LONGEST = 7089;

// Allows bundlers to drop unused kinds.
/* @__NO_SIDE_EFFECTS__ */
export function defineKind<const T extends FieldTable>({
  validate,
  write,
  read,
  ...kind
}: Definition<T>): PayloadKind<T> {
  const check = (given: Readonly<Record<string, unknown>>) => {
    const checked = checkFields(kind.fields, given);
    validate?.(checked);
    return checked;
  };
  return {
    ...kind,
    check,
    build: (given) => write(check(given)),
    parse(text) {
      if (typeof text !== "string") throw invalid("text", anyString);
      if (text.length > LONGEST) return undefined;
      const input = read(text);
      try {
        return input && check(input);
      } catch (error) {
        if (error instanceof QrError) return undefined;
        throw error;
      }
    },
  };
}

export type Field = {
  readonly label: string;
  readonly required?: true;
  /** Whether the value is hidden until the reader reveals it, and never used in titles, file names, URLs or logs. */
  readonly secret?: true;
  /** Whether the value affects only the encoding, so that readers do not see it. */
  readonly formal?: true;
  /** Formats a checked value for people: in the language of `locale`, or in a notation that all languages share. Default:
   *  the value itself. */
  readonly show?: (value: string, locale?: string) => string;
  /** What the value opens when tapped. */
  readonly opens?: "web" | "mail" | "phone";
} & FieldRule;

type FieldRule = TextRule | ChoiceRule | { readonly kind: "flag" };

interface TextRule {
  /** How line breaks are handled: not allowed in a "line", converted to LF in "lines", and unchanged in "raw" text. */
  readonly kind: "line" | "lines" | "raw";
  /** Maximum length in code points. */
  readonly max: number;
  /** The rule that `test` checks, with its values. */
  readonly rule?: Rule;
  readonly values?: Values;
  readonly test?: (value: string) => boolean;
  /** Normalizes the value before it is tested. */
  readonly tidy?: (value: string) => string;
}

interface ChoiceRule {
  readonly kind: "choice";
  readonly of: readonly string[];
  readonly default: string;
}

export type FieldTable = Readonly<Record<string, Field>>;

type ValueOf<F extends Field> = F extends { kind: "flag" }
  ? boolean
  : F extends { kind: "choice"; of: readonly (infer Choice)[] }
    ? Choice
    : string;

/** Names of fields that have a value after the check. */
type Present<T extends FieldTable> = {
  [Name in keyof T]: T[Name] extends { required: true } | { default: string } | { kind: "flag" } ? Name : never;
}[keyof T];

type RequiredNames<T extends FieldTable> = {
  [Name in keyof T]: T[Name] extends { required: true } ? Name : never;
}[keyof T];

/** Unchecked values. An empty string means that the field is omitted. Flags may also be "true" or "false". */
export type Given<T extends FieldTable> = { readonly [Name in RequiredNames<T>]: ValueOf<T[Name]> } & {
  readonly [Name in Exclude<keyof T, RequiredNames<T>>]?: ValueOf<T[Name]> | undefined;
};

/** Checked values: normalized, with defaults, without empty strings. */
export type Checked<T extends FieldTable> = { readonly [Name in Present<T>]: ValueOf<T[Name]> } & {
  readonly [Name in Exclude<keyof T, Present<T>>]?: ValueOf<T[Name]>;
};

/** Checks and normalizes fields. Returns them in the order of `table`.
 *  @throws {QrError} INVALID_OPTION for the first field that is unknown or breaks its rule. */
function checkFields<T extends FieldTable>(table: T, given: Readonly<Record<string, unknown>>): Checked<T> {
  if (typeof given !== "object" || given === null) {
    throw invalid("fields", FIELDS, namesIn(table));
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(table, name));
  if (unknown !== undefined) throw invalid(unknown, NOT_A_FIELD, namesIn(table));
  const checked: Record<string, string | boolean> = {};
  for (const [name, field] of Object.entries(table)) {
    const value = checkValue(name, field, Object.hasOwn(given, name) ? given[name] : undefined);
    if (value !== undefined) checked[name] = value;
  }
  return checked as Checked<T>;
}

function namesIn(table: FieldTable): Values {
  return { names: Object.keys(table).join(", ") };
}

/** Returns a detected value as people who read the language see it. `labelOf` returns the label of a choice, or of a flag
 *  that is set. */
export function shownIn(
  field: Field | undefined,
  { value, shown }: { readonly value: string | boolean; readonly shown: string },
  locale: string,
  labelOf: (value: string | boolean) => string,
): string {
  if (field?.kind === "choice" || field?.kind === "flag") return labelOf(value);
  return (typeof value === "string" ? field?.show?.(value, locale) : undefined) ?? shown;
}

/** Returns a checked amount for people, with as many decimal places as `amount` has. */
export function amountIn(locale: string, amount: string, currency: string): string {
  const [, decimals = ""] = amount.split(".");
  return Number(amount).toLocaleString(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: decimals.length,
    maximumFractionDigits: decimals.length,
  });
}

/** Scripts in which the family name comes first. */
const FAMILY_FIRST = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\s]+$/u;

/** Returns the full name of a person. The order of its parts is usual for the script. */
export function fullName(firstName: string, lastName: string): string {
  const isTurned = FAMILY_FIRST.test(firstName) && FAMILY_FIRST.test(lastName);
  return (isTurned ? `${lastName} ${firstName}` : `${firstName} ${lastName}`).trim();
}

export function invalid(name: string, rule: Rule, values?: Values): QrError {
  return new QrError("INVALID_OPTION", { field: name, rule, values });
}

const invalidBy = (field: string, message: Message) => new QrError("INVALID_OPTION", { field, ...message });

export const STRING_AND = "{field} must be a string, and {rule}";
const FIELDS = "{field} must be an object with the payload's fields: {names}";
export const NOT_A_FIELD = "{field} is not a field of this payload: use {names}";

export function hasVisibleText(value: string): boolean {
  return /[^\s\p{C}]/u.test(value);
}

/** Characters not allowed on a line: control characters, line separators and lone surrogates. */
const NOT_IN_LINE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** The same characters, except line feeds and tabs. */
const NOT_IN_LINES = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029]/u;

function checkValue(name: string, field: Field, given: unknown): string | boolean | undefined {
  if (field.kind === "flag") return checkFlag(name, given);
  if (given === undefined || given === "") {
    if (field.kind === "choice") return field.default;
    if (field.required) throw invalid(name, fieldRequiredAnd, { rule: ruleOf(field) });
    return undefined;
  }
  if (typeof given !== "string") throw invalid(name, STRING_AND, { rule: ruleOf(field) });
  if (field.kind === "choice") {
    if (field.of.includes(given)) return given;
    throw invalidBy(name, ruleOf(field));
  }
  return checkText(name, field, given);
}

function checkFlag(name: string, given: unknown): boolean {
  if (given === true || given === "true") return true;
  if (given === false || given === "false" || given === undefined || given === "") return false;
  throw invalid(name, trueOrFalse);
}

function checkText(name: string, field: Field & TextRule, given: string): string | undefined {
  if (isLonger(given, field.max)) throw invalidBy(name, ruleOf(field));
  const text = field.kind === "lines" ? given.replace(/\r\n?/g, "\n") : given;
  const value = field.tidy ? field.tidy(text) : text;
  if (value === "" && !field.required) return undefined;
  const broken = field.kind === "line" ? NOT_IN_LINE.test(value) : field.kind === "lines" && NOT_IN_LINES.test(value);
  if (
    value === "" ||
    broken ||
    LONE_SURROGATE.test(value) ||
    isLonger(value, field.max) ||
    field.test?.(value) === false
  ) {
    throw invalidBy(name, ruleOf(field));
  }
  return value;
}

/** Returns whether `text` has more than `most` code points. Counts them only if the length in UTF-16 units is
 *  inconclusive. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most);
}

/** Returns the rule of a field, such as "must be 1 to 70 characters on one line". */
export function ruleOf(field: Field): Message {
  if (field.kind === "flag") return { rule: trueOrFalse };
  if (field.kind === "choice") return { rule: oneOf, values: { text: field.of.join(", ") } };
  if (field.rule) return { rule: field.rule, values: field.values };
  return { rule: field.kind === "line" ? lineLength : textLength, values: { max: field.max } };
}
