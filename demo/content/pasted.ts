import { kindLabel } from "../labels.ts";
import { listOf } from "../languages/language.ts";
import { text } from "../languages/text.ts";
import { detect, readMarked, readPlace, unescapeMarked, url, wifi } from "../product/payload.ts";
import { isBlank, kindOf, readState } from "../reading.ts";
import type { FormValues, State } from "../state.ts";

/** The interpretation of pasted text that belongs to more than one field. */
export interface Pasted {
  readonly kind: string;
  readonly values: FormValues;
  /** A message about the interpretation. */
  readonly note: string;
}

/** Returns the form that pasted text fills in, such as the network form for "WIFI:…". Returns undefined if the text is
 *  a value of the field `name` in the form of `kind`. */
export function understandPaste(pasted: string, kind: string, name: string, form: FormValues): Pasted | undefined {
  const field = kindOf(kind).fields[name];
  // Fields for prose accept any text.
  if (!field || field.kind !== (kind === "text" ? "raw" : "line")) return undefined;
  const trimmed = pasted.trim();
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
    return { kind: "text", values: { text: pasted }, note: text("pastedAsText") };
  const names = listOf(missing.slice(0, MAX_NAMED), "unit");
  const note = text("recognizedExcept", { kind: labelOf(found), names });
  return { kind: found, values, note };
}

/** Returns the network form if `pasted` is a network with an invalid value, such as a short password, for which the form
 *  then shows the error. Returns undefined if `pasted` is not a network. */
function brokenNetwork(pasted: string): Pasted | undefined {
  if (!/^WIFI:/i.test(pasted)) return undefined;
  const values = readMarked(pasted.slice("WIFI:".length));
  const value = (name: string) => unescapeMarked(values.get(name) ?? "");
  const type = value("T").toUpperCase();
  const { security } = wifi.fields;
  const isKnown = (security.of as readonly string[]).includes(type);
  const form = { ssid: value("S"), password: value("P"), ...(isKnown && { security: type }) };
  return { kind: "wifi", values: form, note: recognized("wifi") };
}

const labelOf = (kind: string) => kindLabel(kindOf(kind).name);

const recognized = (kind: string) => text("recognized", { kind: labelOf(kind) });

/** Returns the form for places with the coordinates in `typed`, or undefined if there are none. */
export function placeIn(typed: string, form: FormValues): Pasted | undefined {
  const filled = /^geo:/i.test(typed) ? formFor(typed) : undefined;
  if (filled?.kind === "geo") return { ...filled, note: recognized("geo") };
  const place = readPlace(typed);
  if (!place) return undefined;
  const { isMapCenter, name, latitude, longitude } = place;
  const values = { ...form, latitude, longitude, ...(name !== undefined && isBlank(form.name) && { name }) };
  const note = isMapCenter
    ? text("readAsMiddle", { latitude, longitude })
    : text("readAsCoordinates", { latitude, longitude });
  return { kind: "geo", values, note };
}

/** Matches properties of contacts and events that describe the file, or repeat other properties. */
const FORMAL =
  /^(?:BEGIN|END|VERSION|PRODID|REV|UID|DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE|CALSCALE|METHOD|FN|X-AB[A-Z]*)$/;

/** Maximum number of properties that a note names. */
const MAX_NAMED = 5;

/** Returns the names of the parts of `pasted` that `values` do not contain. */
function leftOut(pasted: string, kind: string, values: FormValues): readonly string[] {
  const { data = "" } = readState({ kind, forms: { [kind]: values }, look: {} });
  if (kind === "vcard" || kind === "event") return linesLeftOut(pasted, data);
  const known = partsOf(data);
  const nameOf = (part: string) => part.slice(0, part.indexOf(":") + 1);
  const names = known.map(nameOf);
  // Programs write the security of a network in different ways, such as WPA2, so its value is not compared.
  const isKnown = (part: string) =>
    known.includes(part) || (kind === "wifi" && (names.includes(nameOf(part)) || /^H:false$/i.test(part)));
  return partsOf(pasted).filter((part) => !isKnown(part));
}

function linesLeftOut(pasted: string, data: string): readonly string[] {
  const known = lettersOf(data);
  const names = pasted
    .replace(/\r?\n[ \t]/g, "")
    .split(/[\r\n]+/)
    .flatMap((line) => {
      const [, name = "", parameters = "", value = ""] = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? [];
      if (FORMAL.test(name.toUpperCase()) || lettersOf(value) === "") return [];
      if (/;TZID=/i.test(parameters)) return [text("timeZoneInSentence")];
      return known.includes(lettersOf(value)) ? [] : [name.toUpperCase()];
    });
  return [...new Set(names)];
}

/** Returns the letters and digits of `text`, without escaped line breaks. */
const lettersOf = (text: string) => text.replace(/\\n|[^\p{L}\p{N}]/giu, "");

/** The fields whose text may belong in another form. */
const EXCHANGEABLE = ["url.url", "mail.to", "phone.number", "sms.number", "geo.latitude"];

/** Returns the forms that accept `typed`, a value that is invalid in its own field. The note is the label of a
 *  button. */
export function otherKindsFor(typed: string, kind: string, name: string): readonly Pasted[] {
  if (!EXCHANGEABLE.includes(`${kind}.${name}`) || typed.trim() === "") return [];
  const place = placeIn(typed, {});
  const candidates: readonly Pasted[] = [
    { kind: "url", values: { url: typed.trim() }, note: text("makeWebsiteCode") },
    { kind: "mail", values: { to: typed.trim() }, note: text("makeEmailCode") },
    { kind: "phone", values: { number: typed.trim() }, note: text("makePhoneCode") },
    ...(place ? [{ ...place, note: text("makePlaceCode") }] : []),
    ...(kind === "url" ? [{ kind: "text", values: { text: typed }, note: text("makeTextCode") }] : []),
  ];
  return candidates.filter(
    (other) =>
      other.kind !== kind &&
      readState({ kind: other.kind, forms: { [other.kind]: other.values }, look: {} }).data !== undefined,
  );
}

/** Returns a form that encodes the same content as `text`. This is the form for the detected kind if it can represent
 *  the text, and otherwise the form for URLs or for plain text. */
export function formFor(text: string): Pick<State, "kind"> & { readonly values: FormValues } {
  for (const kind of [detect(text).kind, url.name]) {
    // Includes fields that the form does not show, such as the version of a contact card.
    const values = kindOf(kind).parse(text) as FormValues | undefined;
    if (!values) continue;
    const { data } = readState({ kind, forms: { [kind]: values }, look: {} });
    if (data !== undefined && meaning(data) === meaning(text)) return { kind, values };
  }
  return { kind: "text", values: { text } };
}

/** Returns a normal form of `text`, to check whether a form encodes the same content as the scanned text. */
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
