import { phoneNumber, phoneWithExtension } from "../messages/payload-rules.ts";
import { decodePercent } from "../text/percent.ts";
import { defineKind } from "./kind.ts";

/** A number to dial. Service codes such as *#06# are not allowed, because some phones run them without asking. */
export const number = {
  label: "Number",
  kind: "line",
  max: 40,
  required: true,
  opens: "phone",
  rule: phoneNumber,
  // Leaves "+49 (0) 30" invalid, because it would be another number without its parentheses.
  tidy: (value: string) => (withoutTrunkZero(value) === value ? value.replace(/[\s().\-/]/g, "") : value),
  test: (value: string) => /^\+?[0-9]{2,15}$/.test(value),
} as const;

/** Calling codes of countries whose numbers begin with a zero that is dialled from abroad too: Italy, San Marino, Benin,
 *  Côte d'Ivoire and the Republic of the Congo. */
const KEEPS_ZERO = /^(?:39|378|225|229|242)/;

/** Returns a phone number without the parentheses around a zero, as in "+49 (0) 30" and "+49 (030)". Drops the zero after
 *  a calling code, except in countries where it is dialled from abroad too. Returns other numbers unchanged, and undefined
 *  if it is unclear which number is meant. */
export function withoutTrunkZero(written: string): string | undefined {
  if (!/\(\s*0/.test(written)) return written;
  const [before, area = "", after] =
    /^([^()]*)\(\s*0([^()]*)\)([^()]*)$/
      .exec(written)
      ?.slice(1)
      .map((part) => part.trim()) ?? [];
  if (before === undefined) return undefined;
  const rest = `${area} ${after}`.trim();
  if (before === "") return area === "" ? `0${rest}` : written;
  const [, country] = /^(?:\+|00)\s*([1-9][0-9 ]*)$/.exec(before) ?? [];
  if (country === undefined) return undefined;
  return `${before} ${KEEPS_ZERO.test(country.replaceAll(" ", "")) ? "0" : ""}${rest}`;
}

/** A number in a contact, in any usual notation. */
export const contactNumber = {
  kind: "line",
  max: 200,
  opens: "phone",
  rule: phoneWithExtension,
  tidy: (value: string) => value.trim(),
  test: isContactNumber,
} as const;

/** Returns the number in a contact card, which may be from another program; undefined if it is invalid. */
export function readContactNumber(text: string): string | undefined {
  const bare = text.replace(/^tel:/i, "").trim();
  return isContactNumber(bare) ? bare : undefined;
}

function isContactNumber(value: string): boolean {
  return /^\+?[\p{Zs}().\-/]{0,3}[0-9][0-9\p{Zs}().\-/]{0,38}(?:(?:ext\.?|x|;ext=)[\p{Zs}]?[0-9]{1,8})?$/iu.test(value);
}

/** A number to call. RFC 3966, except that a number without a "+" has no context parameter, because phones ignore
 *  it. */
export const phone = defineKind({
  name: "phone",
  label: "Phone number",
  purpose: "call",
  fields: { number },
  write: (fields) => `tel:${fields.number}`,
  read(text) {
    const found = /^tel:([^;?#]+)(?:;[^?#]*)?$/i.exec(text)?.[1];
    return found === undefined ? undefined : { number: decodePercent(found) };
  },
  title: (fields) => fields.number,
});
