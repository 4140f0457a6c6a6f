/** The digits in link ids. This is the largest alphabet that needs no escaping in URLs and emails. */
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The usual number of digits in an id. Ten digits have 59.5 bits. */
export const ID_LENGTH = 10;

/** The number of digits that a 32-byte hash takes. */
const WHOLE_LENGTH = 43;

/** The source of a regular expression for ids. */
export const ID_PATTERN: string = `[0-9A-Za-z]{${ID_LENGTH},${WHOLE_LENGTH}}`;

/** Resolves to a 32-byte hash of `bytes`. */
export type Hash = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/** Computes SHA-256. FIPS 180-4. */
export const sha256: Hash = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** Resolves to the ids that `data` may have, in order of preference: prefixes of its hash in base 62, each one digit
 *  longer than the one before. Every server and browser computes the same ids. */
export async function idsFor(data: string, hash: Hash): Promise<readonly string[]> {
  const whole = base62(await hash(new TextEncoder().encode(data)));
  return Array.from({ length: WHOLE_LENGTH - ID_LENGTH + 1 }, (_, more) => whole.slice(0, ID_LENGTH + more));
}

/** Returns 32 bytes, read as a big-endian number, as 43 digits. */
function base62(bytes: Uint8Array): string {
  let number = BigInt(`0x${hex(bytes)}`);
  let digits = "";
  for (let i = 0; i < WHOLE_LENGTH; i++) {
    digits = `${BASE62[Number(number % 62n)]}${digits}`;
    number /= 62n;
  }
  return digits;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
