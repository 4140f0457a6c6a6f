import { memoize } from "../once.ts";

/** A strong entity tag of `bytes`: 64 bits of their hash in base 36. The content is hashed, rather than the options with
 *  the program's version, because then equal bytes have equal tags on every server and after every update, and no one has
 *  to remember to change a number when a picture changes. It takes a fraction of a microsecond for a usual picture. It is
 *  no signature and need not be one, for a tag is only compared with tags of the same address. */
export function etagOf(bytes: Uint8Array): string {
  // Eight bytes at a time, which wants them to begin at a word of their buffer.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, (aligned.length >> 3) << 1);
  let a = 0x9e3779b9 ^ bytes.length;
  let b = 0x85ebca6b;
  const mix = (first: number, second: number) => {
    a = (Math.imul(a ^ first, 0x85ebca77) + second) | 0;
    a ^= a >>> 15;
    b = (Math.imul(b ^ second, 0xc2b2ae3d) + a) | 0;
    b ^= b >>> 13;
  };
  for (let i = 0; i < words.length; i += 2) mix(words[i] as number, words[i + 1] as number);
  for (let i = words.length * 4; i < aligned.length; i++) mix(aligned[i] as number, 0);
  return `"${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}"`;
}

/** The same of bytes that never change, such as those of a file that many ask for: they are hashed once. */
export const keptEtagOf: (bytes: Uint8Array) => string = /* @__PURE__ */ memoize(etagOf, new WeakMap());

/** Whether an If-None-Match header names `etag`, by the weak comparison that RFC 9110, 13.1.2 asks for. */
export function isNamed(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((part) => {
    const tag = part.trim();
    return tag === "*" || tag === etag || tag === `W/${etag}`;
  });
}
