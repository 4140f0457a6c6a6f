import { emailAddress, emailList } from "../messages/payload-rules.ts";
import { decodePercent } from "../text/percent.ts";
import { defineKind } from "./kind.ts";
import { readMarked, readPairs, unescapeMarked, writePairs } from "./pairs.ts";

const addresses = {
  kind: "line",
  max: 1000,
  rule: emailList,
  tidy: (value: string) => value.replace(/\s+/g, ""),
  test: (value: string) => value.split(",").every(isMailAddress),
} as const;

/** An email to write (RFC 6068). Also reads NTT DOCOMO's older format, MATMSG. */
export const mail = defineKind({
  name: "mail",
  label: "Email",
  purpose: "write the email",
  fields: {
    to: { label: "To", required: true, opens: "mail", ...addresses },
    cc: { label: "Cc", ...addresses },
    bcc: { label: "Bcc", ...addresses },
    subject: { label: "Subject", kind: "line", max: 500 },
    body: { label: "Message", kind: "lines", max: 4000 },
  },
  write: ({ to, cc, bcc, subject, body }) => {
    const people = to.split(",").map((person) => encodeURIComponent(person).replace("%40", "@"));
    const query = writePairs([
      ["cc", cc],
      ["bcc", bcc],
      ["subject", subject],
      // RFC 6068, 5, requires CRLF in a body.
      ["body", body?.replaceAll("\n", "\r\n")],
    ]);
    return `mailto:${people.join(",")}${query}`;
  },
  read(text) {
    if (/^MATMSG:/i.test(text)) return readMatmsg(text);
    const [, written = "", query = ""] = /^mailto:([^?#]*)(\?[^#]*)?$/i.exec(text) ?? [undefined];
    if (written === "" && query === "") return undefined;
    const people = decodePercent(written);
    const pairs = readPairs(query);
    if (people === undefined || !pairs) return undefined;
    return {
      to: [people, pairs.get("to") ?? ""].filter((part) => part !== "").join(","),
      cc: pairs.get("cc"),
      bcc: pairs.get("bcc"),
      subject: pairs.get("subject"),
      body: pairs.get("body"),
    };
  },
  title: ({ to }) => to.replaceAll(",", ", "),
});

/** Reads the fields of a MATMSG payload. NTT DOCOMO, "Barcode function: e-mail". */
function readMatmsg(text: string) {
  const values = readMarked(text.slice("MATMSG:".length));
  const value = (name: string) => unescapeMarked(values.get(name) ?? "");
  return { to: value("TO"), subject: value("SUB"), body: value("BODY") };
}

export const mailAddress = {
  kind: "line",
  max: 200,
  opens: "mail",
  rule: emailAddress,
  test: isMailAddress,
} as const;

/** Returns whether `text` is an email address without quotes, comments or a display name: a subset of RFC 5322,
 *  3.4.1. */
export function isMailAddress(text: string): boolean {
  const [, domain] = /^[^\s@,;:<>()[\]"\\\p{C}]{1,64}@([^\s@,;:<>()[\]"\\\p{C}]{1,255})$/u.exec(text) ?? [];
  return domain?.split(".").every((label) => label !== "" && !/^-|-$/.test(label)) === true;
}
