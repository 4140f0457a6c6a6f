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

/** Matches a lone surrogate. Used instead of `isWellFormed`, which Node.js 18 does not have. */
export const LONE_SURROGATE = /\p{Cs}/u;

export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
