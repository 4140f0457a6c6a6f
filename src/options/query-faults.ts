import { QrError } from "../errors.ts";
import { rows } from "./table.ts";
import { otherNameOf } from "./unknown-names.ts";

export const OTHER_NAME = '"{name}" is not an option: use {option}';
const CUT =
  '{field} ends before "&{next}": write & as %26 if it belongs to {option}, and otherwise ? as %3F and = as %3D';
export const LOST_PLUS = "{field} has a space where {scheme}: needs a plus sign: write + as %2B";

const LONGEST = 30;

const names = /* @__PURE__ */ rows.map(([name]) => name);

/** Returns the error for a name that is not an option, but is another name of one; undefined for other names. */
export function otherName(name: string): QrError | undefined {
  const meant = name.length > LONGEST ? undefined : otherNameOf(name, names);
  if (meant === undefined) return undefined;
  return new QrError("INVALID_OPTION", { field: name, rule: OTHER_NAME, values: { name, option: { option: meant } } });
}

/** Options with text that may contain a URL. */
const TEXTS = ["data", "logo"];

/** Returns whether the value of an option, as it is written in a query, is probably cut off at the next "&". */
export function mayBeCut(name: string, written: string): boolean {
  return TEXTS.includes(name) && /[?=]/.test(written);
}

/** Returns the error for the option `name`, whose value is followed by the unknown name `next`. */
export function cutAt(name: string, next: string): QrError {
  const shown = next.length > LONGEST ? `${next.slice(0, LONGEST)}...` : next;
  const values = { next: shown, option: { option: name } };
  return new QrError("INVALID_OPTION", { field: name, rule: CUT, values });
}

/** Returns the error for a decoded text in which a phone number begins with a space, because "+" means a space in a query. */
export function lostPlus(name: string, text: string): QrError | undefined {
  const scheme = name === "data" ? /^(tel|sms|smsto): \d/i.exec(text)?.[1] : undefined;
  if (scheme === undefined) return undefined;
  return new QrError("INVALID_OPTION", { field: name, rule: LOST_PLUS, values: { scheme } });
}
