/** Returns the concatenation of `parts` as a new array. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Matches a lone surrogate. Node.js 18 has no `isWellFormed`. */
export const LONE_SURROGATE = /\p{Cs}/u;

type Encoder = Pick<TextEncoder, "encode" | "encodeInto">;

// Created when it is first used, because React Native, and the pages that Jest emulates, may lack TextEncoder.
let encoder: Encoder | undefined;

export function textEncoder(): Encoder {
  encoder ??= typeof TextEncoder === "function" ? new TextEncoder() : plainEncoder;
  return encoder;
}

let decoder: { decode: (bytes: Uint8Array<ArrayBuffer>) => string } | undefined;

/** Returns a decoder of ASCII, which is all that the core writes. */
export function textDecoder(): { decode: (bytes: Uint8Array<ArrayBuffer>) => string } {
  decoder ??= typeof TextDecoder === "function" ? new TextDecoder() : { decode: latin1 };
  return decoder;
}

/** Encodes text where there is no TextEncoder. `encodeInto` writes no text that does not fit. */
export const plainEncoder: Encoder = {
  encode: (text = "") => bytesOf(unescape(encodeURIComponent(text.split(LONE_SURROGATE).join("\ufffd")))),
  encodeInto(text, into) {
    const bytes = plainEncoder.encode(text);
    const isWhole = bytes.length <= into.length;
    if (isWhole) into.set(bytes);
    return { read: isWhole ? text.length : 0, written: isWhole ? bytes.length : 0 };
  },
};

/** Returns the codes of characters up to U+00FF as bytes. */
export function bytesOf(latin1: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(latin1, (character) => character.charCodeAt(0));
}

/** Returns bytes as text: each byte is the character with this code. */
export function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

export function utf8Length(text: string): number {
  return textEncoder().encode(text).length;
}
