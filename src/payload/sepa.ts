import { lineLength } from "../messages/option-rules.ts";
import {
  bicCode,
  bicRequired,
  creditorReference,
  emptyIfSet,
  euroAmount,
  ibanDigits,
  purposeCode,
  shorterTransfer,
} from "../messages/payload-rules.ts";
import { utf8Length } from "../text/bytes.ts";
import { amountIn, type Checked, defineKind, hasVisibleText, invalid } from "./kind.ts";

const compact = (value: string) => value.replace(/\s/g, "").toUpperCase();

const grouped = (value: string) => value.replace(/.{4}(?=.)/g, "$& ");

const fields = {
  name: {
    label: "Recipient",
    kind: "line",
    max: 70,
    required: true,
    rule: lineLength,
    values: { max: 70 },
    test: hasVisibleText,
  },
  iban: {
    label: "IBAN",
    kind: "line",
    max: 50,
    required: true,
    rule: ibanDigits,
    tidy: compact,
    test: (value: string) => /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(value) && hasValidLength(value) && isMod97(value),
    show: grouped,
  },
  bic: {
    label: "BIC",
    kind: "line",
    max: 20,
    rule: bicCode,
    tidy: compact,
    test: (value: string) => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(value),
  },
  amount: {
    label: "Amount in euros",
    kind: "line",
    max: 20,
    rule: euroAmount,
    values: { min: 0.01, max: 999999999.99 },
    tidy: tidyAmount,
    test: (value: string) => /^(?:0|[1-9][0-9]{0,8})\.[0-9]{2}$/.test(value) && Number(value) > 0,
    show: (value: string, locale?: string) => (locale === undefined ? value : amountIn(locale, value, "EUR")),
  },
  purpose: {
    label: "Purpose",
    kind: "line",
    max: 4,
    rule: purposeCode,
    tidy: compact,
    test: (value: string) => /^[A-Z0-9]{1,4}$/.test(value),
  },
  reference: {
    label: "Creditor reference",
    kind: "line",
    max: 50,
    rule: creditorReference,
    tidy: compact,
    test: (value: string) => /^RF[0-9]{2}[A-Z0-9]{1,21}$/.test(value) && isMod97(value),
    show: grouped,
  },
  text: { label: "Text", kind: "line", max: 140 },
  info: { label: "Note to the payer", kind: "line", max: 70 },
} as const;

/** The level of error correction and the largest version of the codes of transfers. EPC069-12, version 2.1. */
export const SEPA_LEVEL = "M";
export const SEPA_VERSION = 13;

/** A transfer in euros. European Payments Council, EPC069-12, version 2.1: "Quick Response Code: Guidelines to Enable Data
 *  Capture for the Initiation of a SEPA Credit Transfer". Version 002 of the data makes the BIC optional for accounts in the
 *  European Economic Area only. */
export const sepa = defineKind({
  name: "sepa",
  label: "Bank transfer",
  purpose: "fill in the transfer in a banking app",
  fields,
  validate(transfer) {
    if (transfer.bic === undefined && !EEA.includes(transfer.iban.slice(0, 2))) {
      throw invalid("bic", bicRequired, { option: { option: "iban" } });
    }
    if (transfer.reference !== undefined && transfer.text !== undefined) {
      throw invalid("text", emptyIfSet, { option: { option: "reference" } });
    }
    if (utf8Length(linesOf(transfer)) > 331) throw invalid("text", shorterTransfer, { max: 331 });
  },
  write: linesOf,
  read(text) {
    const [service, version = "", characters = "", kind, ...lines] = text.split(/\r\n?|\n/);
    if (service !== "BCD" || kind?.trim() !== "SCT" || !/^00[12]$/.test(version) || !/^[1-8]$/.test(characters)) {
      return undefined;
    }
    const [bic, name, iban, amount, purpose, reference, remittance, info] = lines;
    return { bic, name, iban, amount: amount?.replace(/^EUR/, ""), purpose, reference, text: remittance, info };
  },
  title: ({ name, amount }) => (amount === undefined ? name : `${amount} € to ${name}`),
});

/** The countries of the European Economic Area, as the codes at the start of their IBANs. */
const EEA = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" ");

/** Returns the text of a transfer in version 002 of the format. The character set is UTF-8. */
function linesOf({ bic, name, iban, amount, purpose, reference, text, info }: Checked<typeof fields>): string {
  const euros = amount && `EUR${amount}`;
  const lines = ["BCD", "002", "1", "SCT", bic, name, iban, euros, purpose, reference, text, info];
  return lines.slice(0, lines.findLastIndex(Boolean) + 1).join("\n");
}

/** Normalizes "12", "12.3" and "12,30" to two decimals. */
function tidyAmount(value: string): string {
  const [, whole, decimals = ""] = /^([0-9]+)(?:[.,]([0-9]{0,2}))?$/.exec(value.trim()) ?? [];
  return whole === undefined ? value : `${whole}.${decimals.padEnd(2, "0")}`;
}

/** Lengths of IBANs by country in the SEPA area. ISO 13616, IBAN Registry. */
const LENGTHS = (
  "AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 " +
  "LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22"
).split(" ");

/** Returns whether an IBAN has the length that its country requires, if that is known. Without this check, 1% of truncated
 *  IBANs would pass, because their check digits happen to be valid. */
function hasValidLength(iban: string): boolean {
  const known = LENGTHS.find((country) => country.startsWith(iban.slice(0, 2)));
  return known === undefined || iban.length === Number(known.slice(2));
}

/** Returns whether the check digits of an IBAN are valid. ISO 7064, MOD 97-10, with the first four characters moved to
 *  the end. */
function isMod97(value: string): boolean {
  let rest = 0;
  for (const character of value.slice(4) + value.slice(0, 4)) {
    const digits = Number.parseInt(character, 36);
    rest = (rest * (digits > 9 ? 100 : 10) + digits) % 97;
  }
  return rest === 1;
}
