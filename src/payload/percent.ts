/** Percent-encoded parts of addresses as RFC 3986 has them: a plus sign is a plus sign. */

/** "?a=1&b=2" from the pairs whose value is there; empty without any. */
export function writePairs(pairs: readonly (readonly [string, string | undefined])[]): string {
  const written = pairs.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`));
  return written.length > 0 ? `?${written.join("&")}` : "";
}

/** The pairs of "?a=1&b=2", names in lower case, the first of a name; undefined where the encoding is broken. */
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

/** `text` without its percent-encoding; undefined where that is broken. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
