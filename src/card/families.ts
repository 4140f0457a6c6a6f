/** The font families that cards are set in, and which of them to try for a character, best first. */

/** Has the letters of Latin, Greek, Cyrillic and Devanagari; what no family has is shown by its box. */
export const BASE_FAMILY = "noto-sans";

const SYMBOLS = ["noto-sans-symbols", "noto-sans-symbols-2", "noto-sans-math"] as const;

const OF_SCRIPT: Readonly<Record<string, string>> = {
  Arabic: "noto-sans-arabic",
  Armenian: "noto-sans-armenian",
  Bengali: "noto-sans-bengali",
  Ethiopic: "noto-sans-ethiopic",
  Georgian: "noto-sans-georgian",
  Gujarati: "noto-sans-gujarati",
  Gurmukhi: "noto-sans-gurmukhi",
  Hebrew: "noto-sans-hebrew",
  Kannada: "noto-sans-kannada",
  Khmer: "noto-sans-khmer",
  Lao: "noto-sans-lao",
  Malayalam: "noto-sans-malayalam",
  Myanmar: "noto-sans-myanmar",
  Sinhala: "noto-sans-sinhala",
  Tamil: "noto-sans-tamil",
  Telugu: "noto-sans-telugu",
  Thai: "noto-sans-thai",
};

/** Scripts that belong to one family, as that family's test of a character. */
const scripts = Object.entries(OF_SCRIPT).map(([script, family]) => ({
  family,
  has: new RegExp(`\\p{Script_Extensions=${script}}`, "u"),
}));

/** How the ideographs of a text are drawn: they have one code point and several national shapes. */
export type HanStyle = "jp" | "kr" | "sc" | "tc";

const EAST_ASIAN =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}\u3000-\u303F\uFE30-\uFE4F\uFF00-\uFFEF]/u;
const PLAIN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}]/u;

/** The families that may have `character`, in the order in which they are asked. */
export function familiesFor(character: string, han: HanStyle): readonly string[] {
  if (PLAIN.test(character)) return [BASE_FAMILY];
  if (EAST_ASIAN.test(character)) {
    const others = (["sc", "tc", "jp", "kr"] as const).filter((style) => style !== han);
    return [BASE_FAMILY, ...[han, ...others].map((style) => `noto-sans-${style}`)];
  }
  const own = scripts.filter(({ has }) => has.test(character)).map(({ family }) => family);
  return [BASE_FAMILY, ...own, ...SYMBOLS, `noto-sans-${han}`];
}
