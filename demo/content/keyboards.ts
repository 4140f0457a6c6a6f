import type { Field } from "../product/payload.ts";

type Attributes = Readonly<Record<string, string>>;

/** For codes and addresses, which keyboards must not correct. */
const EXACT: Attributes = { autocapitalize: "none", spellcheck: "false", autocorrect: "off" };
const CAPITALS: Attributes = { ...EXACT, autocapitalize: "characters" };
const NAME: Attributes = { autocapitalize: "words", spellcheck: "false" };
const PROSE: Attributes = { autocapitalize: "sentences", spellcheck: "true" };

/** The attributes of fields whose values can be opened. Fields for URLs have the type "text", because in fields of the type
 *  "url", browsers report "example.com" as invalid, which the page accepts. */
const BY_USE: Readonly<Record<NonNullable<Field["opens"]>, Attributes>> = {
  web: { ...EXACT, inputmode: "url", autocomplete: "url" },
  mail: { ...EXACT, type: "email", autocomplete: "email" },
  phone: { ...EXACT, type: "tel", autocomplete: "tel" },
};

/** The attributes of other fields, by kind and field or by field only. Coordinates need letters and a minus sign, which
 *  numeric keyboards of phones lack. */
const BY_FIELD: Readonly<Record<string, Attributes>> = {
  "mail.to": { ...EXACT, type: "email", multiple: "", autocomplete: "email" },
  "mail.cc": { ...EXACT, type: "email", multiple: "" },
  "mail.bcc": { ...EXACT, type: "email", multiple: "" },
  firstName: { ...NAME, autocomplete: "given-name" },
  lastName: { ...NAME, autocomplete: "family-name" },
  organization: { ...NAME, autocomplete: "organization" },
  job: { ...NAME, autocomplete: "organization-title" },
  mobile: { ...EXACT, type: "tel", autocomplete: "mobile tel" },
  workPhone: { ...EXACT, type: "tel", autocomplete: "work tel" },
  street: { ...NAME, autocomplete: "address-line1" },
  city: { ...NAME, autocomplete: "address-level2" },
  region: { ...NAME, autocomplete: "address-level1" },
  postcode: { ...CAPITALS, autocomplete: "postal-code" },
  country: { ...NAME, autocomplete: "country-name" },
  "mecard.address": { ...NAME, autocomplete: "street-address" },
  "mail.subject": PROSE,
  "event.title": PROSE,
  "event.location": NAME,
  "geo.name": NAME,
  "sepa.name": { ...NAME, autocomplete: "name" },
  "sepa.iban": CAPITALS,
  "sepa.bic": CAPITALS,
  "sepa.purpose": CAPITALS,
  "sepa.reference": CAPITALS,
  "sepa.amount": { ...EXACT, inputmode: "decimal" },
  "sepa.text": PROSE,
  "bitcoin.amount": { ...EXACT, inputmode: "decimal" },
  "bitcoin.label": NAME,
  "product.gtin": { ...EXACT, inputmode: "numeric" },
  "product.expiry": { ...EXACT, inputmode: "numeric" },
  "otp.secret": CAPITALS,
  "otp.period": { ...EXACT, inputmode: "numeric" },
  "otp.counter": { ...EXACT, inputmode: "numeric" },
};

/** Returns the attributes that choose the keyboard of a field, and control whether it completes and corrects text. */
export function keyboardFor(kind: string, name: string, field: Field): Attributes {
  const attributes =
    BY_FIELD[`${kind}.${name}`] ??
    BY_FIELD[name] ??
    (field.opens && BY_USE[field.opens]) ??
    (field.kind === "line" ? EXACT : PROSE);
  return { autocomplete: "off", ...attributes, ...(field.secret && { type: "password" }) };
}
