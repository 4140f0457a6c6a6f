import { urlOf } from "../text/url.ts";

// Converts hosts to their own script. Browsers show a host in its own script only if readers cannot mistake it for another
// host. This file implements a subset of their rules (Chromium, "Internationalized Domain Names (IDN) in Google Chrome"; UTS
// #39, 5): each label has a single script, and no label looks as if it were in Latin letters.

/** The letters and marks that a label in one script may contain, in addition to ASCII digits and hyphens. */
interface Script {
  readonly letters: string;
  /** Letters that look like Latin letters, digits or punctuation. A label with only such letters is shown only in TLDs
   *  of the script or of its countries. */
  readonly lookalikes?: string;
  /** ASCII top-level domains in which readers expect this script. */
  readonly domains?: string;
}

const SCRIPTS: readonly Script[] = [
  // The letters of European languages, without those that look like others, such as ı, ŀ and ſ.
  { letters: "a-zß-ïñ-öø-ýÿ-įĵ-ķĺ-ľł-ňŋ-žșțẁẃẅ" },
  { letters: "a-zßàâãèéêìíòóôõùúýăđĩũơưạ-ỹ", domains: "vn" },
  { letters: "a-zâçəğıîöşüû", domains: "tr az" },
  { letters: "a-záæéíðóöúýþø", domains: "is fo" },
  {
    letters: "а-яёђѓєѕіїјљњћќўџґәғқңөұүһ",
    lookalikes: "асеһіјорѕхуъыьюпг",
    domains: "ru su by bg ua kz rs me mk kg mn tj uz",
  },
  { letters: "α-ωάέήίόύώϊϋΐΰ", lookalikes: "αγηικμνορτυχω", domains: "gr cy" },
  { letters: "ա-ֆ", lookalikes: "ագզէլհյոսւօ", domains: "am" },
  { letters: "ა-ჰ", lookalikes: "იოყძხ", domains: "ge" },
  { letters: "א-ת", lookalikes: "דוחיןס", domains: "il" },
  // Arabic, Persian and Urdu, without marks.
  { letters: "ء-غف-يٹپچڈڑژکگںھہیے", lookalikes: "اه" },
  // Devanagari, Bengali, Gurmukhi, Gujarati, Tamil, Telugu, Kannada, Malayalam and Thai.
  { letters: "\u0901-\u0903\u0905-\u0939\u093c\u093e-\u094d" },
  { letters: "\u0981-\u0983\u0985-\u09b9\u09bc\u09be-\u09ce" },
  { letters: "\u0a01-\u0a03\u0a05-\u0a39\u0a3c\u0a3e-\u0a4d\u0a70\u0a71" },
  { letters: "\u0a81-\u0a83\u0a85-\u0ab9\u0abc\u0abe-\u0acd", lookalikes: "\u0aa1\u0a9f" },
  { letters: "\u0b85-\u0bb9\u0bbe-\u0bcd", lookalikes: "\u0b9f\u0baa" },
  { letters: "\u0c01-\u0c03\u0c05-\u0c39\u0c3e-\u0c4d" },
  { letters: "\u0c82\u0c83\u0c85-\u0cb9\u0cbe-\u0ccd", lookalikes: "\u0c90" },
  { letters: "\u0d02\u0d03\u0d05-\u0d39\u0d3e-\u0d4d\u0d7a-\u0d7e", lookalikes: "\u0d1f\u0d20\u0d27\u0d28\u0d31" },
  {
    letters: "\u0e01-\u0e2e\u0e30-\u0e3a\u0e40-\u0e4d",
    lookalikes: "\u0e14\u0e17\u0e19\u0e1a\u0e1b\u0e1e\u0e1f\u0e21\u0e23\u0e25\u0e2b\u0e40\u0e41",
    domains: "th",
  },
  { letters: "가-힣" },
  // For Chinese and Japanese. Some letters look like dashes, slashes and Latin letters.
  { letters: "一-鿿々ぁ-ゖゝゞァ-ヶーヽヾ", lookalikes: "一丨丶丿二工口日卜ーノソゾンニエロトハヘへりリ" },
];

