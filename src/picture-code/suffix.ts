import type { FreePart } from "../options/picture-table.ts";
import { textEncoder } from "../text/bytes.ts";

/** The first of 16 characters whose lower four bits are free: @ and the letters A to O, which need no escaping in a fragment
 *  or a query. RFC 3986, 3.4 and 3.5. */
const FIRST = 0x40;

/** Number of lower bits that are free in each character. */
export const FREE_BITS = 4;

/** A URL with a suffix. `start` is the number of bytes before the characters that may change. */
export interface Suffixed {
  readonly bytes: Uint8Array;
  readonly start: number;
}

/** Returns the bytes of `url` with a suffix that fills `length` bytes. Its characters are all @. Returns undefined if the
 *  suffix would have no characters. */
export function addSuffix(url: string, part: Exclude<FreePart, "padding">, length: number): Suffixed | undefined {
  const link = part === "fragment" ? "#" : url.includes("?") ? "&" : "?";
  const prefix = textEncoder().encode(url + link);
  if (prefix.length >= length) return undefined;
  const bytes = new Uint8Array(length).fill(FIRST);
  bytes.set(prefix);
  return { bytes, start: prefix.length };
}

/** Returns whether a suffix of this kind leaves the meaning of `text` unchanged: it must be a URL without a fragment. */
export function takesSuffix(text: string): boolean {
  return /^https?:\/\/[^\s#]+$/i.test(text);
}
