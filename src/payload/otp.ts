import { integerRange } from "../messages/option-rules.ts";
import { base32Key, emptyForType, lineWithoutColon, requiredForType } from "../messages/payload-rules.ts";
import { decodePercent } from "../text/percent.ts";
import { defineKind, invalid } from "./kind.ts";
import { readPairs, writePairs } from "./pairs.ts";

const name = {
  kind: "line",
  max: 200,
  rule: lineWithoutColon,
  values: { max: 200 },
  tidy: (value: string) => value.trim(),
  test: (value: string) => !value.includes(":"),
} as const;

const integer = (least: number, most: number) =>
  ({
    kind: "line",
    max: 16,
    formal: true,
    rule: integerRange,
    values: { min: least, max: most },
    test: (value: string) => /^(?:0|[1-9][0-9]*)$/.test(value) && Number(value) >= least && Number(value) <= most,
  }) as const;

/** The key for one-time passwords in an authenticator app. Google's "Key Uri Format"; RFC 6238 (totp), RFC 4226
 *  (hotp). */
export const otp = defineKind({
  name: "otp",
  label: "One-time password",
  purpose: "add the key to an authenticator app",
  fields: {
    issuer: { label: "Issuer", ...name },
    account: { label: "Account", required: true, ...name },
    secret: {
      label: "Secret",
      kind: "line",
      max: 400,
      required: true,
      secret: true,
      rule: base32Key,
      tidy: (value: string) => value.replace(/[\s=-]/g, "").toUpperCase(),
      test: (value: string) => /^[A-Z2-7]{8,256}$/.test(value),
    },
    type: { label: "Type", kind: "choice", of: ["totp", "hotp"], default: "totp", formal: true },
    algorithm: {
      label: "Algorithm",
      kind: "choice",
      of: ["SHA1", "SHA256", "SHA512"],
      default: "SHA1",
      formal: true,
    },
    digits: { label: "Digits", kind: "choice", of: ["6", "7", "8"], default: "6", formal: true },
    period: { label: "Period in seconds", ...integer(1, 3600) },
    counter: { label: "Counter", ...integer(0, Number.MAX_SAFE_INTEGER) },
  },
  validate({ type, period, counter }) {
    if (type === "hotp" && counter === undefined) throw invalid("counter", requiredForType, { type });
    if (type === "hotp" && period !== undefined) throw invalid("period", emptyForType, { type });
    if (type === "totp" && counter !== undefined) throw invalid("counter", emptyForType, { type });
  },
  write({ type, issuer, account, secret, algorithm, digits, period, counter }) {
    const label = [issuer, account].flatMap((part) => (part === undefined ? [] : encodeURIComponent(part))).join(":");
    const query = writePairs([
      ["secret", secret],
      ["issuer", issuer],
      ["algorithm", algorithm === "SHA1" ? undefined : algorithm],
      ["digits", digits === "6" ? undefined : digits],
      ["period", period],
      ["counter", counter],
    ]);
    return `otpauth://${type}/${label}${query}`;
  },
  read(text) {
    const [, type = "", written = "", query = ""] = /^otpauth:\/\/(totp|hotp)\/([^?#]*)\?([^#]*)$/i.exec(text) ?? [];
    const label = decodePercent(written);
    const pairs = readPairs(query);
    if (type === "" || label === undefined || !pairs) return undefined;
    const colon = label.indexOf(":");
    return {
      type: type.toLowerCase(),
      issuer: pairs.get("issuer") || label.slice(0, Math.max(colon, 0)),
      account: label.slice(colon + 1),
      secret: pairs.get("secret"),
      algorithm: pairs.get("algorithm")?.toUpperCase().replace("-", ""),
      digits: pairs.get("digits"),
      period: pairs.get("period"),
      counter: pairs.get("counter"),
    };
  },
  title: ({ issuer, account }) => issuer ?? account,
});
