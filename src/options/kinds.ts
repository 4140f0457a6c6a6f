import { QrError } from "../errors.ts";
import type { Row } from "./table.ts";

export type OptionValue = string | number | boolean;

/** Returns the value of `word`, a string or a JSON value; undefined if it breaks the row's rule. */
export type Read = (word: unknown) => OptionValue | undefined;

const WHOLE = /^(?:0|[1-9][0-9]{0,8})$/;
const DECIMAL = /^(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,20})?$/;
const COLOR = /^[0-9a-fA-F]{6}$/;
/** Runs in linear time, because no two adjacent parts match the same character. */
const BASE64 = /^(?:data:[^,]{0,200};base64,)?[A-Za-z0-9+/_\s-]+(?:=\s*){0,2}$/i;
/** Control characters, lone surrogates and noncharacters, which XML forbids. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;

/** Returns the parser for values of `row`. */
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

/** Returns the error for an invalid value of the option `name`. */
export function invalidOption(name: string, row: Row): QrError {
  return new QrError("INVALID_OPTION", 400, ruleOf(row), name);
}

/** Returns the rule of `row`, which follows the option's name in messages. */
export function ruleOf(row: Row): string {
  switch (row.kind) {
    case "integer":
      return `must be an integer from ${row.min} to ${row.max}`;
    case "number":
      return `must be a number from ${row.min} to ${row.max}`;
    case "choice":
      return `must be one of ${row.of.join(", ")}`;
    case "color":
      return "must be six hex digits without a leading #, such as 1a2b3c";
    case "flag":
      return "must be true or false";
    case "text":
      return "must be a string without lone surrogates";
    case "line":
      return `must be 1 to ${row.max} characters on one line, without control characters`;
    case "url":
      return "must be an http or https URL";
    case "base64":
      return "must be a base64 data URI or a base64 string";
  }
}

/** Returns `value` if it is in range. Adding 0 turns -0 into 0. */
function within(value: number, { min, max }: { min: number; max: number }): number | undefined {
  return value >= min && value <= max ? value + 0 : undefined;
}

/** Returns whether `word` has at most `most` code points, the unit of JSON Schema's maxLength. Does not count the code
 *  points of texts that are much longer. */
function isAtMost(most: number, word: string): boolean {
  return word.length <= most || (word.length <= 2 * most && [...word].length <= most);
}

/** Maximum length of URLs that are parsed here, because parsing megabytes is slow. The fetcher rejects longer ones. */
const MOST_PARSED = 8192;

function isWebAddress(word: string): boolean {
  return /^https?:\/\//i.test(word) && (word.length > MOST_PARSED || URL.canParse(word));
}
