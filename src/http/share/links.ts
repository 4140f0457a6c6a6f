import { fileTypeOf } from "../../payload/file.ts";
import { searchOf } from "../../payload/geo.ts";
import { hostOf } from "../../payload/host.ts";
import { isMailAddress } from "../../payload/mail.ts";
import {
  bitcoin,
  geo,
  mail,
  type Payload,
  type PayloadField,
  phone,
  product,
  sms,
  url,
} from "../../payload/payload.ts";
import { withoutTrunkZero } from "../../payload/phone.ts";
import { isWebAddress } from "../../payload/url.ts";

/** Schemes that a page may link to. All others are rejected, because the payload may be hostile. */
const ALLOWED = /^(?:https?|mailto|tel|sms|geo|bitcoin):/i;

/** The kinds whose texts are URLs that open an app or a page. */
const OPENED: readonly string[] = ["url", "product", "mail", "phone", "sms", "geo", "bitcoin"];

/** Returns the URL that opens or saves `text`; undefined if there is no safe URL. Files have a URL relative to the page,
 *  so that a service worker can write them offline. Except for web pages, other URLs are rebuilt from the checked fields,
 *  because some programs act on other parameters, such as a file to attach. */
export function addressOfPayload(payload: Payload, text: string, id: string): string | undefined {
  const file = fileTypeOf(payload);
  if (file) return `${id}.${file.extension}`;
  if (!OPENED.includes(payload.kind)) return undefined;
  const address = rewritten(payload.kind, text);
  return ALLOWED.test(address) ? address : undefined;
}

/** Returns the host that a web address opens, or an empty string for other kinds. */
export function hostOfPayload({ kind }: Payload, text: string): string {
  return (kind === url.name || kind === product.name) && isWebAddress(text) ? hostOf(text) : "";
}

/** Returns the URL of a place on a map website; undefined for other kinds. */
export function addressOfMap({ kind, fields }: Payload): string | undefined {
  if (kind !== geo.name) return undefined;
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, String(value)]));
  const { latitude = "", longitude = "" } = values;
  const search = searchOf({ ...values, latitude, longitude });
  const site = "https://www.openstreetmap.org/";
  if (search !== undefined) return `${site}search?query=${encodeURIComponent(search)}`;
  return `${site}?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}

function rewritten(kind: string, text: string): string {
  const call = kind === phone.name && phone.parse(text);
  if (call) return phone.build(call);
  const letter = kind === mail.name && mail.parse(text);
  if (letter) return mail.build(letter);
  const message = kind === sms.name && sms.parse(text);
  if (message) return addressOfMessage(message.number, message.message);
  const payment = kind === bitcoin.name && bitcoin.parse(text);
  if (payment) return bitcoin.build(payment);
  const place = kind === geo.name && geo.parse(text);
  if (!place) return text;
  const search = searchOf(place);
  return search === undefined ? geo.build(place) : `geo:0,0?q=${encodeURIComponent(search)}`;
}

/** Returns an sms: URL (RFC 5724). iOS requires the ampersand. */
function addressOfMessage(number: string, message: string | undefined): string {
  return `sms:${number}${message === undefined ? "" : `?&body=${encodeURIComponent(message)}`}`;
}

/** Returns the URL that opens a field; undefined if it cannot be opened. */
export function addressOfField({ opens, value }: PayloadField): string | undefined {
  if (typeof value !== "string") return undefined;
  if (opens === "web" && isWebAddress(value)) return value;
  if (opens === "mail" && isMailAddress(value)) return `mailto:${encodeURIComponent(value).replace("%40", "@")}`;
  const dialled = opens === "phone" ? withoutTrunkZero(value) : undefined;
  // Service codes, which start with * or #, are excluded, because they trigger actions on some phones.
  if (dialled === undefined || !/^\+?[0-9][0-9 ().\-/]{1,30}$/.test(dialled)) return undefined;
  return `tel:${dialled.replace(/[^+0-9]/g, "")}`;
}
