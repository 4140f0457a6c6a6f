/** Characters of ids: the shortest alphabet that survives addresses, e-mails and dictation without escaping. */
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Characters of an id where nothing is in its way: 59.5 bits. */
export const ID_LENGTH = 10;

/** Characters that 32 bytes take. */
const WHOLE_LENGTH = 43;

/** Gives 32 bytes of hash of `bytes`. */
export type Hash = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/** SHA-256, FIPS 180-4. */
export const sha256: Hash = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** The ids that `data` may have, best first: the beginnings of its hash in base 62, one character longer each, so that
 *  the same text has the same id on every server and in every browser. */
export async function idsFor(data: string, hash: Hash): Promise<readonly string[]> {
  const whole = base62(await hash(new TextEncoder().encode(data)));
  return Array.from({ length: WHOLE_LENGTH - ID_LENGTH + 1 }, (_, more) => whole.slice(0, ID_LENGTH + more));
}

/** `bytes`, 32 of them, as one big-endian number of 43 digits. */
function base62(bytes: Uint8Array): string {
  let number = BigInt(`0x${hex(bytes)}`);
  let digits = "";
  for (let i = 0; i < WHOLE_LENGTH; i++) {
    digits = `${BASE62[Number(number % 62n)]}${digits}`;
    number /= 62n;
  }
  return digits;
}

/** `bytes` as lower-case hexadecimal digits. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
