import { QrError } from "../errors.ts";

/** `words` as a query string, in the order of their names, so that one request has one address whatever the order it was
 *  written in, and caches find it again. Words that are undefined are left out.
 *  @throws {QrError} INVALID_OPTION for what no address can carry. */
export function queryOf(words: object): string {
  const pairs = Object.entries(words).filter(([, word]) => word !== undefined);
  return pairs
    .map(([name, word]) => `${name}=${encode(name, String(word))}`)
    .sort()
    .join("&");
}

function encode(name: string, word: string): string {
  if (name === "logoData") {
    throw new QrError("INVALID_OPTION", 400, "logoData is POST only: no address can carry it, use generate", name);
  }
  try {
    return encodeURIComponent(word);
  } catch {
    const rule = "must be a string of whole characters, without lone surrogates";
    throw new QrError("INVALID_OPTION", 400, `${name} ${rule}`, name);
  }
}
