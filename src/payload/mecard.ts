import { compactDate, requiredUnless } from "../messages/payload-rules.ts";
import { isBirthday, showBirthday, tidyBirthday } from "./calendar-time.ts";
import { defineKind, fullName, invalid } from "./kind.ts";
import { mailAddress } from "./mail.ts";
import { escapeMarked, readMarked, splitMarked, unescapeMarked, writeMarked } from "./pairs.ts";
import { contactNumber, readContactNumber } from "./phone.ts";
import { readWebAddress, webAddress } from "./url.ts";

const line = { kind: "line", max: 200 } as const;

/** A compact contact card. NTT DOCOMO, "Barcode function: phone book registration" (MECARD). */
export const mecard = defineKind({
  name: "mecard",
  label: "Contact",
  purpose: "save the contact",
  fields: {
    firstName: { label: "First name", ...line },
    lastName: { label: "Last name", ...line },
    phone: { label: "Phone", ...contactNumber },
    email: { label: "Email", ...mailAddress },
    url: { label: "Website", ...webAddress },
    address: { label: "Address", kind: "line", max: 500 },
    birthday: {
      label: "Birthday",
      kind: "line",
      max: 10,
      rule: compactDate,
      tidy: (value: string) => value.replaceAll("-", ""),
      test: (value: string) => /^[0-9]{8}$/.test(value) && isBirthday(tidyBirthday(value)),
      show: showBirthday,
    },
    note: { label: "Note", kind: "line", max: 1000 },
  },
  validate({ firstName = "", lastName = "" }) {
    if (`${firstName}${lastName}`.trim() === "")
      throw invalid("firstName", requiredUnless, { option: { option: "lastName" } });
  },
  write({ firstName, lastName = "", phone, email, url, address, birthday, note }) {
    const name = [lastName, ...(firstName === undefined ? [] : [firstName])].map(escapeMarked).join(",");
    const rest = writeMarked([
      ["TEL", phone],
      ["EMAIL", email],
      ["URL", url],
      ["ADR", address],
      ["BDAY", birthday],
      ["NOTE", note],
    ]);
    return `MECARD:N:${name};${rest};`;
  },
  read(text) {
    if (!/^MECARD:/i.test(text)) return undefined;
    const values = readMarked(text.slice(7));
    const value = (name: string) => unescapeMarked(values.get(name) ?? "");
    const [lastName, ...first] = splitMarked(values.get("N") ?? "", ",").map(unescapeMarked);
    return {
      firstName: first.join(" "),
      lastName,
      phone: readContactNumber(value("TEL")),
      email: value("EMAIL"),
      url: readWebAddress(value("URL")),
      address: value("ADR"),
      birthday: value("BDAY"),
      note: value("NOTE"),
    };
  },
  title: ({ firstName = "", lastName = "" }) => fullName(firstName, lastName),
});
