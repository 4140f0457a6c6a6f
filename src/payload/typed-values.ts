import { isTime, tidyTime } from "./calendar-time.ts";
import { type Degrees, readAngle } from "./coordinates.ts";
import { isMailAddress } from "./mail.ts";
import { withoutTrunkZero } from "./phone.ts";
import { isWebAddress } from "./url.ts";

/** The interpretation of a typed value. Forms and lists accept more notations than the API, which follows the rules of each
 *  field. */
export interface Understood {
  /** The value to encode. */
  readonly value: string;
  /** Explains the interpretation, if it is not obvious. */
  readonly note?: Note;
  /** Possible values, if the typed one is ambiguous or invalid. */
  readonly offers?: readonly string[];
}

/** The reason why an interpretation may surprise users, with the values for the text that explains it. */
export interface Note {
  readonly reason: "changed" | "decimal" | "domestic zero" | "password spaces" | "scheme" | "spaces";
  readonly values?: Readonly<Record<string, string>>;
}

type Reader = (typed: string) => Understood;

/** Returns the interpretation of `typed` in the field `name` of `kind`. Returns invalid text unchanged. */
export function understand(kind: string, name: string, typed: string): Understood {
  const reader = READERS[`${kind}.${name}`] ?? READERS[name];
  return reader === undefined || typed === "" ? { value: typed } : reader(typed);
}

/** Readers by kind and field, or by field only. Fields without a reader, such as prose and passwords, are encoded as typed. */
const READERS: Readonly<Record<string, Reader>> = {
  url: readUrl,
  email: readMail,
  "mail.to": readMail,
  "mail.cc": readMail,
  "mail.bcc": readMail,
  number: readPhone,
  phone: readPhone,
  mobile: readPhone,
  workPhone: readPhone,
  "wifi.ssid": readNetwork,
  "wifi.password": (value) => (value === value.trim() ? { value } : { value, note: { reason: "password spaces" } }),
  "sepa.iban": (typed) => ({
    value: plain(typed)
      .replace(/^IBAN[\s:]*/i, "")
      .replace(/[.\-/]/g, ""),
  }),
  "sepa.bic": (typed) => ({ value: plain(typed).replace(/^(?:BIC|SWIFT)[\s:/]+/i, "") }),
  "sepa.reference": (typed) => ({ value: plain(typed) }),
  "sepa.amount": readEuros,
  "bitcoin.address": (typed) => ({ value: plain(typed) }),
  "bitcoin.amount": (typed) => readQuantity(typed.replace(/BTC|₿/i, "")),
  "geo.latitude": (typed) => readDegrees(typed, "latitude"),
  "geo.longitude": (typed) => readDegrees(typed, "longitude"),
  "geo.altitude": (typed) => readQuantity(typed.trimEnd().replace(/(?:m|metres?|meters?)$/i, "")),
  "event.start": readTime,
  "event.end": readTime,
  birthday: readTime,
  "product.gtin": (typed) => ({ value: plain(typed) }),
  // Short names on one line, where spaces at the ends are meaningless.
  ...Object.fromEntries(
    ["firstName", "lastName", "organization", "job", "street", "city", "region", "postcode", "country"].map((name) => [
      name,
      (typed: string) => ({ value: typed.trim() }),
    ]),
  ),
};

/** Characters without width, and direction marks, which phones add to copied numbers. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Returns `typed` without surrounding spaces and invisible characters, and with European digits and ASCII punctuation. */
function plain(typed: string): string {
  return typed
    .replace(INVISIBLE, "")
    .normalize("NFKC")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll("\u066b", ".")
    .replaceAll("\u066c", ",")
    .trim();
}

/** Matches a host name with a top-level domain, or an IPv4 address, before a port, a path or the end. */
const HOST =
  /^(?:(?:[\p{L}\p{N}_-]+\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)|[0-9]{1,3}(?:\.[0-9]{1,3}){3})\.?(?::[0-9]{1,5})?(?=[/?#]|$)/iu;

/** Matches addresses in local networks, whose devices rarely support https. */
const LOCAL =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2[0-9]|3[01])\.|169\.254\.|127\.)[0-9.]+(?![\p{L}\p{N}.-])|\.local(?![\p{L}\p{N}.-])/iu;

