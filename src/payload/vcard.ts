import { type ContentLine, escapeText, readComponent, unescapeText, writeComponent } from "./content-lines.ts";
import { type Checked, invalid } from "./fields.ts";
import { defineKind } from "./kind.ts";
import { isMailAddress } from "./mail-address.ts";
import { splitMarked } from "./marked-list.ts";

const line = { kind: "line", max: 200 } as const;

const fields = {
  version: { label: "vCard version", formal: true, kind: "choice", of: ["3.0", "4.0"], default: "3.0" },
  firstName: { label: "First name", ...line },
  lastName: { label: "Last name", ...line },
  organization: { label: "Organization", ...line },
  job: { label: "Job title", ...line },
  phone: { label: "Phone", ...line, opens: "phone" },
  mobile: { label: "Mobile phone", ...line, opens: "phone" },
  workPhone: { label: "Work phone", ...line, opens: "phone" },
  email: {
    label: "E-mail",
    ...line,
    opens: "mail",
    rule: "must be an e-mail address, such as ada@example.com",
    test: isMailAddress,
  },
  url: { label: "Website", kind: "line", max: 1000, opens: "web" },
  street: { label: "Street", ...line },
  city: { label: "City", ...line },
  region: { label: "Region", ...line },
  postcode: { label: "Postcode", ...line },
  country: { label: "Country", ...line },
  birthday: { label: "Birthday", ...line },
  note: { label: "Note", kind: "lines", max: 2000 },
} as const;

type Contact = Checked<typeof fields>;
type PhoneField = "phone" | "mobile" | "workPhone";

/** A contact card. vCard 3.0 (RFC 2426), which phones of every age read, or 4.0 (RFC 6350). */
export const vcard = defineKind({
  name: "vcard",
  label: "Contact",
  purpose: "save the contact",
  fields,
  judge(contact) {
    if (nameOf(contact) === "") throw invalid("firstName", "must be given, or else lastName or organization");
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
      ["URL", escapeText(contact.url)],
      ["ADR", addressOf(contact)],
      ["BDAY", escapeText(contact.birthday)],
      ["NOTE", escapeText(contact.note)],
    ]);
  },
  read(text) {
    if (!/^\s*BEGIN:VCARD\s/i.test(text)) return undefined;
    const lines = readComponent(text, "VCARD");
    if (!lines) return undefined;
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
      url: plain("URL"),
      ...{ street, city, region, postcode, country },
      birthday: plain("BDAY"),
      note: plain("NOTE"),
    };
  },
  title: nameOf,
});

function nameOf({ firstName = "", lastName = "", organization = "" }: Contact): string {
  return `${firstName} ${lastName}`.trim() || organization.trim();
}

function addressOf({ street, city, region, postcode, country }: Contact): string | undefined {
  const parts = [street, city, region, postcode, country];
  return parts.some((part) => part !== undefined)
    ? components(["", "", ...parts.map((part) => part ?? "")])
    : undefined;
}

function components(parts: readonly string[]): string {
  return parts.map((part) => escapeText(part)).join(";");
}

function partsOf(value: string | undefined): string[] {
  return value === undefined ? [] : splitMarked(value, ";").map(unescapeText);
}

/** The first number of each type; a number of another type is a plain phone. */
function phonesOf(lines: readonly ContentLine[]): Partial<Record<PhoneField, string>> {
  const phones: Partial<Record<PhoneField, string>> = {};
  for (const { name, parameters, value } of lines) {
    if (name !== "TEL") continue;
    const type = /CELL/.test(parameters) ? "mobile" : /WORK/.test(parameters) ? "workPhone" : "phone";
    phones[type] ??= unescapeText(value).replace(/^tel:/i, "");
  }
  return phones;
}
