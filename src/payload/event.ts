import { lineLength } from "../messages/option-rules.ts";
import { eventTime, notBefore, sameForm } from "../messages/payload-rules.ts";
import {
  dayAfter,
  formOf,
  isDay,
  isTime,
  readTime,
  showTime,
  stampOf,
  tidyTime,
  timeProperty,
} from "./calendar-time.ts";
import { cutComponents, escapeText, readComponent, readLine, unescapeText, writeComponent } from "./content-lines.ts";
import { defineKind, hasVisibleText, invalid } from "./kind.ts";
import { readWebAddress, webAddress } from "./url.ts";

const time = {
  kind: "line",
  max: 24,
  rule: eventTime,
  tidy: tidyTime,
  test: isTime,
  show: showTime,
} as const;

const CALENDAR = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//isoqr//EN\r\n";

/** A calendar event. RFC 5545. Times without a Z are local. */
export const event = defineKind({
  name: "event",
  label: "Event",
  purpose: "add it to a calendar",
  fields: {
    title: {
      label: "Title",
      kind: "line",
      max: 300,
      required: true,
      rule: lineLength,
      values: { max: 300 },
      test: hasVisibleText,
    },
    start: { label: "Start", required: true, ...time },
    /** The last day (inclusive), or the end time. */
    end: { label: "End", ...time },
    location: { label: "Location", kind: "line", max: 300 },
    description: { label: "Description", kind: "lines", max: 2000 },
    url: { label: "Website", ...webAddress },
  },
  validate({ start, end }) {
    if (end === undefined) return;
    if (formOf(end) !== formOf(start)) throw invalid("end", sameForm, { option: { option: "start" } });
    if (end.replace("Z", "") < start.replace("Z", "")) throw invalid("end", notBefore, { option: { option: "start" } });
  },
  write({ title, start, end, location, description, url }) {
    // The end date is exclusive in iCalendar.
    const after = end !== undefined && isDay(end) ? dayAfter(end, 1) : end;
    const lines = [
      ["SUMMARY", escapeText(title)],
      timeProperty("DTSTART", start),
      timeProperty("DTEND", after),
      ["LOCATION", escapeText(location)],
      ["DESCRIPTION", escapeText(description)],
      ["URL", url],
    ] as const;
    // RFC 5545, 3.6.1, requires these properties. They are computed from the event, so that the same event always has the same
    // QR code.
    const marks = [
      ["UID", hashOf(JSON.stringify(lines))],
      ["DTSTAMP", stampOf(start)],
    ] as const;
    const inner = writeComponent("VEVENT", [...marks, ...lines]);
    return `${CALENDAR}${inner}END:VCALENDAR\r\n`;
  },
  read(text) {
    if (!/^\s*BEGIN:V(?:CALENDAR|EVENT)\s/i.test(text)) return undefined;
    const lines = readComponent(text, "VEVENT");
    if (!lines) return undefined;
    const first = (name: string) => lines.find((line) => line.name === name)?.value ?? "";
    const plain = (name: string) => unescapeText(first(name));
    const start = readTime(first("DTSTART"));
    const end = readTime(first("DTEND"));
    const last = isTime(end) && isDay(end) ? dayAfter(end, -1) : end;
    return {
      title: plain("SUMMARY"),
      start,
      // Some programs write the last day instead of the day after it.
      end: isDay(start) && last < start ? undefined : last,
      location: plain("LOCATION"),
      description: plain("DESCRIPTION"),
      url: readWebAddress(first("URL")),
    };
  },
  title: ({ title }) => title,
});

/** Returns the names of the time zones in which the event in `text` starts and ends, if it has them. RFC 5545, 3.2.19. */
export function zonesOf(text: string): { readonly start?: string | undefined; readonly end?: string | undefined } {
  const lines = cutComponents(text, "VEVENT")[0] ?? [];
  const zoneOf = (name: string) => {
    const line = lines.find((one) => readLine(one)?.name === name && /T/i.test(readLine(one)?.value ?? ""));
    const [, quoted, plain] = /^[^:]*?;TZID=(?:"([^"]{1,100})"|([^",;:]{1,100}))/i.exec(line ?? "") ?? [];
    return quoted ?? plain;
  };
  return { start: zoneOf("DTSTART"), end: zoneOf("DTEND") };
}

/** Returns the 128-bit FNV-1a hash in hex. */
export function hashOf(text: string): string {
  let hash = 0x6c62272e07bb014262b821756295c58dn;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(128, (hash ^ BigInt(byte)) * 0x1000000000000000000013bn);
  }
  return hash.toString(16).padStart(32, "0");
}
