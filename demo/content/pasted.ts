import { readMarked, unescapeMarked } from "../../src/payload/pairs.ts";
import { detect, url, wifi } from "../../src/payload/payload.ts";
import { kindLabel } from "../labels.ts";
import { isBlank, kindOf, readState } from "../reading.ts";
import type { FormValues, State } from "../state.ts";
import { readPlace } from "./coordinates.ts";

/** What the page understands by pasted text that belongs to more than one field. */
export interface Pasted {
  readonly kind: string;
  readonly values: FormValues;
  /** Says what was understood. */
  readonly note: string;
}

/** Returns the form that pasted text fills in, such as the form for networks for "WIFI:…". Returns undefined if the text
 *  is a value of the field `name` in the form of `kind`. */
export function understandPaste(text: string, kind: string, name: string, form: FormValues): Pasted | undefined {
  const field = kindOf(kind).fields[name];
  // Prose may contain anything.
  if (!field || field.kind !== (kind === "text" ? "raw" : "line")) return undefined;
  const trimmed = text.trim();
  const place = kind === "geo" && name !== "name" ? placeIn(trimmed, form) : undefined;
  if (place) return place;
  const { kind: found } = detect(trimmed);
  const broken = found === "text" && kind !== "text" ? brokenNetwork(trimmed) : undefined;
  if (broken) return broken;
  const isForField =
    ["text", "url", "product"].includes(found) ||
    (found === "phone" && field.opens === "phone") ||
    (found === "mail" && field.opens === "mail" && kind !== "mail");
  if (isForField) return undefined;
  const values = kindOf(found).parse(trimmed) as FormValues;
  const missing = leftOut(trimmed, found, values);
  if (missing.length === 0) return { kind: found, values, note: recognized(found) };
  if (kind === "text") return undefined;
  if (found !== "vcard" && found !== "event")
    return { kind: "text", values: { text }, note: "Pasted as plain text, which keeps all details" };
  const note = `${recognized(found)}. The form has no fields for ${missing.slice(0, MAX_NAMED).join(", ")}`;
  return { kind: found, values, note };
}

/** Returns the form of a network whose values break a rule, such as a password that is too short. The form then says what
 *  is wrong. Returns undefined if `text` describes no network. */
function brokenNetwork(text: string): Pasted | undefined {
  if (!/^WIFI:/i.test(text)) return undefined;
  const values = readMarked(text.slice("WIFI:".length));
  const value = (name: string) => unescapeMarked(values.get(name) ?? "");
  const type = value("T").toUpperCase();
  const { security } = wifi.fields;
  const isKnown = (security.of as readonly string[]).includes(type);
  const form = { ssid: value("S"), password: value("P"), ...(isKnown && { security: type }) };
  return { kind: "wifi", values: form, note: recognized("wifi") };
}

const recognized = (kind: string) => `Recognized: ${kindLabel(kindOf(kind))}`;

/** Returns the form of a place with the coordinates in `text`, or undefined if there are none. */
export function placeIn(text: string, form: FormValues): Pasted | undefined {
  const filled = /^geo:/i.test(text) ? formFor(text) : undefined;
  if (filled?.kind === "geo") return { ...filled, note: recognized("geo") };
  const place = readPlace(text);
  if (!place) return undefined;
  const { isMapCenter, name, ...degrees } = place;
  const values = { ...form, ...degrees, ...(name !== undefined && isBlank(form.name) && { name }) };
  const note = `Read as latitude ${degrees.latitude} and longitude ${degrees.longitude}`;
  return { kind: "geo", values, note: isMapCenter ? `${note}, the middle of the map` : note };
}

/** Properties of contacts and events that describe the file, or repeat other properties. */
const FORMAL =
  /^(?:BEGIN|END|VERSION|PRODID|REV|UID|DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE|CALSCALE|METHOD|FN|X-AB[A-Z]*)$/;

/** Maximum number of properties to name. */
const MAX_NAMED = 5;

