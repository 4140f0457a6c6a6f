/** Dates and times as written in forms (2026-12-24, 2026-12-24T18:00, 2026-12-24T17:00Z) and in iCalendar (20261224,
 *  20261224T180000, 20261224T170000Z). RFC 5545, 3.3.4 and 3.3.5. */

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?(Z?))?$/;

/** Normalizes a time: puts a "T" between date and time, and drops seconds of "00". */
export function tidyTime(value: string): string {
  return value
    .trim()
    .toUpperCase()
    .replace(" ", "T")
    .replace(/^([^T]*T\d\d:\d\d):00(?=Z?$)/, "$1");
}

/** Returns whether `value` is a valid date or time in the years 1 to 9998. */
export function isTime(value: string): boolean {
  const found = TIME.exec(value);
  if (!found) return false;
  const [, year, month, day, hour = "0", minute = "0", second = "0"] = found;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (Number(year) < 1 || Number(year) > 9998) return false;
  return date.getUTCDate() === Number(day) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

export function isDay(value: string): boolean {
  return !value.includes("T");
}

/** Returns the form of a time. Only times of the same form can be compared. */
export function formOf(value: string): "day" | "local" | "utc" {
  return isDay(value) ? "day" : value.endsWith("Z") ? "utc" : "local";
}

/** Returns a checked date or time as text for people, in the time zone in which it is written. */
export function showTime(value: string, locale?: string): string {
  if (locale === undefined) return value.replace("T", ", ").replace("Z", " UTC");
  const [, day = "", time, utc] = /^([^T]*)(?:T([^Z]*))?(Z?)$/.exec(value) ?? [];
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "full",
    ...(time !== undefined && { timeStyle: time.length > 5 ? "medium" : "short" }),
    timeZone: "UTC",
  });
  return `${format.format(new Date(`${day}T${time ?? "00:00"}Z`))}${utc ? " UTC" : ""}`;
}

/** Returns a checked birthday as text for people. */
export function showBirthday(value: string, locale?: string): string {
  if (locale === undefined) return value;
  const day = tidyBirthday(value);
  const year = day.startsWith("--") ? undefined : "numeric";
  const format = new Intl.DateTimeFormat(locale, { year, month: "long", day: "numeric", timeZone: "UTC" });
  return format.format(new Date(`${day.replace(/^--/, "2000-")}T00:00Z`));
}

/** Returns an iCalendar property, such as ["DTEND;VALUE=DATE", "20261224"] or ["DTEND", "20261224T180000"]. */
export function timeProperty(name: string, value: string | undefined): readonly [string, string | undefined] {
  if (value === undefined) return [name, undefined];
  return isDay(value) ? [`${name};VALUE=DATE`, value.replaceAll("-", "")] : [name, fullTime(value)];
}

/** Returns a date or time in the form 20261224T180000Z, treating it as UTC. */
export function stampOf(value: string): string {
  return isDay(value) ? `${value.replaceAll("-", "")}T000000Z` : `${fullTime(value).replace("Z", "")}Z`;
}

function fullTime(value: string): string {
  const digits = value.replace(/[-:Z]/g, "");
  return `${digits.length === 13 ? `${digits}00` : digits}${value.endsWith("Z") ? "Z" : ""}`;
}

/** Converts an iCalendar value to the notation that forms use. Returns other text unchanged. */
export function readTime(value: string): string {
  const day = /^(\d{4})(\d\d)(\d\d)/;
  return tidyTime(value.replace(day, "$1-$2-$3").replace(/T(\d\d)(\d\d)(\d\d)/i, "T$1:$2:$3"));
}

/** Normalizes a birthday from a vCard (RFC 2426, RFC 6350) or MECARD to a date such as 1815-12-10 or, without a year,
 *  --12-10. Drops the time. Returns other text unchanged. */
export function tidyBirthday(value: string): string {
  return value
    .trim()
    .replace(/^(\d{4}|--)-?(\d\d)-?(\d\d)(?:T.*)?$/i, (_, year: string, month: string, day: string) =>
      year === "--" ? `--${month}-${day}` : `${year}-${month}-${day}`,
    );
}

/** Returns whether a normalized birthday is a valid date. */
export function isBirthday(value: string): boolean {
  const day = value.replace(/^--/, "2000-");
  return isDay(day) && isTime(day);
}

/** Returns the date `count` days after `day`, or "" if that date is invalid. */
export function dayAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}
