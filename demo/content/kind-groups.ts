import type { IconName } from "../icons/shapes.ts";
import { english, fieldsInOrder } from "../languages/text.ts";

/** A choice in the picker of kinds. */
export interface KindGroup {
  readonly label: string;
  readonly icon: IconName;
  /** The names of its kinds. The first one is the default. */
  readonly kinds: readonly string[];
  /** The label of the control that selects one of several kinds. */
  readonly choice?: string;
}

/** The choices that are always visible: the most wanted ones. */
export const mainGroups: readonly KindGroup[] = [
  { label: english("Link"), icon: "link", kinds: ["url"] },
  { label: english("WiFi"), icon: "wifi", kinds: ["wifi"] },
  { label: english("Contact"), icon: "contact", kinds: ["vcard", "mecard"], choice: english("Format") },
  { label: english("Text"), icon: "text", kinds: ["text"] },
  { label: english("Event"), icon: "calendar", kinds: ["event"] },
  { label: english("Payment"), icon: "payment", kinds: ["sepa", "bitcoin"], choice: english("Payment method") },
];

/** The choices behind the button "More". */
export const otherGroups: readonly KindGroup[] = [
  { label: english("Email"), icon: "mail", kinds: ["mail"] },
  { label: english("Phone"), icon: "phone", kinds: ["phone"] },
  { label: english("SMS"), icon: "message", kinds: ["sms"] },
  { label: english("Place"), icon: "place", kinds: ["geo"] },
  { label: english("2FA key"), icon: "key", kinds: ["otp"] },
  { label: english("Product"), icon: "barcode", kinds: ["product"] },
];

/** The labels of the kinds in a group that has several. */
export const variantLabels: Readonly<Record<string, string>> = {
  vcard: english("vCard"),
  mecard: english("MeCard (smaller code)"),
  sepa: english("Bank transfer"),
  bitcoin: english("Bitcoin"),
};

/** Fields to show at first, in order. "More fields" contains the others. Kinds that are not listed show all fields
 *  except formal ones. */
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

/** Returns the names of the fields of `kind` to show at first, and the names of the others, in the order of the
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
/** Optional fields that need a row of their own. */
const WIDE = ["event.location", "vcard.street", "mail.subject", "sepa.text", "mecard.address"];

/** Returns whether the field takes a row of its own: texts of several lines and required fields, with exceptions. */
export function isWide(
  kind: string,
  name: string,
  field: { readonly kind: string; readonly required?: true },
): boolean {
  const key = `${kind}.${name}`;
  if (WIDE.includes(key)) return true;
  return field.kind === "lines" || field.kind === "raw" || (field.required === true && !NARROW.includes(key));
}
