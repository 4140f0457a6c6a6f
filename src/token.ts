/** Bytes of a token: too many to guess. */
const TOKEN_BYTES = 32;

/** Returns a random token that may delete a link: 43 characters of A-Z, a-z, 0-9, - and _. */
export function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
