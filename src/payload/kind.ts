import { QrError } from "../errors.ts";

/** A kind of payload: its fields, and how they are written into a code and read back. */
export interface PayloadKind<T extends FieldTable = FieldTable> {
  /** One lower-case word for programs. */
  readonly name: string;
  /** The name that people use. */
  readonly label: string;
  /** What phones do with it, to follow "to": "join the network". */
  readonly purpose: string;
  readonly fields: T;
  /** Returns the fields, normalized. @throws {QrError} INVALID_OPTION for the first invalid field. */
  check(fields: Given<T>): Checked<T>;
  /** Returns the text to encode. @throws {QrError} INVALID_OPTION as check does. */
  build(fields: Given<T>): string;
  /** Returns the fields of `text`, or undefined if it is not of this kind. Parsing what `build` returns yields the same
   *  fields. Ignores parameters that are not fields.
   *  @throws {QrError} INVALID_OPTION if `text` is not a string. */
  parse(text: string): Checked<T> | undefined;
  /** Returns a few words that distinguish this payload from others of its kind, without secrets. */
  title(fields: Checked<T>): string;
}

/** The parts in which kinds differ. */
interface Definition<T extends FieldTable> extends Omit<PayloadKind<T>, "check" | "build" | "parse"> {
  /** Rules between fields. @throws {QrError} INVALID_OPTION. */
  judge?(fields: Checked<T>): void;
  /** Returns the text for checked fields. */
  write(fields: Checked<T>): string;
  /** Returns the values in `text`, unchecked; undefined if it is not of this kind. */
  read(text: string): { readonly [Name in keyof T]?: string | boolean | undefined } | undefined;
}

/** The most characters that a code can hold. */
const LONGEST = 7089;

// Lets bundlers leave out the kinds that are not used.
/* @__NO_SIDE_EFFECTS__ */
export function defineKind<const T extends FieldTable>({ judge, write, read, ...kind }: Definition<T>): PayloadKind<T> {
  const check = (given: Readonly<Record<string, unknown>>) => {
    const checked = checkFields(kind.fields, given);
    judge?.(checked);
    return checked;
  };
  return {
    ...kind,
    check,
    build: (given) => write(check(given)),
    parse(text) {
      if (typeof text !== "string") throw invalid("text", "must be a string");
      if (text.length > LONGEST) return undefined;
      const words = read(text);
      try {
        return words && check(words);
      } catch (error) {
        if (error instanceof QrError) return undefined;
        throw error;
      }
    },
  };
}

/** A field of a payload, as forms, the command line and pages need it. */
export type Field = {
  readonly label: string;
  readonly required?: true;
  /** Never used in titles, file names, URLs or logs, and hidden until the reader asks for it. */
  readonly secret?: true;
  /** Concerns how the payload is written rather than its content; not shown to readers. */
  readonly formal?: true;
  /** Returns a checked value in words for readers; by default the value itself. */
  readonly show?: (value: string) => string;
  /** What a tap on the value opens. */
  readonly opens?: "web" | "mail" | "phone";
} & FieldRule;

type FieldRule = TextRule | ChoiceRule | { readonly kind: "flag" };

