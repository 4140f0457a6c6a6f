import { QrError } from "../errors.ts";

/** Returns the base URL of the service without trailing slashes. An empty string or a path is relative to the page.
 *  Rejects a URL with a password: the URL appears in messages, and fetch would reject the password anyway.
 *  @throws {QrError} INVALID_OPTION. */
export function baseOf(baseUrl: unknown): string {
  const base = String(baseUrl);
  const valid = /^(?:https?:\/\/[^/?#\s@]+(?:\/[^?#\s]*)?|\/[^/?#\s][^?#\s]*|\/*)$/i;
  if (baseUrl !== undefined && valid.test(base)) return withoutSlashes(base);
  const rule = "must be an http or https URL without a password, ? or #, such as https://qr.example.com";
  throw new QrError("INVALID_OPTION", 400, rule, "baseUrl");
}

export function withoutSlashes(base: string): string {
  let end = base.length;
  while (base[end - 1] === "/") end--;
  return base.slice(0, end);
}

/** Returns `words` as a query string without undefined values. Names are sorted, so that equal options produce equal
 *  URLs for caches.
 *  @throws {QrError} INVALID_OPTION for values that cannot be part of a URL. */
export function queryOf(words: object): string {
  const pairs = Object.entries(words).filter(([, word]) => word !== undefined);
  return pairs
    .map(([name, word]) => encode(name, word))
    .sort()
    .join("&");
}

function encode(name: string, word: unknown): string {
  if (name === "logoData") {
    throw new QrError("INVALID_OPTION", 400, "cannot be part of a URL: use generate instead", name);
  }
  if (!["string", "number", "boolean"].includes(typeof word)) {
    throw new QrError("INVALID_OPTION", 400, "must be a string, a number, true or false", name);
  }
  try {
    return `${encodeURIComponent(name)}=${encodeURIComponent(String(word))}`;
  } catch {
    const rule = "must be a string without lone surrogates";
    throw new QrError("INVALID_OPTION", 400, rule, name);
  }
}
