import { defineKind } from "./kind.ts";

export const webAddress = {
  kind: "line",
  max: 1000,
  opens: "web",
  rule: "must be a web address that begins with https:// or http://, without spaces",
  test: isWebAddress,
} as const;

/** A web address, unchanged. WHATWG URL Standard. */
export const url = defineKind({
  name: "url",
  label: "Web address",
  purpose: "open the page",
  fields: {
    url: { label: "Address", ...webAddress, max: 4296, required: true },
  },
  write: (fields) => fields.url,
  read: (text) => (/^https?:/i.test(text) ? { url: text } : undefined),
  title: (fields) => hostOf(fields.url),
});

/** Returns whether `text` is a valid http or https address. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\\p{C}]+$/iu.test(text) && URL.canParse(text);
}

/** Returns the web address in a contact that others wrote, which may lack its scheme; undefined if it is invalid. */
export function readWebAddress(text: string): string | undefined {
  const address = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#]|$)/u.test(text) ? `https://${text}` : text;
  return isWebAddress(address) ? address : undefined;
}

/** Returns host and port of a web address, in ASCII, so that look-alikes of other scripts show. */
export function hostOf(address: string): string {
  return new URL(address).host;
}
