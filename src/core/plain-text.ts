import { joinBytes, textTools } from "../text/bytes.ts";

// Text encodings for runtimes that lack them, such as React Native. They are slow, like the core as JavaScript.

/** Returns the UTF-8 bytes of a character. A lone surrogate becomes U+FFFD. */
function bytesOf(character: string): Uint8Array {
  const code = character.codePointAt(0) ?? 0;
  const point = code >= 0xd800 && code < 0xe000 ? 0xfffd : code;
  if (point < 0x80) return Uint8Array.of(point);
  const length = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  return Uint8Array.from({ length }, (_, at) => {
    const bits = (point >> (6 * (length - 1 - at))) & 0x3f;
    return at === 0 ? ((0xf00 >> length) & 0xff) | bits : 0x80 | bits;
  });
}

export const plainEncoder: Pick<TextEncoder, "encode" | "encodeInto"> = {
  encode: (text = "") => joinBytes(Array.from(text, bytesOf)),
  encodeInto(text, into) {
    let [read, written] = [0, 0];
    for (const character of text) {
      const bytes = bytesOf(character);
      if (written + bytes.length > into.length) break;
      into.set(bytes, written);
      written += bytes.length;
      read += character.length;
    }
    return { read, written };
  },
};

/** Decodes ASCII, which is all that the core writes. */
export const plainDecoder: Pick<TextDecoder, "decode"> = {
  decode: (bytes) => Array.from(bytes as Uint8Array, (byte) => String.fromCharCode(byte)).join(""),
};

export function usePlainText(): void {
  if (typeof TextEncoder !== "function") textTools.encoder = plainEncoder;
  if (typeof TextDecoder !== "function") textTools.decoder = plainDecoder;
}
