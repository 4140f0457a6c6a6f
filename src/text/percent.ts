/** Matches a character as percent-encoded UTF-8 (RFC 3986, RFC 3629). */
const ENCODED =
  /%[0-7][\da-f]|%(?:c[2-9a-f]|d[\da-f])(?:%[89ab][\da-f])|%(?:e0%[ab][\da-f]|e[1-9abcef]%[89ab][\da-f]|ed%[89][\da-f])(?:%[89ab][\da-f])|%(?:f0%[9ab][\da-f]|f[123]%[89ab][\da-f]|f4%8[\da-f])(?:%[89ab][\da-f]){2}/gi;

/** Returns whether the percent-encoding in `text` is well-formed. Checked before decoding, because a failing decoder takes
 *  microseconds to throw, and a URL can contain thousands of malformed names. */
export function isEncoded(text: string): boolean {
  return !text.includes("%") || !text.replace(ENCODED, "").includes("%");
}

/** Decodes percent-encoding. Returns undefined if the encoding is malformed. */
export function decodePercent(text: string): string | undefined {
  return isEncoded(text) ? decodeURIComponent(text) : undefined;
}
