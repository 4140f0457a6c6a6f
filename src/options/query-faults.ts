import { literal, QrError } from "../errors.ts";
import { meantBy } from "./unknown-names.ts";

const LONGEST = 30;

/** Returns the error for a name that is not an option, but is another name of one; undefined for other names. */
export function otherName(name: string): QrError | undefined {
  const meant = name.length > LONGEST ? undefined : meantBy(name);
  if (meant === undefined) return undefined;
  return new QrError("INVALID_OPTION", 400, `"${literal(name)}" is not an option: use {${meant}}`, name, {
    whole: true,
  });
}

/** Options with text that may contain a URL. */
const TEXTS = ["data", "logo"];

/** Returns whether the value of an option, as it is written in a query, is probably cut off at the next "&". */
export function mayBeCut(name: string, written: string): boolean {
  return TEXTS.includes(name) && /[?=]/.test(written);
}

/** Returns the error for the option `name`, whose value is followed by the unknown name `next`. */
export function cutAt(name: string, next: string): QrError {
  const shown = literal(next.length > LONGEST ? `${next.slice(0, LONGEST)}...` : next);
  const rule = `ends before "&${shown}": write & as %26 if it belongs to {${name}}, and otherwise ? as %3F and = as %3D`;
  return new QrError("INVALID_OPTION", 400, rule, name);
}

/** Returns the error for a decoded text in which a phone number begins with a space, because "+" means a space in a query. */
export function lostPlus(name: string, text: string): QrError | undefined {
  const scheme = name === "data" ? /^(tel|sms|smsto): \d/i.exec(text)?.[1] : undefined;
  if (scheme === undefined) return undefined;
  return new QrError("INVALID_OPTION", 400, `has a space where ${scheme}: needs a plus sign: write + as %2B`, name);
}
