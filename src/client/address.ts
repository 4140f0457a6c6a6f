import { QrError } from "../errors.ts";
import { unicodeText } from "../messages/option-rules.ts";

export const BASE_URL =
  "{field} must be an http or https URL without a password, ? or #, such as https://qr.example.com";
const NOT_IN_URL = "{field} cannot be part of a URL: use generate instead";
export const SCALAR = "{field} must be a string, a number, true or false";

/** Returns the base URL of the service without trailing slashes. An empty string or a path is relative to the page. Rejects
 *  a URL with a password, which messages would show, and which fetch would reject anyway.
 *  @throws {QrError} INVALID_OPTION. */
export function baseOf(baseUrl: unknown): string {
  const base = String(baseUrl);
  const valid = /^(?:https?:\/\/[^/?#\s@]+(?:\/[^?#\s]*)?|\/[^/?#\s][^?#\s]*|\/*)$/i;
  if (baseUrl !== undefined && valid.test(base)) return withoutSlashes(base);
  throw new QrError("INVALID_OPTION", { field: "baseUrl", rule: BASE_URL });
}

export function withoutSlashes(base: string): string {
  let end = base.length;
  while (base[end - 1] === "/") end--;
  return base.slice(0, end);
}

/** Returns `input` as a query string without undefined values. Names are sorted, so that equal options produce equal
 *  URLs for caches.
 *  @throws {QrError} INVALID_OPTION for values that cannot be part of a URL. */
export function queryOf(input: object): string {
  const pairs = Object.entries(input).filter(([, word]) => word !== undefined);
  return pairs
    .map(([name, word]) => encode(name, word))
    .sort()
    .join("&");
}

function encode(name: string, word: unknown): string {
  if (name === "logoData") {
    throw new QrError("INVALID_OPTION", { field: name, rule: NOT_IN_URL });
  }
  if (!["string", "number", "boolean"].includes(typeof word)) {
    throw new QrError("INVALID_OPTION", { field: name, rule: SCALAR });
  }
  try {
    return `${encodeURIComponent(name)}=${encodeURIComponent(String(word))}`;
  } catch {
    throw new QrError("INVALID_OPTION", { field: name, rule: unicodeText });
  }
}
