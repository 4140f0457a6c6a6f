const TOKEN_BYTES = 32;

/** Matches the tokens that clients may choose for a new link. Such a token is safe in a header, and has at least 128 bits of
 *  entropy if it is random. */
export const TOKEN = /^[A-Za-z0-9_-]{22,128}$/;

/** Fills an array with cryptographically random bytes, and returns it. */
let fillRandom = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);

/** Generates tokens with `fill`, for hosts without a global `crypto`. */
export function useRandom(fill: typeof fillRandom): void {
  fillRandom = fill;
}

/** Returns a random token for deleting a link: 43 characters of A-Z, a-z, 0-9, - and _. */
export function createToken(): string {
  const bytes = fillRandom(new Uint8Array(TOKEN_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
