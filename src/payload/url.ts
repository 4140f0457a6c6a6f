import { webUrl } from "../messages/payload-rules.ts";
import { urlOf } from "../text/url.ts";
import { hostOf } from "./host.ts";
import { defineKind } from "./kind.ts";

export const webAddress = {
  kind: "line",
  max: 1000,
  opens: "web",
  rule: webUrl,
  test: isWebAddress,
} as const;

/** A URL, unchanged. WHATWG URL Standard. */
export const url = defineKind({
  name: "url",
  label: "URL",
  purpose: "open the page",
  fields: {
    url: { label: "URL", ...webAddress, max: 4296, required: true },
  },
  write: (fields) => fields.url,
  read: (text) => (/^https?:/i.test(text) ? { url: text } : undefined),
  title: (fields) => hostOf(fields.url),
});

/** Returns whether `text` is a valid http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\\p{C}]+$/iu.test(text) && urlOf(text) !== undefined;
}

/** Returns the URL in a contact card, which may be from another program, with a scheme added if it is missing. Returns
 *  undefined if the URL is invalid. */
export function readWebAddress(text: string): string | undefined {
  const address = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#]|$)/u.test(text) ? `https://${text}` : text;
  return isWebAddress(address) ? address : undefined;
}

interface AsciiAddress {
  readonly url: string;
  /** The host in punycode, if it was not in ASCII. */
  readonly host?: string;
  /** Whether other parts were percent-encoded. */
  readonly isEncoded: boolean;
}

/** Returns the http or https URL `text` in ASCII, as browsers request it: the host in punycode, and all other characters
 *  percent-encoded. Returns undefined for other texts, and for URLs that are already in ASCII. */
export function asciiAddress(text: string): AsciiAddress | undefined {
  if (!NOT_ASCII.test(text) || !isWebAddress(text)) return undefined;
  const start = text.indexOf("://") + "://".length;
  const length = text.slice(start).search(/[/?#]/);
  const end = length < 0 ? text.length : start + length;
  const afterUser = text.slice(0, end).lastIndexOf("@") + 1 || start;
  const [scheme, user, given] = [text.slice(0, start), text.slice(start, afterUser), text.slice(afterUser, end)];
  const rest = text.slice(end);
  const [port = ""] = /:\d*$/.exec(given) ?? [];
  const { href, hostname } = new URL(text);
  const host = NOT_ASCII.test(given) ? hostname : undefined;
  const encoded = percentEncoded(user);
  const tail = percentEncoded(rest);
  const url = `${scheme}${encoded}${host === undefined ? given : host + port}${tail}`;
  if (urlOf(url)?.href !== href) return undefined;
  return { url, isEncoded: encoded !== user || tail !== rest, ...(host !== undefined && { host }) };
}

const NOT_ASCII = /[^\0-\x7f]/;

const percentEncoded = (text: string) => text.replace(/[^\0-\x7f]+/g, encodeURIComponent);
