import type { IconName } from "../icons/shapes.ts";
import { fieldsInOrder } from "../languages/language.ts";
import type { TextId } from "../languages/text.ts";

/** A choice in the picker of kinds. */
export interface KindGroup {
  readonly label: TextId;
  readonly icon: IconName;
  /** The names of its kinds. The first one is the default. */
  readonly kinds: readonly string[];
  /** The label of the control that selects one of several kinds. */
  readonly choice?: TextId;
}

/** The choices that are always visible, because they are the most common. */
export const mainGroups: readonly KindGroup[] = [
  { label: "group.link", icon: "link", kinds: ["url"] },
  { label: "group.wifi", icon: "wifi", kinds: ["wifi"] },
  { label: "kind.vcard", icon: "contact", kinds: ["vcard", "mecard"], choice: "contactFormat" },
  { label: "kind.text", icon: "text", kinds: ["text"] },
  { label: "kind.event", icon: "calendar", kinds: ["event"] },
  { label: "group.payment", icon: "payment", kinds: ["sepa", "bitcoin"], choice: "paymentMethod" },
];

/** The choices behind the button "More". */
export const otherGroups: readonly KindGroup[] = [
  { label: "kind.mail", icon: "mail", kinds: ["mail"] },
  { label: "group.phone", icon: "phone", kinds: ["phone"] },
  { label: "group.sms", icon: "message", kinds: ["sms"] },
  { label: "kind.geo", icon: "place", kinds: ["geo"] },
  { label: "group.otp", icon: "key", kinds: ["otp"] },
  { label: "kind.product", icon: "barcode", kinds: ["product"] },
];

/** The labels of the kinds in a group that has several. */
export const variantLabels: Readonly<Record<string, TextId>> = {
  vcard: "variant.vcard",
  mecard: "variant.mecard",
  sepa: "kind.sepa",
  bitcoin: "variant.bitcoin",
};

/** The fields that are visible at first, in order. Other fields are in "More fields". For kinds that are not listed, all
 *  fields except formal ones are visible. */
const FIRST_FIELDS: Readonly<Record<string, readonly string[]>> = {
  wifi: ["ssid", "password", "security", "method", "phase2", "identity", "anonymous"],
  vcard: ["firstName", "lastName", "phone", "email", "organization", "url"],
  mecard: ["firstName", "lastName", "phone", "email"],
  event: ["title", "start", "end", "location"],
  sepa: ["name", "iban", "amount", "text"],
  bitcoin: ["address", "amount", "label"],
  mail: ["to", "subject", "body"],
  geo: ["latitude", "longitude", "name"],
  product: ["gtin", "batch", "serial"],
};

interface FormalField {
  readonly formal?: true;
}

/** Returns the names of the fields of `kind` that are visible at first, and the names of the others, in the order of the
 *  language. */
export function splitFields(
  kind: string,
  fields: Readonly<Record<string, FormalField>>,
): { readonly first: readonly string[]; readonly others: readonly string[] } {
  const first = FIRST_FIELDS[kind] ?? Object.keys(fields).filter((name) => !fields[name]?.formal);
  const others = Object.keys(fields).filter((name) => !first.includes(name));
  return { first: fieldsInOrder(first), others: fieldsInOrder(others) };
}

/** Required fields that share a row with their neighbour. */
const NARROW = ["event.start", "otp.account"];
/** Optional fields that need a whole row. */
const WIDE = ["event.location", "vcard.street", "mail.subject", "sepa.text", "mecard.address"];

/** Returns whether the field needs a whole row. By default, required fields and fields for several lines do. NARROW and
 *  WIDE list the exceptions. */
export function isWide(
  kind: string,
  name: string,
  field: { readonly kind: string; readonly required?: true },
): boolean {
  const key = `${kind}.${name}`;
  if (WIDE.includes(key)) return true;
  return field.kind === "lines" || field.kind === "raw" || (field.required === true && !NARROW.includes(key));
}
