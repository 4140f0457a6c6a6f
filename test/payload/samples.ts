import fc from "fast-check";
import type { Field } from "../../src/payload/kind.ts";
import { type PayloadKind, QrError } from "../../src/payload/payload.ts";

type Values = Readonly<Record<string, string | boolean>>;

const mailAddress = fc.stringMatching(/^[a-z0-9.+_-]{1,20}@[a-z0-9]{1,9}(?:\.[a-z0-9]{1,9}){0,2}$/);
const phoneNumber = fc.stringMatching(/^\+?[0-9]{2,15}$/);
const contactNumber = fc.stringMatching(/^\+?[0-9][0-9 ().-]{1,20}(?: ext\. [0-9]{2})?$/);
const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true }).map((value) => value.toFixed(6));
const time = fc.oneof(
  ...[10, 16, 19].map((length) =>
    fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date("2199-12-31") })
      .map((date) => date.toISOString().slice(0, length)),
  ),
);
const element = fc.stringMatching(/^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/);

/** Generates GTINs: 13 digits and their check digit. */
const gtin = fc.stringMatching(/^[0-9]{13}$/).map((digits) => {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
});

/** Inserts the check digits of ISO 7064, MOD 97-10, between `head` and `rest`. */
function checked97(head: string, rest: string): string {
  const digits = [...`${rest}${head}00`].map((character) => Number.parseInt(character, 36)).join("");
  return `${head}${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${rest}`;
}

/** Generators for fields whose rules random strings rarely meet. */
const special: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "url.url": fc.webUrl({ withQueryParameters: true, withFragments: true }),
  "vcard.email": mailAddress,
  "mecard.email": mailAddress,
  "vcard.phone": contactNumber,
  "vcard.mobile": contactNumber,
  "vcard.workPhone": contactNumber,
  "vcard.url": fc.webUrl({ withQueryParameters: true, withFragments: true }),
  "vcard.birthday": fc.constantFrom("1815-12-10", "18151210", "--02-29", "--1210"),
  "mecard.phone": contactNumber,
  "mecard.url": fc.webUrl({ withQueryParameters: true, withFragments: true }),
  "mecard.birthday": fc.constantFrom("18151210", "2000-02-29"),
  "mail.to": fc.array(mailAddress, { minLength: 1, maxLength: 3 }).map((list) => list.join(", ")),
  "mail.cc": mailAddress,
  "mail.bcc": mailAddress,
  "phone.number": phoneNumber,
  "sms.number": phoneNumber,
  "geo.latitude": degrees(90),
  "geo.longitude": degrees(180),
  "geo.altitude": degrees(9000),
  "event.start": time,
  "event.end": time,
  "event.url": fc.webUrl(),
  "otp.secret": fc.stringMatching(/^[A-Z2-7]{8,64}$/),
  "otp.period": fc.constantFrom("15", "30", "3600"),
  "otp.counter": fc.maxSafeNat().map(String),
  "sepa.iban": fc.stringMatching(/^[0-9A-Z]{18}$/).map((rest) => checked97("DE", rest)),
  "sepa.bic": fc.constantFrom("COBADEFFXXX", "cobadeff"),
  "sepa.amount": fc.integer({ min: 1, max: 99_999_999_999 }).map((cents) => (cents / 100).toFixed(2)),
  "sepa.purpose": fc.constantFrom("CHAR", "GDDS"),
  "sepa.reference": fc.stringMatching(/^[0-9A-Z]{1,21}$/).map((rest) => checked97("RF", rest)),
  "bitcoin.address": fc.constantFrom(
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  ),
  "bitcoin.amount": fc.constantFrom("0.0025", "21000000", "1.00000001"),
  "product.gtin": gtin,
  "product.variant": element,
  "product.batch": element,
  "product.serial": element,
  "product.expiry": fc.constantFrom("271231", "270200"),
  "product.resolver": fc.webUrl(),
  "wifi.method": fc.constantFrom("PEAP", "TTLS", "PWD"),
  "wifi.phase2": fc.constantFrom("MSCHAPV2", "PAP"),
};

/** Generates strings of characters and words that have a special meaning in some format. */
const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."\\;,:\"'%+&=?#<>/\n\t ", "BEGIN:", "END:VCARD", "é", "中", "👩‍👧", "𠮷", "\\n", "%3B"),
      fc.constantFrom(
        "\u202e",
        "\u2066",
        "\u2069",
        "\u200f",
        "\ufeff",
        "\u200b",
        "BCD\n",
        ";;",
        "\\\\",
        "WIFI:",
        "//01/",
      ),
      fc.string({ unit: "grapheme", maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

function valueFor(kind: PayloadKind, name: string, field: Field): fc.Arbitrary<string | boolean> {
  if (field.kind === "flag") return fc.boolean();
  if (field.kind === "choice") return fc.constantFrom(...field.of);
  return special[`${kind.name}.${name}`] ?? awkward;
}

/** Returns a generator of valid fields of `kind`. */
export function fieldsOf(kind: PayloadKind): fc.Arbitrary<Values> {
  const values = Object.entries(kind.fields).map(([name, field]) => [name, valueFor(kind, name, field)] as const);
  const requiredKeys = Object.keys(kind.fields).filter((name) => kind.fields[name]?.required);
  return fc
    .record(Object.fromEntries(values), { requiredKeys })
    .filter((given) => accepts(kind, given)) as fc.Arbitrary<Values>;
}

function accepts(kind: PayloadKind, given: Values): boolean {
  try {
    kind.check(given);
    return true;
  } catch (error) {
    if (error instanceof QrError) return false;
    throw error;
  }
}
