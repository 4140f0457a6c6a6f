import { QrError } from "../errors.ts";
import type { RawOptions } from "./parse.ts";
import { rows, table } from "./table.ts";
import { otherNameOf } from "./unknown-names.ts";

export const OTHER_NAME = '"{name}" is not an option: use {option}';
export const CUT =
  '{field} ends before "&{next}": write & as %26 if it belongs to {option}, and otherwise ? as %3F and = as %3D';
export const LOST_PLUS = "{field} has a space where {scheme}: needs a plus sign: write + as %2B";

export const CUT_TEXT = '{field} ends before "&{next}": write & as %26 if it belongs to {option}';
export const HTML_ESCAPED = '"&amp;{rest}" is escaped for HTML: write "&{rest}"';

const LONGEST = 30;

const names = /* @__PURE__ */ rows.map(([name]) => name);

/** Returns the error for a name that is not an option, but is another name of one of `options`; undefined for other names. */
export function otherName(name: string, options: readonly string[] = names): QrError | undefined {
  const meant = name.length > LONGEST ? undefined : otherNameOf(name, options);
  if (meant === undefined) return undefined;
  return new QrError("INVALID_OPTION", { field: name, rule: OTHER_NAME, values: { name, option: { option: meant } } });
}

/** Maximum number of unknown names in an object that are compared with names of options. */
const MOST_UNKNOWN = 20;

/** Returns the error for the first unknown name in `input` that is another name of an option in `options`. */
export function otherNameIn(input: RawOptions, options: object = table): QrError | undefined {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(options, name) && input[name] !== undefined);
  for (const name of unknown.slice(0, MOST_UNKNOWN)) {
    const error = otherName(name, Object.keys(options));
    if (error) return error;
  }
  return undefined;
}

/** What other libraries and services call the text of a code. These names are ignored if there is data. */
const NAMES_OF_DATA = [
  "text",
  "txt",
  "chl",
  "value",
  "content",
  "contents",
  "url",
  "link",
  "message",
  "string",
  "payload",
];

/** Returns the error for data that is missing, if `input` has it under another name. */
export function dataMissingIn(input: RawOptions): QrError | undefined {
  const name = NAMES_OF_DATA.find((one) => Object.hasOwn(input, one) && input[one] !== undefined);
  if (name === undefined) return undefined;
  return new QrError("DATA_MISSING", { field: name, rule: OTHER_NAME, values: { name, option: { option: "data" } } });
}

/** Returns `input` without unknown names that no error mentions. */
export function withoutUnknown(input: RawOptions): RawOptions {
  let left = MOST_UNKNOWN;
  const isMentioned = (name: string) => NAMES_OF_DATA.includes(name) || (left-- > 0 && otherName(name) !== undefined);
  return Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(table, name) || isMentioned(name)));
}

/** Options with text that may contain a URL. */
const TEXTS = ["data", "logo"];

export function isText(name: string): boolean {
  return TEXTS.includes(name);
}

/** An option with a text, as it is written in a query. */
export interface WrittenText {
  readonly name: string;
  readonly written: string;
}

/** Returns the error for the text among `texts` that continues in `pair`, because an "&" in it is not escaped. `name` is the
 *  decoded name of the pair: an unknown name, or if `isOption` is true, that of an option that was given before. */
export function cutBy(
  texts: readonly WrittenText[],
  pair: string,
  name: string,
  isOption: boolean,
): QrError | undefined {
  if (isOption)
    return texts.some((one) => one.name === name && one.written.includes("?")) ? cutAt(name, name, CUT) : undefined;
  const ofUrl = texts.filter(({ written }) => /[?=]/.test(written)).at(-1);
  if (ofUrl) return cutAt(ofUrl.name, name, CUT);
  const last = texts.at(-1);
  return last && isRestOfText(pair, name) ? cutAt(last.name, name, CUT_TEXT) : undefined;
}

/** Returns whether no parameter looks like `pair`: its name is more than a word, or it ends like a Wi-Fi code. */
function isRestOfText(pair: string, name: string): boolean {
  return name.includes(";") || pair.endsWith(";;") || (!pair.includes("=") && /[\s:]/.test(name));
}

function cutAt(name: string, next: string, rule: string): QrError {
  const values = { next: shortened(next), option: { option: name } };
  return new QrError("INVALID_OPTION", { field: name, rule, values });
}

