import { decodePercent } from "../text/percent.ts";

/** Pairs in URLs are percent-encoded as in RFC 3986, where "+" is not a space. */

/** Returns "?a=1&b=2" with the pairs that have a value, or "" if none has. */
export function writePairs(pairs: readonly (readonly [string, string | undefined])[]): string {
  const written = pairs.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`));
  return written.length > 0 ? `?${written.join("&")}` : "";
}

/** Parses a query such as "?a=1&b=2". Returns the values by lower-case name, or undefined if the percent-encoding is
 *  malformed. If a name is repeated, the first value wins. */
export function readPairs(query: string): ReadonlyMap<string, string> | undefined {
  const pairs = new Map<string, string>();
  for (const pair of query.replace(/^\?/, "").split("&")) {
    const [name = "", ...rest] = pair.split("=");
    const value = decodePercent(rest.join("="));
    if (value === undefined) return undefined;
    const key = name.toLowerCase();
    if (!pairs.has(key)) pairs.set(key, value);
  }
  return pairs;
}

/** Pairs in WiFi codes and MECARD have the form "T:WPA;S:home;;". A backslash escapes the next character. */

/** Returns "NAME:value;" for each pair that has a value. */
export function writeMarked(values: readonly (readonly [string, string | undefined])[]): string {
  return values.map(([name, value]) => (value === undefined ? "" : `${name}:${escapeMarked(value)};`)).join("");
}

export function escapeMarked(value: string): string {
  return value.replace(/[\\;,:"]/g, "\\$&");
}

/** Returns the values in `text`, still escaped, by upper-case name. If a name is repeated, the first value wins. */
export function readMarked(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const part of splitMarked(text, ";")) {
    const colon = part.indexOf(":");
    const name = part.slice(0, Math.max(colon, 0)).trim().toUpperCase();
    if (name !== "" && !values.has(name)) values.set(name, part.slice(colon + 1));
  }
  return values;
}

/** Splits `text` at unescaped separators. */
export function splitMarked(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

export function unescapeMarked(value: string): string {
  return value.replace(/\\([\s\S])/g, "$1");
}
