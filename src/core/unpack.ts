import { bytesOf } from "../text/bytes.ts";

/** Returns the bytes that assembly/embed.mjs packed as `text`. The text begins with 64 hex digits: one bit for each
 *  byte value from 0 to 255, which is 1 if the value is frequent. The alphabet consists of the printable characters that
 *  need no escape, in descending order: first "[" to "#", then "~" to "]". Frequent values are encoded as one character of
 *  the alphabet, in ascending order of the values. All other values are encoded as a prefix and a character of the alphabet,
 *  in the same order: the prefix is a space until the alphabet is used up, and then an exclamation mark. */
export function unpack(text: string): Uint8Array<ArrayBuffer> {
  const codes = bytesOf(text);
  /** The place of each character in the alphabet. */
  const places = new Uint8Array(127);
  let size = 0;
  for (let i = 0; i < 93; i++) {
    const code = 34 + ((150 - i) % 93);
    if (!/["'`\\$<]/.test(String.fromCharCode(code))) places[code] = size++;
  }
  const [frequent, rare]: [number[], number[]] = [[], []];
  for (let value = 0; value < 256; value++) {
    const isFrequent = (Number.parseInt(text[value >> 2] as string, 16) >> (3 - (value & 3))) & 1;
    (isFrequent ? frequent : rare).push(value);
  }
  const bytes = new Uint8Array(codes.length);
  let length = 0;
  for (let at = 64; at < codes.length; at++) {
    const code = codes[at] as number;
    const isRare = code < 34;
    const place = places[(isRare ? codes[++at] : code) as number] as number;
    bytes[length++] = (isRare ? rare[(code - 32) * size + place] : frequent[place]) as number;
  }
  return bytes.subarray(0, length);
}