/** Returns the error for a name that begins with "amp;", because the "&" before it is escaped for HTML. */
export function htmlEscaped(name: string): QrError | undefined {
  if (!name.startsWith("amp;")) return undefined;
  const values = { rest: shortened(name.slice("amp;".length)) };
  return new QrError("INVALID_OPTION", { field: shortened(name), rule: HTML_ESCAPED, values });
}

function shortened(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST)}...` : name;
}

/** Schemes of addresses that are or begin with a phone number. No such address has a space there. */
const PHONES = /^(tel|sms|smsto|mms|mmsto|facetime|facetime-audio|sip|sips|callto): \d/i;

/** Contacts and mails with fields such as TEL:+49170 or EMAIL:a+b@example.com. */
const RECORDS = /^(?:mecard|matmsg|bizcard|begin):/i;

/** Returns the error for a text in which a phone number or a mail address needs a plus sign, because "+" means a space in a
 *  query. `text` is `written`, decoded. Fields of records may contain spaces, so only those with an unescaped plus sign are
 *  rejected. */
export function lostPlus(name: string, text: string, written: string): QrError | undefined {
  if (name !== "data" || !text.includes(" ")) return undefined;
  const scheme = PHONES.exec(text)?.[1] ?? inMessenger(text) ?? inMail(written) ?? inRecord(text, written);
  if (scheme === undefined) return undefined;
  return new QrError("INVALID_OPTION", { field: name, rule: LOST_PLUS, values: { scheme } });
}

function inMessenger(text: string): string | undefined {
  if (/^https:\/\/wa\.me\/ \d/i.test(text)) return "https";
  const scheme = /^(?:(whatsapp):\/|(https):\/\/api\.whatsapp\.com)\/send\/?\?/i.exec(text);
  return scheme && /[?&]phone= \d/.test(text) ? (scheme[1] ?? scheme[2]) : undefined;
}

/** Returns "mailto" if `written` is such a URL with an unescaped plus sign in an address. RFC 6068, 2. */
function inMail(written: string): string | undefined {
  const [scheme = "", ...rest] = written.split(":");
  if (!/^mailto$/i.test(scheme)) return undefined;
  const [to = "", ...fields] = rest.join(":").split(/[?&]|%3f|%26/i);
  const others = fields
    .filter((field) => /^(?:to|b?cc)=/i.test(field))
    .map((field) => field.slice(field.indexOf("=") + 1));
  return [to, ...others].some(hasPlus) ? scheme : undefined;
}

/** Returns the name of the first field of a record in which `written` has an unescaped plus sign where a phone number or a
 *  mail address needs one. */
function inRecord(text: string, written: string): string | undefined {
  if (!RECORDS.test(text)) return undefined;
  for (const line of written.split(/%0d|%0a|[\r\n]/i)) {
    const parts = line.split(":");
    for (const [at, part] of parts.entries()) {
      const [value = ""] = part.split(";");
      // The name is the last field of the part before the colon, as in N:Ann;TEL:+49170. In a vCard, it may be the first one,
      // followed by parameters, as in TEL;TYPE=CELL:+49170.
      const before = at > 0 ? (parts[at - 1] ?? "").split(";") : [];
      const isOf = (names: readonly string[]) =>
        [before[0], before.at(-1)].some((name) => names.includes(nameOf(name)));
      if (isOf(["TEL"]) && /^\+\d/.test(value)) return "TEL";
      if (isOf(["EMAIL", "TO"]) && hasPlus(value)) return isOf(["TO"]) ? "TO" : "EMAIL";
    }
  }
  return undefined;
}

/** Returns the name of a field without its group, such as "item1". RFC 6350, 3.3. */
function nameOf(field = ""): string {
  return field.slice(field.indexOf(".") + 1).toUpperCase();
}

/** Returns whether a list of mail addresses, as it is written in a query, has a plus sign inside an address. Names before an
 *  address in angle brackets and quoted names may have spaces. */
function hasPlus(written: string): boolean {
  return written.split(/[,;]|%2c|%3b/i).some((one) => {
    const [local = "", domain] = one.split(/@|%40/);
    return domain !== undefined && /[^+]\+/.test(local) && !/[<"]|%3c|%22/i.test(local);
  });
}
