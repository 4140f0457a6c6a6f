import { defineKind } from "./kind.ts";

/** The field of a web address. */
export const webAddress = {
  kind: "line",
  max: 1000,
  opens: "web",
  rule: "must be a web address that begins with https:// or http://, without spaces",
  test: isWebAddress,
} as const;

/** A web address, kept as it is written. WHATWG URL Standard. */
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

/** Whether `text` is an http or https address that a browser takes without mending it. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\\p{C}]+$/iu.test(text) && URL.canParse(text);
}

/** The web address that `text` means where others wrote it: "www.example.com" is one as well. Undefined for none. */
export function readWebAddress(text: string): string | undefined {
  const address = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#]|$)/u.test(text) ? `https://${text}` : text;
  return isWebAddress(address) ? address : undefined;
}

/** Where a web address leads, port included: what stands before an "@" does not count. Names of other scripts come in
 *  their ASCII form, so that look-alikes show. */
export function hostOf(address: string): string {
  return new URL(address).host;
}
