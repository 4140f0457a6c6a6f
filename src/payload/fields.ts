import { QrError } from "../errors.ts";

/** One field of a payload: all that a form, a command line or a page needs to know about it. */
export type Field = {
  readonly label: string;
  readonly required?: true;
  /** Never to stand in a title, a file name, an address or a log, and only shown when asked for. */
  readonly secret?: true;
  /** About how the payload is written, not about what it says: of no interest to those who read it. */
  readonly formal?: true;
  /** A checked value in words for readers, where it is not such words itself. */
  readonly show?: (value: string) => string;
  /** What the value is to whoever shows it as something to tap. */
  readonly opens?: "web" | "mail" | "phone";
} & FieldRule;

type FieldRule = TextRule | ChoiceRule | { readonly kind: "flag" };

interface TextRule {
  /** One line, several lines (line breaks become LF), or any text exactly as it is. */
  readonly kind: "line" | "lines" | "raw";
  /** Characters, which are code points as in JSON Schema: what people see as one is one wherever it can be. */
  readonly max: number;
  /** The sentence that `test` judges by, to stand after the field's name: "must be a web address". */
  readonly rule?: string;
  readonly test?: (value: string) => boolean;
  /** Brings what was typed into one spelling, before it is tested. */
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

/** Names whose values are always there once the fields were checked. */
type Sure<T extends FieldTable> = {
  [Name in keyof T]: T[Name] extends { required: true } | { default: string } | { kind: "flag" } ? Name : never;
}[keyof T];

type Needed<T extends FieldTable> = { [Name in keyof T]: T[Name] extends { required: true } ? Name : never }[keyof T];

/** The values that a caller gives. An empty text is a field left out; a form may give flags as "true" and "false". */
export type Given<T extends FieldTable> = { readonly [Name in Needed<T>]: ValueOf<T[Name]> } & {
  readonly [Name in Exclude<keyof T, Needed<T>>]?: ValueOf<T[Name]> | undefined;
};

/** The values once checked: tidy, defaults filled in, nothing empty. */
export type Checked<T extends FieldTable> = { readonly [Name in Sure<T>]: ValueOf<T[Name]> } & {
  readonly [Name in Exclude<keyof T, Sure<T>>]?: ValueOf<T[Name]>;
};

/** The fields of `table` in one spelling, in the table's order.
 *  @throws {QrError} INVALID_OPTION with a sentence about the first field that breaks its rule or is not known. */
export function checkFields<T extends FieldTable>(table: T, given: Readonly<Record<string, unknown>>): Checked<T> {
  if (typeof given !== "object" || given === null) {
    throw invalid("fields", `must be an object with the payload's fields: ${namesIn(table)}`);
  }
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(table, name));
  if (stranger !== undefined) {
    throw invalid(stranger, `is no field of this payload: its fields are ${namesIn(table)}`);
  }
  const checked: Record<string, string | boolean> = {};
  for (const [name, field] of Object.entries(table)) {
    const value = judgedValue(name, field, Object.hasOwn(given, name) ? given[name] : undefined);
    if (value !== undefined) checked[name] = value;
  }
  return checked as Checked<T>;
}

/** The names of the fields of `table`, for a rule. */
function namesIn(table: FieldTable): string {
  return Object.keys(table)
    .map((name) => `{${name}}`)
    .join(", ");
}

/** A complaint about the field `name`; `rule` stands after the name. */
export function invalid(name: string, rule: string): QrError {
  return new QrError("INVALID_OPTION", 400, rule, name);
}

/** A rule for text of which something is to be seen. */
export function isSeen(value: string): boolean {
  return /[^\s\p{C}]/u.test(value);
}

/** The bytes that `text` takes in UTF-8. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

const encoder = new TextEncoder();

/** Control characters, line separators and halves of surrogate pairs. */
const OFF_LINE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** The same where line breaks and tabs are welcome. */
const OFF_LINES = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029]/u;

function judgedValue(name: string, field: Field, given: unknown): string | boolean | undefined {
  if (field.kind === "flag") return flagOf(name, given);
  if (given === undefined || given === "") {
    if (field.kind === "choice") return field.default;
    if (field.required) throw invalid(name, `is required: it ${ruleOf(field)}`);
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

/** Whether `text` has more than `most` characters. Of a text that is far too long none is counted. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most);
}

/** The field's rule, to stand after its name: "must be at most 70 characters on one line". */
export function ruleOf(field: Field): string {
  if (field.kind === "flag") return "must be true or false";
  if (field.kind === "choice") return `must be one of ${field.of.join(", ")}`;
  if (field.rule) return field.rule;
  return `must be 1 to ${field.max} characters${field.kind === "line" ? " on one line" : ""}`;
}
