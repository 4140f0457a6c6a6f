import { isSegwitAddress } from "./bech32.ts";
import { defineKind } from "./kind.ts";
import { readPairs, writePairs } from "./percent.ts";

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
      rule: "must be a Bitcoin address without a typing error, such as bc1q… or 1…",
      // The check sum of older addresses, SHA-256 twice, is left to the wallet: browsers hash only while you wait.
      test: (value: string) => isSegwitAddress(value) || /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(value),
    },
    amount: {
      label: "Amount in BTC",
      kind: "line",
      max: 17,
      rule: "must be bitcoins as a decimal number above 0 with at most 8 decimals, such as 0.0025",
      test: (value: string) =>
        /^(?:0|[1-9][0-9]{0,7})(?:\.[0-9]{1,8})?$/.test(value) && Number(value) > 0 && Number(value) <= 21e6,
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
    // What is required and not understood makes the whole payment one that is not understood.
    if ([...pairs.keys()].some((name) => name.startsWith("req-"))) return undefined;
    return { address, amount: pairs.get("amount"), label: pairs.get("label"), message: pairs.get("message") };
  },
  title: ({ amount, label }) => [amount && `${amount} BTC`, label].filter(Boolean).join(" to ") || "Bitcoin",
});
