import { QrError } from "../errors.ts";

/** Returns the address of the service without trailing slashes; an empty string or a path is relative to the page. It appears
 *  in messages, so it must not contain a password, which fetch would refuse as well.
 *  @throws {QrError} INVALID_OPTION. */
export function baseOf(baseUrl: unknown): string {
  const base = String(baseUrl);
  const known = /^(?:https?:\/\/[^/?#\s@]+(?:\/[^?#\s]*)?|\/[^/?#\s][^?#\s]*|\/*)$/i;
  if (baseUrl !== undefined && known.test(base)) return withoutSlashes(base);
  const rule = "must be an http or https URL without password, ? and #, such as https://qr.example.com";
  throw new QrError("INVALID_OPTION", 400, rule, "baseUrl");
}

/** Returns `base` without trailing slashes. */
export function withoutSlashes(base: string): string {
  let end = base.length;
  while (base[end - 1] === "/") end--;
  return base.slice(0, end);
}

/** Returns `words` as a query string, sorted by name for caches, without undefined values.
 *  @throws {QrError} INVALID_OPTION for values that an address cannot carry. */
export function queryOf(words: object): string {
  const pairs = Object.entries(words).filter(([, word]) => word !== undefined);
  return pairs
    .map(([name, word]) => encode(name, word))
    .sort()
    .join("&");
}

function encode(name: string, word: unknown): string {
  if (name === "logoData") {
    throw new QrError("INVALID_OPTION", 400, "is POST only: no address can carry it, use generate", name);
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