const patterns = /* @__PURE__ */ SCRIPTS.map(({ letters, lookalikes, domains }) => ({
  whole: new RegExp(`^[${letters}0-9-]+$`, "u"),
  lookalike: new RegExp(`^[${lookalikes ?? ""}0-9-]+$`, "u"),
  domains: domains?.split(" "),
  isLatin: letters.startsWith("a-z"),
}));

/** Returns the host and port of a URL: in its own script if that is not deceptive, and otherwise in ASCII. */
export function hostOf(address: string): string {
  const { host, hostname } = new URL(address);
  if (!hostname.includes("xn--")) return host;
  const labels = hostname.replace(/\.$/, "").split(".").map(decodeLabel);
  const shown = labels.join(".");
  const last = labels.at(-1) ?? "";
  // The comparison with the parsed host rejects malformed labels, capital letters and forms that are not normalized.
  const isSafe = labels.every((label) => isClear(label, last)) && asciiOf(shown) === hostname.replace(/\.$/, "");
  return isSafe ? separated(labels) + host.slice(hostname.length) : host;
}

/** Returns whether `label` is unambiguous: readers cannot mistake it for a label in another script. */
function isClear(label: string, topLevel: string): boolean {
  if (/^[a-z0-9-]*$/.test(label)) return !label.startsWith("xn--");
  // A mark must follow a letter, and a repeated mark would be invisible.
  if (/^\p{M}|(\p{M})\1/u.test(label)) return false;
  return patterns.some(({ whole, lookalike, domains, isLatin }) => {
    if (!whole.test(label)) return false;
    if (isLatin) return domains === undefined || domains.includes(topLevel);
    return !lookalike.test(label) || label === topLevel || whole.test(topLevel) || domains?.includes(topLevel) === true;
  });
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const MARK = "\u200e";

/** Joins labels. Adds direction marks if labels differ in direction, so that the labels stay in order. */
function separated(labels: readonly string[]): string {
  const count = labels.filter((label) => RIGHT_TO_LEFT.test(label)).length;
  if (count === 0 || count === labels.length) return labels.join(".");
  return MARK + labels.join(`${MARK}.${MARK}`);
}

function asciiOf(host: string): string | undefined {
  return urlOf(`http://${host}`)?.hostname;
}

/** Decodes a label that starts with "xn--". Returns other and malformed labels unchanged. */
function decodeLabel(label: string): string {
  return label.startsWith("xn--") ? (decodePunycode(label.slice(4)) ?? label) : label;
}

/** Decodes Punycode. RFC 3492, 6.2. Returns undefined if `text` is malformed. */
function decodePunycode(text: string): string | undefined {
  const end = text.lastIndexOf("-");
  const output = [...text.slice(0, Math.max(end, 0))].map((character) => character.charCodeAt(0));
  let [code, at, bias] = [128, 0, 72];
  for (let next = end + 1; next < text.length; ) {
    const before = at;
    for (let [weight, k] = [1, 36]; ; k += 36) {
      const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(text[next++] ?? "");
      if (digit < 0) return undefined;
      at += digit * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const length = output.length + 1;
    bias = adaptedBias(at - before, length, before === 0);
    code += Math.floor(at / length);
    at %= length;
    if (code > 0x10ffff) return undefined;
    output.splice(at++, 0, code);
  }
  return String.fromCodePoint(...output);
}

/** Returns the next bias of a Punycode decoder. RFC 3492, 6.1. */
function adaptedBias(change: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(change / (isFirst ? 700 : 2));
  delta += Math.floor(delta / length);
  let k = 0;
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
  return k + Math.floor((36 * delta) / (delta + 38));
}