interface TextRule {
  /** One line, several lines (line breaks become LF), or any text exactly as it is. */
  readonly kind: "line" | "lines" | "raw";
  /** In characters, which are code points as in JSON Schema. */
  readonly max: number;
  /** The rule that `test` checks, to follow the name of the field: "must be a URL". */
  readonly rule?: string;
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

/** Names of fields that always have a value after the check. */
type Sure<T extends FieldTable> = {
  [Name in keyof T]: T[Name] extends { required: true } | { default: string } | { kind: "flag" } ? Name : never;
}[keyof T];

type Needed<T extends FieldTable> = { [Name in keyof T]: T[Name] extends { required: true } ? Name : never }[keyof T];

/** The values as given by a caller. An empty string means that the field is left out; flags may be "true" and "false". */
export type Given<T extends FieldTable> = { readonly [Name in Needed<T>]: ValueOf<T[Name]> } & {
  readonly [Name in Exclude<keyof T, Needed<T>>]?: ValueOf<T[Name]> | undefined;
};

/** The values after the check: normalized, with defaults, without empty strings. */
export type Checked<T extends FieldTable> = { readonly [Name in Sure<T>]: ValueOf<T[Name]> } & {
  readonly [Name in Exclude<keyof T, Sure<T>>]?: ValueOf<T[Name]>;
};

/** Checks and normalizes fields. Returns them in the order of `table`.
 *  @throws {QrError} INVALID_OPTION for the first field that is unknown or breaks its rule. */
function checkFields<T extends FieldTable>(table: T, given: Readonly<Record<string, unknown>>): Checked<T> {
  if (typeof given !== "object" || given === null) {
    throw invalid("fields", `must be an object with the payload's fields: ${namesIn(table)}`);
  }
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(table, name));
  if (stranger !== undefined) {
    throw invalid(stranger, `is not a field of this payload: use ${namesIn(table)}`);
  }
  const checked: Record<string, string | boolean> = {};
  for (const [name, field] of Object.entries(table)) {
    const value = judgedValue(name, field, Object.hasOwn(given, name) ? given[name] : undefined);
    if (value !== undefined) checked[name] = value;
  }
  return checked as Checked<T>;
}

/** Returns the names of the fields of `table`, for a rule. */
function namesIn(table: FieldTable): string {
  return Object.keys(table)
    .map((name) => `{${name}}`)
    .join(", ");
}

/** Returns an error about the field `name`; `rule` follows the name. */
export function invalid(name: string, rule: string): QrError {
  return new QrError("INVALID_OPTION", 400, rule, name);
}

/** Returns whether anything in the text is visible. */
export function isSeen(value: string): boolean {
  return /[^\s\p{C}]/u.test(value);
}

/** Control characters, line separators and lone surrogates. */
const OFF_LINE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** The same, except line breaks and tabs. */
const OFF_LINES = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029]/u;

function judgedValue(name: string, field: Field, given: unknown): string | boolean | undefined {
  if (field.kind === "flag") return flagOf(name, given);
  if (given === undefined || given === "") {
    if (field.kind === "choice") return field.default;
    if (field.required) throw invalid(name, `is required and ${ruleOf(field)}`);
    return undefined;
  }
  if (typeof given !== "string") throw invalid(name, `must be a string: it ${ruleOf(field)}`);
  if (field.kind === "choice") {
    if (field.of.includes(given)) return given;
    throw invalid(name, ruleOf(field));
  }
  return textOf(name, field, given);
}

function flagOf(name: string, given: unknown): boolean {
  if (given === true || given === "true") return true;
  if (given === false || given === "false" || given === undefined || given === "") return false;
  throw invalid(name, "must be true or false");
}

function textOf(name: string, field: Field & TextRule, given: string): string | undefined {
  if (isLonger(given, field.max)) throw invalid(name, ruleOf(field));
  const broken = field.kind === "lines" ? given.replace(/\r\n?/g, "\n") : given;
  const value = field.tidy ? field.tidy(broken) : broken;
  if (value === "" && !field.required) return undefined;
  const stray = field.kind === "line" ? OFF_LINE.test(value) : field.kind === "lines" && OFF_LINES.test(value);
  if (value === "" || stray || !value.isWellFormed() || isLonger(value, field.max) || field.test?.(value) === false) {
    throw invalid(name, ruleOf(field));
  }
  return value;
}

/** Returns whether `text` has more than `most` characters. Does not count those of a text that is much too long. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most);
}

/** Returns the rule of a field, to follow its name: "must be at most 70 characters on one line". */
export function ruleOf(field: Field): string {
  if (field.kind === "flag") return "must be true or false";
  if (field.kind === "choice") return `must be one of ${field.of.join(", ")}`;
  if (field.rule) return field.rule;
  return `must be 1 to ${field.max} characters${field.kind === "line" ? " on one line" : ""}`;
}
