import { isTime, readTime } from "./calendar-time.ts";
import { readComponent } from "./content-lines.ts";

/** The repetition of an event. */
export interface Recurrence {
  readonly every: "day" | "week" | "month" | "year";
  /** 1 for every week, 2 for every other week. */
  readonly interval: number;
  /** The days of the week, from 0 for Sunday. Empty if the rule has days such as the first Monday of a month. */
  readonly weekdays: readonly number[];
  /** The number of events, or the day `until`, after which the rule ends. */
  readonly count?: number;
  readonly until?: string;
  /** The rule in the notation of iCalendar. */
  readonly rule: string;
}

/** Maximum number of events of a rule that counts them, or that has no end. */
export const MAX_EVENTS = 366;
/** Maximum number of years from the start of an event to the day on which its rule ends. */
export const MAX_YEARS = 10;

const FREQUENCIES: ReadonlyMap<string | undefined, Recurrence["every"]> = new Map([
  ["DAILY", "day"],
  ["WEEKLY", "week"],
  ["MONTHLY", "month"],
  ["YEARLY", "year"],
]);
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const PART =
  /^(?:FREQ=(?:DAI|WEEK|MONTH|YEAR)LY|(?:INTERVAL|COUNT)=[1-9]\d{0,3}|UNTIL=\d{8}(?:T\d{6}Z?)?|WKST=[A-Z]{2}|BY(?:DAY|MONTHDAY|MONTH|SETPOS)=[A-Z\d,+-]{1,100})$/;

/** Returns how often the event in `text` repeats: at most once a day, and a limited number of times. A rule that has no end,
 *  or ends after more than MAX_YEARS, ends after MAX_EVENTS events. Returns undefined if the event does not repeat, or if
 *  its rule has unsupported parts. RFC 5545, 3.3.10. */
export function recurrenceOf(text: string): Recurrence | undefined {
  const lines = readComponent(text, "VEVENT") ?? [];
  const valueIn = (name: string) => lines.find((line) => line.name === name)?.value ?? "";
  const parts = valueIn("RRULE").trim().toUpperCase().split(";");
  const values = new Map(parts.map((part) => part.split("=", 2) as [string, string]));
  const every = FREQUENCIES.get(values.get("FREQ"));
  if (!every || !parts.every((part) => PART.test(part)) || values.size < parts.length) return undefined;
  const end = endOf(values, readTime(valueIn("DTSTART")));
  const kept = parts.filter((part) => !/^(?:COUNT|UNTIL)=/.test(part));
  const days = values.get("BYDAY")?.split(",") ?? [];
  const isPlain = every === "week" && days.every((day) => WEEKDAYS.includes(day));
  return {
    every,
    interval: Number(values.get("INTERVAL") ?? 1),
    weekdays: isPlain ? days.map((day) => WEEKDAYS.indexOf(day)) : [],
    ...end,
    rule: [...kept, end.count === undefined ? `UNTIL=${values.get("UNTIL")}` : `COUNT=${end.count}`].join(";"),
  };
}

function endOf(values: ReadonlyMap<string, string>, start: string): Pick<Recurrence, "count" | "until"> {
  const until = readTime(values.get("UNTIL") ?? "");
  const years = Number(until.slice(0, 4)) - Number(start.slice(0, 4));
  if (isTime(until) && years <= MAX_YEARS) return { until: until.slice(0, 10) };
  return { count: Math.min(Number(values.get("COUNT") ?? MAX_EVENTS), MAX_EVENTS) };
}
