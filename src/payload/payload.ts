import { bitcoin } from "./bitcoin.ts";
import { event } from "./event.ts";
import { geo } from "./geo.ts";
import { type Checked, defineKind, type FieldTable, type PayloadKind } from "./kind.ts";
import { mail } from "./mail.ts";
import { mecard } from "./mecard.ts";
import { otp } from "./otp.ts";
import { phone } from "./phone.ts";
import { product } from "./product.ts";
import { sepa } from "./sepa.ts";
import { sms } from "./sms.ts";
import { url } from "./url.ts";
import { vcard } from "./vcard.ts";
import { wifi } from "./wifi.ts";

export { QrError } from "../errors.ts";
export type { Checked, Field, FieldTable, Given, PayloadKind } from "./kind.ts";
export { bitcoin, event, geo, mail, mecard, otp, phone, product, sepa, sms, url, vcard, wifi };

/** Any text. `detect` tries this kind last. */
export const plainText = defineKind({
  name: "text",
  label: "Text",
  purpose: "read it",
  fields: { text: { label: "Text", kind: "raw", max: 7089, required: true } },
  write: ({ text }) => text,
  read: (text) => ({ text }),
  title: () => "Text",
});

/** All kinds, in the order in which `detect` tries them. */
export const kinds: readonly PayloadKind[] = [
  wifi,
  vcard,
  mecard,
  event,
  otp,
  sepa,
  bitcoin,
  mail,
  phone,
  sms,
  geo,
  product,
  url,
  plainText,
];

export interface Payload {
  /** The kind's name, such as "wifi". */
  readonly kind: string;
  readonly label: string;
  /** What a phone does with the payload, as a verb phrase: "join the network". */
  readonly purpose: string;
  /** A few words that distinguish this payload from others of its kind, without secrets. */
  readonly title: string;
  readonly secret: boolean;
  /** The fields with a value, in the order of the kind's table. */
  readonly fields: readonly PayloadField[];
}

export interface PayloadField {
  readonly name: string;
  readonly label: string;
  readonly value: string | boolean;
  readonly shown: string;
  readonly secret: boolean;
  readonly opens?: "web" | "mail" | "phone";
}

/** Detects the kind of `text`. @throws {QrError} INVALID_OPTION if it is not a string. */
export function detect(text: string): Payload {
  for (const kind of kinds) {
    const fields = kind.parse(text);
    if (fields) return payloadOf(kind, fields, text);
  }
  return payloadOf(plainText, {}, text);
}

function payloadOf(kind: PayloadKind, checked: Checked<FieldTable>, text: string): Payload {
  const all = kind === plainText && hidesSecret(text);
  const fields = Object.entries(kind.fields).flatMap(([name, field]) => {
    const value = checked[name];
    if (field.formal || value === undefined || value === false) return [];
    const shown = value === true ? "Yes" : (field.show?.(value) ?? value);
    const { label, secret = false, opens } = field;
    return { name, label, value, shown, secret: all || secret, ...(opens && { opens }) };
  });
  const secret = all || fields.some((field) => field.secret);
  return { kind: kind.name, label: kind.label, purpose: kind.purpose, title: kind.title(checked), secret, fields };
}

/** Returns whether `text` starts like a payload of a kind with secrets. The content of such text must stay hidden even
 *  if it is invalid. */
function hidesSecret(text: string): boolean {
  return /^[\s\p{Cf}]*(?:WIFI|otpauth(?:-migration)?):/iu.test(text);
}
