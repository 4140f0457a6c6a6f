/** Returns the bytes that assembly/embed.mjs packed as `text`. The text begins with 64 hex digits: one bit for each
 *  byte value from 0 to 255, which is 1 if the value is frequent. Every frequent value is encoded as one character
 *  of `alphabet`, assigned in ascending order. Every other value is encoded as a prefix and a character of
 *  `alphabet`, also in ascending order: the prefix is a space until the alphabet is used up, and then an exclamation
 *  mark. */
export function unpack(text: string): Uint8Array<ArrayBuffer> {
  const codes = new TextEncoder().encode(text);
  const alphabet: number[] = [];
  for (let code = 34; code < 127; code++) if (!"\"'`\\$<".includes(String.fromCharCode(code))) alphabet.push(code);
  /** The byte values, by character; the values after a space are at 128 + character, those after "!" at 256 +
   *  character. */
  const values = new Uint8Array(384);
  let [frequent, rare] = [0, 0];
  for (let value = 0; value < 256; value++) {
    const isFrequent = (Number.parseInt(text[value >> 2] as string, 16) >> (3 - (value & 3))) & 1;
    const place = isFrequent ? frequent++ : rare++;
    const code = alphabet[place % alphabet.length] as number;
    values[isFrequent ? code : code + (place < alphabet.length ? 128 : 256)] = value;
  }
  const bytes = new Uint8Array(codes.length);
  let length = 0;
  for (let at = 64; at < codes.length; at++) {
    const code = codes[at] as number;
    bytes[length++] = values[code > 33 ? code : ((code - 31) << 7) | (codes[++at] as number)] as number;
  }
  return bytes.subarray(0, length);
}
