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

/** Encoders and decoders of text. They are created when they are first used, because React Native, and the pages that tests
 *  emulate, may lack them. There, isoqr/strict sets its own. */
export const textTools: {
  encoder?: Pick<TextEncoder, "encode" | "encodeInto">;
  decoder?: Pick<TextDecoder, "decode">;
} = {};

export function textEncoder(): Pick<TextEncoder, "encode" | "encodeInto"> {
  textTools.encoder ??= new TextEncoder();
  return textTools.encoder;
}

export function textDecoder(): Pick<TextDecoder, "decode"> {
  textTools.decoder ??= new TextDecoder();
  return textTools.decoder;
}

export function utf8Length(text: string): number {
  return textEncoder().encode(text).length;
}