function readUrl(typed: string): Understood {
  const bare = typed
    .replace(/^[\s\p{Cf}]+/u, "")
    .replace(/(?<![\s\p{Cf}])[\s\p{Cf}]+$/u, "")
    .replace(/^<(.*)>$/, "$1");
  // A URL that was pasted after the scheme of the example starts with two schemes.
  const single = bare.replace(/^(?:https?:\/\/)+(?=https?:\/\/)/i, "");
  if (single !== bare && isWebAddress(single)) return { value: single, note: readAs(shorten(single)) };
  if (isWebAddress(bare)) return { value: bare };
  const repaired = bare.replace(/^(https?)(?::[\\/]*|[\\/]{2})(?![\\/])/i, (_, scheme: string) => `${scheme}://`);
  if (repaired !== bare && isWebAddress(repaired)) return { value: repaired, note: readAs(shorten(repaired)) };
  const address = bare.replace(/^\/\//, "");
  const host = HOST.exec(address)?.[0];
  if (host !== undefined) {
    const scheme = LOCAL.test(host) ? "http" : "https";
    const value = `${scheme}://${address}`;
    if (isWebAddress(value))
      return { value, note: { reason: "scheme", values: { scheme: `${scheme}://`, url: shorten(value) } } };
  }
  return { value: bare, offers: urlsIn(bare) };
}

/** Returns the URLs in `typed`, which has spaces: the first two, and all of the text if it starts with a URL. */
function urlsIn(typed: string): readonly string[] {
  const words = typed.split(/\s+/);
  if (words.length < 2) return [];
  const urls = words.flatMap((word) =>
    urlOf(word.replace(/^[("'<]+/, "").replace(/(?<![)"'>.,;:!?])[)"'>.,;:!?]+$/, "")),
  );
  const whole = urlOf(words[0] ?? "").length > 0 ? urlOf(words.join("%20")) : [];
  return [...new Set([...urls.slice(0, 2), ...whole])];
}

function urlOf(word: string): readonly string[] {
  const { value } = readUrl(word);
  return isWebAddress(value) ? [value] : [];
}

/** Maximum number of characters of a value in a note or on a button. */
const MAX_SHOWN = 40;

/** Returns `typed`, shortened to fit into a note or a button. */
export function shorten(typed: string): string {
  const characters = [...typed];
  return characters.length <= MAX_SHOWN ? typed : `${characters.slice(0, MAX_SHOWN).join("")}…`;
}

/** Reads one or more email addresses, which may have names as in "Ada <ada@example.com>", or start with mailto:. */
function readMail(typed: string): Understood {
  const bare = plain(typed)
    .replace(/^mailto:/i, "")
    .replace(/\?.*$/s, "");
  const inBrackets = [...bare.matchAll(/<([^<>\s]+)>/g)].map(([, address = ""]) => address);
  if (inBrackets.length > 0) {
    const value = inBrackets.join(",");
    return inBrackets.every(isMailAddress) ? { value, note: readAs(shorten(value)) } : { value: bare };
  }
  return { value: bare.replace(/[;,]\s*$/, "").replaceAll(";", ",") };
}

function readPhone(typed: string): Understood {
  const bare = plain(typed).replace(/^tel:/i, "");
  const value = withoutTrunkZero(bare);
  if (value === undefined || value === bare) return { value: bare };
  const digits = (number: string) => number.replace(/[^0-9]/g, "").length;
  // The note mentions only a zero in its own parentheses, as in "+49 (0) 30", and not the zero in "+49 (030)".
  const isDropped = /\(\s*0\s*\)/.test(bare) && digits(value) < digits(bare);
  return { value, note: isDropped ? { reason: "domestic zero", values: { value } } : readAs(value) };
}

function readNetwork(typed: string): Understood {
  const value = typed.trim();
  return value === typed ? { value } : { value, note: { reason: "spaces" } };
}

function readEuros(typed: string): Understood {
  const bare = plain(typed)
    .replace(/^(?:€|EUR)|(?:€|EUR|euros?)$/gi, "")
    .trim()
    .replace(/[.,]-{1,2}$/, "");
  const readings = readNumber(bare);
  const [value = bare] = readings;
  if (readings.length < 2) return { value, ...(value !== bare && isGrouped(bare) && { note: readAs(value) }) };
  // An amount has at most two decimal places, so a group of three digits means thousands or is a mistake.
  return {
    value: bare,
    offers: readings.filter((reading) => !reading.includes(".")).map((reading) => `${reading}.00`),
  };
}

/** Reads a number with any number of decimal places. A comma before three digits may be either separator, so both
 *  readings are offered. A point is always a decimal point, as in the API. */
function readQuantity(typed: string): Understood {
  const bare = plain(typed);
  const readings = readNumber(bare);
  const [value = bare] = readings;
  if (readings.length < 2) return { value, ...(value !== bare && { note: readAs(value) }) };
  return bare.includes(".")
    ? { value, note: { reason: "decimal", values: { value } } }
    : { value: bare, offers: readings };
}

function readDegrees(typed: string, name: keyof Degrees): Understood {
  const bare = plain(typed);
  const value = readAngle(bare, name);
  if (value === undefined) return { value: bare };
  return value === bare ? { value } : { value, note: readAs(value) };
}

const isGrouped = (typed: string) => /[\s'’]|[.,].*[.,]/.test(typed);

/** Returns the possible values of a number in English or another notation, such as "1,234.50" and "1.234,50". Returns
 *  no values if it is invalid, and two if its only separator may mean thousands or decimals. */
export function readNumber(typed: string): readonly string[] {
  const spaced = /^([+-]?)([0-9]{1,3}(?:[\s'’][0-9]{3})+|[0-9]*)((?:[.,][0-9]*)*)$/.exec(typed);
  if (!spaced) return [];
  const [, sign = "", start = "", rest = ""] = spaced;
  const whole = start.replace(/[\s'’]/g, "");
  const number = (digits: string, decimals = "") =>
    `${sign === "-" ? "-" : ""}${digits.replace(/^0+(?=[0-9])/, "") || "0"}${decimals === "" ? "" : `.${decimals}`}`;
  const marks = rest.replace(/[0-9]/g, "");
  const parts = rest.split(/[.,]/).slice(1);
  const [last = ""] = parts.slice(-1);
  if (whole + last === "") return [];
  if (marks === "") return [number(whole)];
  const thousands = parts.slice(0, -1);
  const areThousands = (groups: readonly string[]) =>
    whole === start && /^[1-9][0-9]{0,2}$/.test(whole) && groups.every((group) => group.length === 3);
  if (marks.length === 1) {
    const decimal = number(whole, last);
    return areThousands(parts) ? [decimal, number(whole + last)] : [decimal];
  }
  // The separators of "1.234.567" are all for thousands. In "1.234.567,89", the last separator is the decimal one.
  if (/^(.)\1+$/.test(marks)) return areThousands(parts) ? [number(whole + parts.join(""))] : [];
  if (!/^(.)\1*(?!\1).$/.test(marks) || !areThousands(thousands)) return [];
  return [number(whole + thousands.join(""), last)];
}

/** Reads a date, with or without a time. In "04/05/2026", either number may be the month. */
function readTime(typed: string): Understood {
  const bare = plain(typed);
  if (isTime(tidyTime(bare))) return { value: bare };
  const [, first = "", second = "", third = "", time = ""] =
    /^([0-9]{1,4})[./-]\s?([0-9]{1,2})[./-]\s?([0-9]{1,4})(?:[T,\s]+([0-9]{1,2}[:.][0-9]{2}(?::[0-9]{2})?Z?))?$/i.exec(
      bare,
    ) ?? [];
  const clock =
    time === "" ? "" : `T${time.replace(".", ":").padStart(time.search(/[:.]/) === 1 ? time.length + 1 : 0, "0")}`;
  const date = (year: string, month: string, day: string) =>
    `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${clock}`;
  if (first.length === 4 && third.length < 3) {
    const value = date(first, second, third);
    return { value, note: readAs(value) };
  }
  if (third.length !== 4 || first.length > 2) return { value: bare };
  const [dayFirst, monthFirst] = [date(third, second, first), date(third, first, second)];
  if (bare.includes(".") && !bare.includes("/")) return { value: dayFirst, note: readAs(dayFirst) };
  if (Number(first) > 12) return { value: dayFirst, note: readAs(dayFirst) };
  if (Number(second) > 12) return { value: monthFirst, note: readAs(monthFirst) };
  return { value: bare, offers: [...new Set([dayFirst, monthFirst])] };
}

const readAs = (value: string): Note => ({ reason: "changed", values: { value } });
