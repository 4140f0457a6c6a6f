import fc from "fast-check";
import type { Field } from "../../src/payload/fields.ts";
import { type PayloadKind, QrError } from "../../src/payload/payload.ts";

type Values = Readonly<Record<string, string | boolean>>;

/** Fields with rules of their own, which chance would hardly meet. */
const special: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "url.url": fc.webUrl({ withQueryParameters: true, withFragments: true }),
  "vcard.email": fc.stringMatching(/^[a-z0-9.+_-]{1,20}@[a-z0-9.-]{1,20}$/),
  "wifi.method": fc.constantFrom("PEAP", "TTLS", "PWD"),
  "wifi.phase2": fc.constantFrom("MSCHAPV2", "PAP"),
};

/** Text with all that has a meaning somewhere. */
const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."\\;,:\"'%+&=?#<>/\n\t ", "BEGIN:", "END:VCARD", "é", "中", "👩‍👧", "\u202e", "\\n", "%3B"),
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

/** Fields that `kind` accepts, as they were given. */
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
