import { utf8Length } from "../bytes.ts";
import { readTime, stampOf, tidyBirthday } from "./calendar-time.ts";
import { cutComponents, escapeText, readLine } from "./content-lines.ts";
import { CALENDAR, event, hashOf } from "./event.ts";
import { mecard } from "./mecard.ts";
import type { Payload } from "./payload.ts";
import { vcard } from "./vcard.ts";

/** A type of file that phones open in an app. */
export interface FileType {
  readonly extension: "vcf" | "ics";
  /** The media type, including the charset. vCard: RFC 6350, 10.1; iCalendar: RFC 5545, 8.1. */
  readonly contentType: string;
}

const VCF: FileType = { extension: "vcf", contentType: "text/vcard; charset=utf-8" };
const ICS: FileType = { extension: "ics", contentType: "text/calendar; charset=utf-8" };

/** Functions that write the file for a text of each kind. */
const WRITERS: Readonly<Record<string, FileType & { write(text: string): string }>> = {
  [vcard.name]: { ...VCF, write: writeContact },
  [mecard.name]: { ...VCF, write: convertMecard },
  [event.name]: { ...ICS, write: writeEvent },
};

/** Returns the type of the file that saves a payload; undefined if phones save nothing for its kind. */
export function fileTypeOf({ kind }: Pick<Payload, "kind">): FileType | undefined {
  return Object.hasOwn(WRITERS, kind) ? WRITERS[kind] : undefined;
}

/** Returns the content of the file for `text`, which has the kind of `payload`. It contains only the contact or event
 *  that `payload` describes, with all its lines. */
export function writeFile({ kind }: Pick<Payload, "kind">, text: string): string {
  return WRITERS[kind]?.write(text) ?? "";
}

/** Returns the first contact. Adds the lines that vCard requires (RFC 2426, 1; RFC 6350, 3.3). */
function writeContact(text: string): string {
  const [first = "", ...rest] = cutComponents(text, "VCARD")[0] ?? [];
  const fields = vcard.parse(text);
  const required = ["VERSION:3.0", `FN:${escapeText(fields ? vcard.title(fields) : "")}`];
  return joined([first, ...missing(required, rest), ...rest]);
}

/** Returns the first event and its time zones in a calendar. The calendar has no METHOD, because an invitation or a
 *  cancellation could change other events. */
function writeEvent(text: string): string {
  const [first = "", ...rest] = cutComponents(text, "VEVENT")[0] ?? [];
  const lines = rest.map((line) => line.replace(/^(DTSTART|DTEND)(?=:\d{8}$)/i, "$1;VALUE=DATE"));
  const start = lines.map(readLine).find((line) => line?.name === "DTSTART")?.value ?? "";
  const required = [`UID:${hashOf(text)}`, `DTSTAMP:${stampOf(readTime(start))}`];
  const zones = cutComponents(text, "VTIMEZONE").flat();
  return `${CALENDAR}${joined([...zones, first, ...missing(required, lines), ...lines])}END:VCALENDAR\r\n`;
}

function convertMecard(text: string): string {
  const { address, birthday, note, ...others } = mecard.parse(text) ?? {};
  // The address of a vCard has a lower length limit. A longer address becomes part of the note.
  const isLong = address !== undefined && [...address].length > vcard.fields.street.max;
  const written = vcard.build({
    ...others,
    street: isLong ? undefined : address,
    birthday: birthday && tidyBirthday(birthday),
    note: isLong ? [note, address].filter(Boolean).join("\n") : note,
  });
  return joined(written.trimEnd().split("\r\n"));
}

/** Returns the lines of `required` whose name no line has. */
function missing(required: readonly string[], lines: readonly string[]): readonly string[] {
  const names = lines.map((line) => readLine(line)?.name);
  return required.filter((line) => !names.includes(readLine(line)?.name));
}

/** Joins lines with CRLF, folded. Removes control characters, which no line may contain. */
function joined(lines: readonly string[]): string {
  // In vCard 2.1, unfolding keeps the space at the start of a line, which would change the value.
  const isOld = lines.some((line) => /^VERSION:2\.1\s*$/i.test(line));
  const clean = lines.map((line) => line.replace(/[^\P{Cc}\t]/gu, ""));
  return clean.map((line) => `${isOld ? line : folded(line)}\r\n`).join("");
}

/** The longest line of a file in octets, without its line end. */
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
