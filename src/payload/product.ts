import { expiryDate, gs1Characters, gtinDigits, resolverAddress } from "../messages/payload-rules.ts";
import { decodePercent } from "../text/percent.ts";
import { isDay, isTime } from "./calendar-time.ts";
import { defineKind } from "./kind.ts";
import { writePairs } from "./pairs.ts";
import { isWebAddress } from "./url.ts";

/** Up to 20 characters of GS1's character set 82. GS1 General Specifications, figure 7.11-1. */
const element = {
  kind: "line",
  max: 20,
  rule: gs1Characters,
  values: { max: 20 },
  test: (value: string) => /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/.test(value) && value !== "." && value !== "..",
} as const;

/** Matches the URL of a product. The product number must have 14 digits, so that other numbers in paths do not match.
 *  The date is the only query parameter allowed, because `parse` would lose any other. */
const LINK =
  /^(https?:\/\/[^?#]+?)\/01\/([0-9]{14})(?:\/22\/([^/?#]+))?(?:\/10\/([^/?#]+))?(?:\/21\/([^/?#]+))?(?:\?17=([0-9]{6}))?$/i;

/** A product as a URL. GS1 Digital Link Standard: URI Syntax 1.4. */
export const product = defineKind({
  name: "product",
  label: "Product",
  purpose: "open the product's page",
  fields: {
    gtin: {
      label: "GTIN",
      kind: "line",
      max: 20,
      required: true,
      rule: gtinDigits,
      tidy: tidyGtin,
      test: (value: string) => /^[0-9]{14}$/.test(value) && /[1-9]/.test(value) && hasCheckDigit(value),
    },
    variant: { label: "Variant", ...element },
    batch: { label: "Batch", ...element },
    serial: { label: "Serial number", ...element },
    expiry: {
      label: "Expiry (YYMMDD)",
      kind: "line",
      max: 6,
      rule: expiryDate,
      test: isExpiry,
    },
    resolver: {
      label: "Resolver",
      kind: "line",
      max: 500,
      formal: true,
      rule: resolverAddress,
      test: (value: string) => isWebAddress(value) && !/[?#]|\/$|\/01\/[0-9]|^https?:\/\/[^/]*@/i.test(value),
    },
  },
  write: ({ gtin, variant, batch, serial, expiry, resolver = RESOLVER }) => {
    const parts = [
      ["01", gtin],
      ["22", variant],
      ["10", batch],
      ["21", serial],
    ] as const;
    const path = parts.map(([key, value]) => (value === undefined ? "" : `/${key}/${encodeURIComponent(value)}`));
    return `${resolver}${path.join("")}${writePairs([["17", expiry]])}`;
  },
  read(text) {
    const found = LINK.exec(text);
    if (!found) return undefined;
    const [, resolver, gtin, ...parts] = found;
    const decoded = parts.map((part) => part && decodePercent(part));
    // Rejects malformed percent-encoding, because the part that contains it would be lost without an error.
    if (decoded.some((part, at) => part === undefined && parts[at] !== undefined)) return undefined;
    const [variant, batch, serial, expiry] = decoded;
    return { gtin, variant, batch, serial, expiry, resolver: resolver === RESOLVER ? "" : resolver };
  },
  title: ({ gtin }) => gtin.replace(/^0{1,6}(?=[0-9]{8})/, ""),
});

const RESOLVER = "https://id.gs1.org";

function tidyGtin(value: string): string {
  const digits = value.replace(/[\s-]/g, "");
  return /^(?:[0-9]{8}|[0-9]{12,14})$/.test(digits) ? digits.padStart(14, "0") : digits;
}

/** Returns whether `value` is a valid date in the form YYMMDD. Day 00 means the end of the month. */
function isExpiry(value: string): boolean {
  const [, year = "", month = "", day = ""] = /^([0-9]{2})([0-9]{2})([0-9]{2})$/.exec(value) ?? [];
  const date = `20${year}-${month}-${day === "00" ? "01" : day}`;
  return isDay(date) && isTime(date);
}

/** Returns whether the last digit is the correct check digit. GS1 General Specifications, 7.9.1. */
function hasCheckDigit(gtin: string): boolean {
  const sum = [...gtin].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}
