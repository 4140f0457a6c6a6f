import { QrError } from "../errors.ts";
import type { Row } from "./table.ts";

/** A value that an option can have. */
export type OptionValue = string | number | boolean;

/** Gives the value that `word` stands for, or undefined when it breaks the row's rule. Words of an address are text;
 *  a JSON body or a program may give numbers and booleans as themselves. */
export type Read = (word: unknown) => OptionValue | undefined;

const WHOLE = /^(?:0|[1-9][0-9]{0,8})$/;
const DECIMAL = /^(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,20})?$/;
const COLOR = /^[0-9a-fA-F]{6}$/;
/** No two parts of it can match the same character, so that a long wrong text is refused in linear time. */
const BASE64 = /^(?:data:[^,]{0,200};base64,)?[A-Za-z0-9+/_\s-]+(?:=\s*){0,2}$/i;
/** Control characters, halves of surrogate pairs and non-characters: what XML cannot hold. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;

/** The function that reads the words of `row`. */
export function reader(row: Row): Read {
  switch (row.kind) {
    case "integer":
      return (word) => {
        const value = typeof word === "string" && WHOLE.test(word) ? Number(word) : word;
        return Number.isInteger(value) ? within(value as number, row) : undefined;
      };
    case "number":
      return (word) => {
        const value = typeof word === "string" && DECIMAL.test(word) ? Number(word) : word;
        return typeof value === "number" ? within(value, row) : undefined;
      };
    case "choice":
      return (word) => {
        if (typeof word !== "string") return undefined;
        if (row.of.includes(word)) return word;
        const folded = row.case === "lower" ? word.toLowerCase() : row.case === "upper" ? word.toUpperCase() : word;
        return row.of.includes(folded) ? folded : undefined;
      };
    case "color":
      return (word) => (typeof word === "string" && COLOR.test(word) ? word.toLowerCase() : undefined);
    case "flag":
      return (word) =>
        word === true || word === "true" ? true : word === false || word === "false" ? false : undefined;
    case "text":
      return (word) => (typeof word === "string" && word.isWellFormed() ? word : undefined);
    case "line":
      return (word) =>
        typeof word === "string" && word !== "" && isAtMost(row.max, word) && !UNPRINTABLE.test(word)
          ? word
          : undefined;
    case "url":
      return (word) => (typeof word === "string" && isWebAddress(word) ? word : undefined);
    case "base64":
      return (word) => (typeof word === "string" && BASE64.test(word) ? word : undefined);
  }
}

/** Returns the error for a value of the option `name` that breaks the rule of its row. */
export function invalidOption(name: string, row: Row): QrError {
  return new QrError("INVALID_OPTION", 400, ruleOf(row), name);
}

/** The row's rule, to stand after the option's name: "must be a whole number from 32 to 2048". */
export function ruleOf(row: Row): string {
  switch (row.kind) {
    case "integer":
      return `must be a whole number from ${row.min} to ${row.max}`;
    case "number":
      return `must be a number from ${row.min} to ${row.max}`;
    case "choice":
      return `must be one of ${row.of.join(", ")}`;
    case "color":
      return "must be six hex digits without a leading #, such as 1a2b3c";
    case "flag":
      return "must be true or false";
    case "text":
      return "must be a string of whole characters, without lone surrogates";
    case "line":
      return `must be 1 to ${row.max} characters on one line, without control characters`;
    case "url":
      return "must be an http or https address";
    case "base64":
      return "must be a base64 data URI or a base64 string";
  }
}

/** `value` when it is in range; adding 0 makes -0 plain 0. NaN is in no range. */
function within(value: number, { min, max }: { min: number; max: number }): number | undefined {
  return value >= min && value <= max ? value + 0 : undefined;
}

/** Whether `word` has at most `most` characters: code points, as maxLength of JSON Schema counts them. Of longer texts none
 *  are counted: a character takes two units at most. */
function isAtMost(most: number, word: string): boolean {
  return word.length <= most || (word.length <= 2 * most && [...word].length <= most);
}

/** Characters of an address that is parsed here: a host of megabytes in other letters takes a third of a second. Longer ones
 *  are refused where logos are fetched. */
const MOST_PARSED = 8192;

function isWebAddress(word: string): boolean {
  return /^https?:\/\//i.test(word) && (word.length > MOST_PARSED || URL.canParse(word));
}
