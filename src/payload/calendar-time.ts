/** Days and times as people write them in forms (2026-12-24, 2026-12-24T18:00, 2026-12-24T17:00Z) and as iCalendar writes
 *  them (20261224, 20261224T180000, 20261224T170000Z). RFC 5545, 3.3.4 and 3.3.5. */

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?(Z?))?$/;

/** One spelling: "T" between day and time, no seconds where there are none. */
export function tidyTime(value: string): string {
  return value
    .trim()
    .toUpperCase()
    .replace(" ", "T")
    .replace(/^([^T]*T\d\d:\d\d):00(?=Z?$)/, "$1");
}

/** Whether `value` is a day or time that exists, in the years 1 to 9998: the day after has four digits too. */
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

/** "day", "local" (the clock on the wall there) or "utc": only times of one form can be compared. */
export function formOf(value: string): "day" | "local" | "utc" {
  return isDay(value) ? "day" : value.endsWith("Z") ? "utc" : "local";
}

/** The property `name` with its value: ["DTEND;VALUE=DATE", "20261224"] or ["DTEND", "20261224T180000"]. */
export function timeProperty(name: string, value: string | undefined): readonly [string, string | undefined] {
  if (value === undefined) return [name, undefined];
  return isDay(value) ? [`${name};VALUE=DATE`, value.replaceAll("-", "")] : [name, fullTime(value)];
}

/** 20261224T180000Z of a day or time, as if it were UTC. */
export function stampOf(value: string): string {
  return isDay(value) ? `${value.replaceAll("-", "")}T000000Z` : `${fullTime(value).replace("Z", "")}Z`;
}

function fullTime(value: string): string {
  const digits = value.replace(/[-:Z]/g, "");
  return `${digits.length === 13 ? `${digits}00` : digits}${value.endsWith("Z") ? "Z" : ""}`;
}

/** The form's spelling of an iCalendar value; what is none comes out as it went in. */
export function readTime(value: string): string {
  const day = /^(\d{4})(\d\d)(\d\d)/;
  return tidyTime(value.replace(day, "$1-$2-$3").replace(/T(\d\d)(\d\d)(\d\d)/i, "T$1:$2:$3"));
}

/** A birthday in one spelling, 1815-12-10, or --12-10 where the year is nobody's business; what is none stays as it is.
 *  Read are the spellings of vCard (RFC 2426, RFC 6350) and MECARD; a time of day is passed over. */
export function tidyBirthday(value: string): string {
  return value
    .trim()
    .replace(/^(\d{4}|--)-?(\d\d)-?(\d\d)(?:T.*)?$/i, (_, year: string, month: string, day: string) =>
      year === "--" ? `--${month}-${day}` : `${year}-${month}-${day}`,
    );
}

/** Whether `value`, tidy, is a day that exists. */
export function isBirthday(value: string): boolean {
  const day = value.replace(/^--/, "2000-");
  return isDay(day) && isTime(day);
}

/** The day `count` days after `day`. */
export function dayAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}
