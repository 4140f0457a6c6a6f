import { workbookUnreadable } from "../messages/list-rules.ts";
import { readAttributes, type XmlHandler } from "./xml.ts";
import { unusable } from "./zip.ts";

/** How a cell style displays numbers: as dates, or padded with zeros as with the format 00000. Undefined for other styles. */
export type CellStyle = "date" | { readonly zeros: number; readonly decimals: number } | undefined;

/** Built-in formats of dates and times, in all languages. ECMA-376, part 1, 18.8.30. */
const DATE_FORMATS: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];

/** Maximum number of styles and of number formats, and maximum length of a format. Excel allows fewer. */
const MAX_STYLES = 65_536;
const MAX_FORMATS = 10_000;
const MAX_FORMAT = 255;

/** Creates a reader of the part with styles, and the list that it fills: the cell styles by their index. */
export function createStyles(): { readonly handler: XmlHandler; readonly styles: readonly CellStyle[] } {
  const formats = new Map([
    ["1", styleOf("0")],
    ["2", styleOf("0.00")],
  ]);
  const styles: CellStyle[] = [];
  let isInside = false;
  return {
    styles,
    handler: {
      open(name, source) {
        if (name === "cellXfs") isInside = true;
        else if (name === "numFmt") {
          const attributes = readAttributes(source);
          formats.set(attributes.get("numFmtId") ?? "", styleOf(attributes.get("formatCode")));
        } else if (isInside && name === "xf") {
          const id = readAttributes(source).get("numFmtId") ?? "0";
          styles.push(isDateFormat(Number(id)) ? "date" : formats.get(id));
        }
        if (styles.length > MAX_STYLES || formats.size > MAX_FORMATS) throw unusable(workbookUnreadable);
      },
      close(name) {
        if (name === "cellXfs") isInside = false;
      },
    },
  };
}

const isDateFormat = (id: number) => DATE_FORMATS.some(([from, to]) => id >= from && id <= to);

/** Returns the style of cells with the number format `code`. */
function styleOf(code = ""): CellStyle {
  if (code.length > MAX_FORMAT) return undefined;
  if (showsDate(code)) return "date";
  const [, zeros = "", decimals = ""] = /^(0+)(?:\.(0+))?$/.exec(code) ?? [];
  return zeros === "" ? undefined : { zeros: zeros.length, decimals: decimals.length };
}

/** Matches a part of a date format. Letters that Excel displays as text are quoted. */
const DATE_PARTS = /^(?:y{1,4}|m{1,5}|d{1,4}|h{1,2}|s{1,2}|a{1,5}|am|pm|p|e{1,4}|g{1,3}|b{1,4}|r{1,2})$/;

function showsDate(code: string): boolean {
  const plain = code
    .toLowerCase()
    .replace(/"[^"]*"|\\.|[_*]./g, " ")
    .replace(/\[(h{1,2}|m{1,2}|s{1,2})\]/g, "$1")
    .replace(/\[[^\][]*\]/g, " ")
    .replace(/s[.,]0{1,3}/g, "s ");
  return plain.split(";").some((section) => {
    const words = section.match(/[a-z]+/g) ?? [];
    return words.length > 0 && words.every((word) => DATE_PARTS.test(word)) && !/[0#?%]/.test(section);
  });
}

/** The first day after 9999-12-31, the last date in spreadsheets. */
const DAYS = 2_958_466;

/** Returns the text of a number. If `is1904` is set, dates count from 1904. */
export function numberText(digits: string, style: CellStyle, is1904: boolean): string {
  if (style === undefined && PLAIN.test(digits)) return digits;
  const value = Number(digits);
  if (!Number.isFinite(value)) return digits;
  const days = is1904 ? value + 1462 : value;
  const isDate = style === "date" && days >= 0 && days < DAYS;
  if (isDate) return dateText(new Date(Math.round((days - 25_569) * 86_400) * 1000));
  const text = decimalText(value);
  return typeof style === "object" ? padded(text, style) : text;
}

/** Matches most numbers whose stored form is also their displayed form. */
const PLAIN = /^(?:0|[1-9]\d{0,14})$/;

/** Returns whether a number has more digits than spreadsheet programs keep. */
export function isRounded(digits: string): boolean {
  return digits.length > 3 && Number.isInteger(Number(digits)) && Math.abs(Number(digits)) >= 1e15;
}

/** Returns a number with at most 15 significant digits, like spreadsheet programs, and without an exponent. */
function decimalText(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  if (!text.includes("e")) return text;
  if (Math.abs(rounded) >= 1) return BigInt(rounded).toString();
  const digits = rounded.toFixed(20);
  const last = [...digits].findLastIndex((digit) => digit !== "0");
  return digits.slice(0, last + 1).replace(/\.$/, "");
}

/** Pads a number with zeros, without removing digits. */
function padded(text: string, { zeros, decimals }: Exclude<CellStyle, string | undefined>): string {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const point = fraction === "" && decimals === 0 ? "" : ".";
  return `${text.startsWith("-") ? "-" : ""}${whole.padStart(zeros, "0")}${point}${fraction.padEnd(decimals, "0")}`;
}

/** Returns a date as 2026-12-24, a time as 18:00, or both. */
function dateText(date: Date): string {
  const [day = "", rest = ""] = date.toISOString().split("T");
  return day < "1900-01-01" ? timeText(rest) : dayText(day, rest);
}

const timeText = (time: string) => time.slice(0, 8).replace(/:00$/, "");

function dayText(day: string, rest: string): string {
  const time = timeText(rest);
  return time === "00:00" || time === "" ? day : `${day} ${time}`;
}

/** Returns the text of a date in ISO 8601. */
export function isoText(text: string): string {
  const [, day = "", time = ""] = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d:\d\d)?/.exec(text) ?? [];
  if (day === "") return time === "" ? text : timeText(time);
  return dayText(day, time);
}