/** Returns the names of the parts of `text` that `values` do not contain. */
function leftOut(text: string, kind: string, values: FormValues): readonly string[] {
  const { data = "" } = readState({ kind, forms: { [kind]: values }, look: {} });
  if (kind === "vcard" || kind === "event") return linesLeftOut(text, data);
  const known = partsOf(data);
  const nameOf = (part: string) => part.slice(0, part.indexOf(":") + 1);
  const names = known.map(nameOf);
  // Programs write the security of a network in different ways, such as WPA2.
  const isKnown = (part: string) =>
    known.includes(part) || (kind === "wifi" && (names.includes(nameOf(part)) || /^H:false$/i.test(part)));
  return partsOf(text).filter((part) => !isKnown(part));
}

function linesLeftOut(text: string, data: string): readonly string[] {
  const known = lettersOf(data);
  const names = text
    .replace(/\r?\n[ \t]/g, "")
    .split(/[\r\n]+/)
    .flatMap((line) => {
      const [, name = "", parameters = "", value = ""] = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? [];
      if (FORMAL.test(name.toUpperCase()) || lettersOf(value) === "") return [];
      if (/;TZID=/i.test(parameters)) return ["the time zone"];
      return known.includes(lettersOf(value)) ? [] : [name.toUpperCase()];
    });
  return [...new Set(names)];
}

/** Returns the letters and digits of `text`, without escaped line breaks. */
const lettersOf = (text: string) => text.replace(/\\n|[^\p{L}\p{N}]/giu, "");

/** The fields whose text may belong in another form. */
const EXCHANGEABLE = ["url.url", "mail.to", "phone.number", "sms.number", "geo.latitude"];

/** Returns the forms in which the invalid `text` of a field is valid. The note is the label of a button. */
export function otherKindsFor(text: string, kind: string, name: string): readonly Pasted[] {
  if (!EXCHANGEABLE.includes(`${kind}.${name}`) || text.trim() === "") return [];
  const place = placeIn(text, {});
  const candidates: readonly Pasted[] = [
    { kind: "url", values: { url: text.trim() }, note: "Make a website code" },
    { kind: "mail", values: { to: text.trim() }, note: "Make an email code" },
    { kind: "phone", values: { number: text.trim() }, note: "Make a phone number code" },
    ...(place ? [{ ...place, note: "Make a place code" }] : []),
    ...(kind === "url" ? [{ kind: "text", values: { text }, note: "Make a text code" }] : []),
  ];
  return candidates.filter(
    (other) =>
      other.kind !== kind &&
      readState({ kind: other.kind, forms: { [other.kind]: other.values }, look: {} }).data !== undefined,
  );
}

/** Returns a form that encodes the same content as `text`. Uses the form for the detected kind if it can represent the
 *  text, and otherwise the form for URLs or, failing that, for plain text. */
export function formFor(text: string): Pick<State, "kind"> & { readonly values: FormValues } {
  for (const kind of [detect(text).kind, url.name]) {
    // Include fields that the form does not show, such as the version of a contact card.
    const values = kindOf(kind).parse(text) as FormValues | undefined;
    if (!values) continue;
    const { data } = readState({ kind, forms: { [kind]: values }, look: {} });
    if (data !== undefined && meaning(data) === meaning(text)) return { kind, values };
  }
  return { kind: "text", values: { text } };
}

/** Returns a normal form of `text`. Used to check whether a form encodes the same content as the scanned text. */
function meaning(text: string): string {
  return partsOf(text).sort().join("\n");
}

/** Returns the parts of `text` with their names in upper case, without empty parts, backslashes and percent-encoding. */
function partsOf(text: string): string[] {
  return text
    .replace(/^(?:WIFI|MECARD):/i, "$&;")
    .split(/[\r\n;&?]+/)
    .map((part) =>
      decoded(part.replace(/\\([\s\S])/g, "$1")).replace(/^[A-Z-]+(?=[:=])/i, (name) => name.toUpperCase()),
    )
    .filter((part) => !/^(?:[A-Z-]+[:=])?$/.test(part));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
