import { bitcoinAddress, bitcoinAmount } from "../messages/payload-rules.ts";
import { amountIn, defineKind } from "./kind.ts";
import { readPairs, writePairs } from "./pairs.ts";

/** A payment in bitcoin. BIP 21. */
export const bitcoin = defineKind({
  name: "bitcoin",
  label: "Bitcoin payment",
  purpose: "pay from a wallet",
  fields: {
    address: {
      label: "Address",
      kind: "line",
      max: 100,
      required: true,
      rule: bitcoinAddress,
      // The checksum of older addresses requires SHA-256, which is only available asynchronously. Wallets check it.
      test: (value: string) => isSegwitAddress(value) || /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(value),
    },
    amount: {
      label: "Amount in BTC",
      kind: "line",
      max: 17,
      rule: bitcoinAmount,
      values: { max: 21000000 },
      test: (value: string) =>
        /^(?:0|[1-9][0-9]{0,7})(?:\.[0-9]{1,8})?$/.test(value) && Number(value) > 0 && Number(value) <= 21e6,
      show: (value: string, locale?: string) => (locale === undefined ? value : amountIn(locale, value, "BTC")),
    },
    label: { label: "Recipient", kind: "line", max: 200 },
    message: { label: "Message", kind: "lines", max: 500 },
  },
  write: ({ address, amount, label, message }) =>
    `bitcoin:${address}${writePairs([
      ["amount", amount],
      ["label", label],
      ["message", message],
    ])}`,
  read(text) {
    const [, address, query = ""] = /^bitcoin:([^?#]*)(\?[^#]*)?$/i.exec(text) ?? [];
    const pairs = readPairs(query);
    if (address === undefined || !pairs) return undefined;
    // BIP 21: a payment with an unknown required parameter is invalid.
    if ([...pairs.keys()].some((name) => name.startsWith("req-"))) return undefined;
    return { address, amount: pairs.get("amount"), label: pairs.get("label"), message: pairs.get("message") };
  },
  title: ({ amount, label }) => [amount && `${amount} BTC`, label].filter(Boolean).join(" to ") || "Bitcoin",
});

/** Returns whether `text` is a SegWit address with a valid checksum and program. BIP 173 (bech32), BIP 350 (bech32m). */
function isSegwitAddress(text: string): boolean {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return false;
  const found = /^(bc|tb)1([02-9ac-hj-np-z]{8,87})$/.exec(text.toLowerCase());
  if (!found) return false;
  const [, prefix = "", data = ""] = found;
  const letters = [...prefix].map((letter) => letter.charCodeAt(0));
  const values = [...data].map((letter) => ALPHABET.indexOf(letter));
  const sum = polymod([...letters.map((code) => code >> 5), 0, ...letters.map((code) => code & 31), ...values]);
  if (!isProgram(values[0] ?? 0, values.slice(1, -6))) return false;
  // Version 0 uses bech32, later versions bech32m.
  return sum === (values[0] === 0 ? 1 : 0x2bc830a3);
}

const ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** Returns whether 5-bit words are a zero-padded witness program of 2 to 40 bytes or, in version 0, of 20 or 32
 *  bytes. */
function isProgram(version: number, words: readonly number[]): boolean {
  const bytes = (words.length * 5) >> 3;
  const spare = (words.length * 5) & 7;
  if (version > 16 || spare > 4 || ((words.at(-1) ?? 0) & ((1 << spare) - 1)) !== 0) return false;
  return version === 0 ? bytes === 20 || bytes === 32 : bytes >= 2 && bytes <= 40;
}

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    GENERATOR.forEach((word, bit) => {
      if ((top >> bit) & 1) sum ^= word;
    });
  }
  return sum;
}
