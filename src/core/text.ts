import { QrError } from "../errors.ts";
/** Whether `text` has no lone surrogate. */
export function wellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
export function tooLong(text: string, _l: number, _f: (at: number) => boolean): QrError {
  return new QrError("DATA_TOO_LONG", 413, String(text.length));
}
