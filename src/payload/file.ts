import { utf8Length } from "../text/bytes.ts";
import { tidyBirthday } from "./calendar-time.ts";
import { cutComponents, readComponent, readLine } from "./content-lines.ts";
import { event, hashOf, zonesOf } from "./event.ts";
import { mecard } from "./mecard.ts";
import type { Payload } from "./payload.ts";
import { recurrenceOf } from "./recurrence.ts";
import { vcard } from "./vcard.ts";

export interface FileType {
  readonly extension: "vcf" | "ics";
  /** The media type, including the charset. vCard: RFC 6350, 10.1; iCalendar: RFC 5545, 8.1. */
  readonly contentType: string;
}

const VCF: FileType = { extension: "vcf", contentType: "text/vcard; charset=utf-8" };
const ICS: FileType = { extension: "ics", contentType: "text/calendar; charset=utf-8" };

/** The types of the files by kind, and the functions that write them for a text. */
const WRITERS: Readonly<Record<string, FileType & { write(text: string): string }>> = {
  [vcard.name]: { ...VCF, write: writeContact },
  [mecard.name]: { ...VCF, write: convertMecard },
  [event.name]: { ...ICS, write: writeEvent },
};

/** Returns the type of the file that saves a payload; undefined for kinds that phones cannot save. */
export function fileTypeOf({ kind }: Pick<Payload, "kind">): FileType | undefined {
  return Object.hasOwn(WRITERS, kind) ? WRITERS[kind] : undefined;
}

/** Returns the content of the file for `text`, which has the kind of `payload`. It contains only what share pages show: no
 *  alarms, attachments, invitations, photos or further contacts, which readers would save without seeing them. */
export function writeFile({ kind }: Pick<Payload, "kind">, text: string): string {
  return WRITERS[kind]?.write(text) ?? "";
}

function writeContact(text: string): string {
  const contact = vcard.parse(text);
  return contact ? joined(linesOf(vcard.build(contact))) : "";
}

/** Returns a calendar with the first event. It has no METHOD, because invitations and cancellations could change other
 *  events. Its UID depends on its content, so that it cannot replace another event. */
function writeEvent(text: string): string {
  const fields = event.parse(text);
  if (!fields) return "";
  const written = linesOf(event.build(fields));
  const zones = zonesOf(text);
  const zoned = written.map((line) => line.replace(/^(DTSTART|DTEND)(?=:\d{8}T\d{6}$)/, (name) => inZone(name, zones)));
  const lines = zoned.flatMap((line) => (/^DTSTART/.test(line) ? [line, ...repeats(text, line)] : [line]));
  if (lines.join() === written.join()) return joined(lines);
  const marked = lines.map((line) => line.replace(/^UID:.*/, () => `UID:${hashOf(lines.join("\n"))}`));
  const used = cutComponents(text, "VTIMEZONE").flatMap((zone) => zoneLines(zone, Object.values(zones)));
  const start = marked.indexOf("BEGIN:VEVENT");
  return joined([...marked.slice(0, start), ...used, ...marked.slice(start)]);
}

/** Returns the start of a line with a local time. */
function inZone(name: string, { start, end = start }: ReturnType<typeof zonesOf>): string {
  const zone = name === "DTSTART" ? start : end;
  return zone === undefined ? name : `${name};TZID=${/[,;:]/.test(zone) ? `"${zone}"` : zone}`;
}

/** Returns how the event in `text` repeats, and the days on which it does not take place. `start` is the line with its
 *  start, whose notation the result uses. */
function repeats(text: string, start: string): string[] {
  const recurrence = recurrenceOf(text);
  if (!recurrence) return [];
  const lines = readComponent(text, "VEVENT") ?? [];
  const except = lines.filter(
    ({ name, value }) => name === "EXDATE" && /^\d{8}(?:T\d{6}Z?)?(?:,[\dTZ]+)*$/i.test(value),
  );
  const prefix = start.slice("DTSTART".length, start.lastIndexOf(":"));
  return [`RRULE:${recurrence.rule}`, ...except.map(({ value }) => `EXDATE${prefix}:${value.toUpperCase()}`)];
}

/** Matches the lines of a time zone that define its offset from UTC. RFC 5545, 3.6.5. */
const OFFSET =
  /^(?:(?:BEGIN|END):(?:VTIMEZONE|STANDARD|DAYLIGHT)|DTSTART:\d{8}T\d{6}|TZOFFSET(?:FROM|TO):[+-]\d{4}(?:\d\d)?|RDATE:[\dT,]+|RRULE:FREQ=YEARLY(?:;(?:BY(?:DAY|MONTHDAY|MONTH)|INTERVAL|COUNT|UNTIL|WKST)=[A-Z\d,+-]+)*)$/i;

/** Returns the lines of a time zone, or none if its name is not in `used`. */
function zoneLines(lines: readonly string[], used: readonly unknown[]): readonly string[] {
  const name = lines
    .map(readLine)
    .find((line) => line?.name === "TZID")
    ?.value.trim();
  if (!used.includes(name)) return [];
  return lines.flatMap((line) =>
    readLine(line)?.name === "TZID" ? [`TZID:${name}`] : OFFSET.test(line) ? [line] : [],
  );
}

function convertMecard(text: string): string {
  const { address, birthday, note, ...others } = mecard.parse(text) ?? {};
  // The address field of a vCard has a lower length limit, so a longer address goes into the note.
  const isLong = address !== undefined && [...address].length > vcard.fields.street.max;
  const written = vcard.build({
    ...others,
    street: isLong ? undefined : address,
    birthday: birthday && tidyBirthday(birthday),
    note: isLong ? [note, address].filter(Boolean).join("\n") : note,
  });
  return joined(linesOf(written));
}

function linesOf(written: string): string[] {
  return written.trimEnd().split("\r\n");
}

/** Joins lines with CRLF, folded. Removes control characters, which no line may contain. */
function joined(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line.replace(/[^\P{Cc}\t]/gu, ""))}\r\n`).join("");
}

/** Maximum length of a line in a file in octets, without its line end. */
const OCTETS = 75;

/** Folds a line between characters. Continued lines begin with a space. RFC 6350, 3.2; RFC 5545, 3.1. */
function folded(line: string): string {
  let octets = 0;
  let result = "";
  for (const character of line) {
    const more = utf8Length(character);
    if (octets + more > OCTETS) {
      result += "\r\n ";
      octets = 1;
    }
    result += character;
    octets += more;
  }
  return result;
}
