/** A strong entity tag of `bytes`: 64 bits of its content in base 36. The content is hashed, rather than the options
 *  with the program's version, because then equal bytes have equal tags on every server and after every update, and no
 *  one has to remember to change a number when a picture changes. It costs well under a microsecond for a usual
 *  picture; it is no signature and need not be one, for a tag is only compared with tags of the same address. */
export function etagOf(bytes: Uint8Array): string {
  let a = 0x9e3779b9 ^ bytes.length;
  let b = 0x85ebca6b;
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995) + a;
  }
  return `"${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}"`;
}

/** Whether an If-None-Match header names `etag`, by the weak comparison that RFC 9110, 13.1.2 asks for. */
export function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((part) => {
    const tag = part.trim();
    return tag === "*" || tag === etag || tag === `W/${etag}`;
  });
}
