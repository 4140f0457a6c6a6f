import { birthday, requiredUnlessEither } from "../messages/payload-rules.ts";
import { isBirthday, showBirthday, tidyBirthday } from "./calendar-time.ts";
import { type ContentLine, escapeText, readComponent, unescapeText, writeComponent } from "./content-lines.ts";
import { type Checked, defineKind, fullName, invalid } from "./kind.ts";
import { mailAddress } from "./mail.ts";
import { splitMarked } from "./pairs.ts";
import { contactNumber, readContactNumber } from "./phone.ts";
import { readWebAddress, webAddress } from "./url.ts";

const line = { kind: "line", max: 200 } as const;

const fields = {
  version: { label: "vCard version", formal: true, kind: "choice", of: ["3.0", "4.0"], default: "3.0" },
  firstName: { label: "First name", ...line },
  lastName: { label: "Last name", ...line },
  organization: { label: "Organization", ...line },
  job: { label: "Job title", ...line },
  phone: { label: "Phone", ...contactNumber },
  mobile: { label: "Mobile phone", ...contactNumber },
  workPhone: { label: "Work phone", ...contactNumber },
  email: { label: "Email", ...mailAddress },
  url: { label: "Website", ...webAddress },
  street: { label: "Street", ...line },
  city: { label: "City", ...line },
  region: { label: "Region", ...line },
  postcode: { label: "Postcode", ...line },
  country: { label: "Country", ...line },
  birthday: {
    label: "Birthday",
    kind: "line",
    max: 40,
    rule: birthday,
    tidy: tidyBirthday,
    test: isBirthday,
    show: showBirthday,
  },
  note: { label: "Note", kind: "lines", max: 2000 },
} as const;

type Contact = Checked<typeof fields>;
type PhoneField = "phone" | "mobile" | "workPhone";

/** A contact card: vCard 3.0 (RFC 2426), which all phones support, or 4.0 (RFC 6350). */
export const vcard = defineKind({
  name: "vcard",
  label: "Contact",
  purpose: "save the contact",
  fields,
  validate(contact) {
    if (nameOf(contact) === "")
      throw invalid("firstName", requiredUnlessEither, {
        option: { option: "lastName" },
        other: { option: "organization" },
      });
  },
  write(contact) {
    const { version, lastName = "", firstName = "" } = contact;
    return writeComponent("VCARD", [
      ["VERSION", version],
      ["N", components([lastName, firstName, "", "", ""])],
      ["FN", escapeText(nameOf(contact))],
      ["ORG", escapeText(contact.organization)],
      ["TITLE", escapeText(contact.job)],
      ["TEL", escapeText(contact.phone)],
      ["TEL;TYPE=CELL", escapeText(contact.mobile)],
      ["TEL;TYPE=WORK", escapeText(contact.workPhone)],
      ["EMAIL", escapeText(contact.email)],
      // URLs are not escaped (RFC 6350, 4.2).
      ["URL", contact.url],
      ["ADR", addressOf(contact)],
      ["BDAY", birthdayIn(version, contact.birthday)],
      ["NOTE", escapeText(contact.note)],
    ]);
  },
  read(text) {
    if (!/^\s*BEGIN:VCARD\s/i.test(text)) return undefined;
    const lines = readComponent(text, "VCARD");
    // QUOTED-PRINTABLE, an encoding of vCard 2.1, is not supported.
    if (!lines || lines.some(({ parameters }) => parameters.includes("QUOTED-PRINTABLE"))) return undefined;
    const first = (name: string) => lines.find((line) => line.name === name)?.value;
    const plain = (name: string) => unescapeText(first(name) ?? "");
    const [lastName = "", firstName = ""] = partsOf(first("N"));
    const [, , street, city, region, postcode, country] = partsOf(first("ADR"));
    const organization = partsOf(first("ORG")).join(", ");
    const nameless = lastName.trim() === "" && firstName.trim() === "" && organization.trim() === "";
    return {
      version: first("VERSION")?.trim() === "4.0" ? "4.0" : "3.0",
      firstName: nameless ? plain("FN") : firstName,
      lastName,
      organization,
      job: plain("TITLE"),
      ...phonesOf(lines),
      email: plain("EMAIL").trim(),
      // Older programs escape URLs. Valid URLs contain no backslashes.
      url: readWebAddress(plain("URL").trim()),
      ...{ street, city, region, postcode, country },
      birthday: birthdayOf(plain("BDAY")),
      note: plain("NOTE"),
    };
  },
  title: nameOf,
});

function nameOf({ firstName = "", lastName = "", organization = "" }: Contact): string {
  return fullName(firstName, lastName) || organization.trim();
}

/** Returns a birthday in the notation of `version`: 4.0 omits the hyphens. RFC 6350, 4.3.1. */
function birthdayIn(version: Contact["version"], birthday: string | undefined): string | undefined {
  return version === "4.0" ? birthday?.replace(/(\d\d)-(\d\d)$/, "$1$2").replace(/^(\d{4})-/, "$1") : birthday;
}

function birthdayOf(written: string): string | undefined {
  const birthday = tidyBirthday(written);
  return isBirthday(birthday) ? birthday : undefined;
}

function addressOf({ street, city, region, postcode, country }: Contact): string | undefined {
  const parts = [street, city, region, postcode, country].map((part) => part ?? "");
  return parts.join("") === "" ? undefined : components(["", "", ...parts]);
}

function components(parts: readonly string[]): string {
  return parts.map((part) => escapeText(part)).join(";");
}

function partsOf(value: string | undefined): string[] {
  return value === undefined ? [] : splitMarked(value, ";").map(unescapeText);
}

/** Returns the first number of each type. Unknown types count as `phone`. */
function phonesOf(lines: readonly ContentLine[]): Partial<Record<PhoneField, string>> {
  const phones: Partial<Record<PhoneField, string>> = {};
  for (const { name, parameters, value } of lines) {
    if (name !== "TEL") continue;
    const type = /CELL/.test(parameters) ? "mobile" : /WORK/.test(parameters) ? "workPhone" : "phone";
    const number = readContactNumber(unescapeText(value));
    if (number !== undefined) phones[type] ??= number;
  }
  return phones;
}
