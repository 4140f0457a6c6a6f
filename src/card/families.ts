/** The font for Latin, Greek, Cyrillic and Devanagari. Its box replaces characters that no font has. */
export const BASE_FAMILY = "noto-sans";

/** Returns `text` with ASCII hyphens in place of those that BASE_FAMILY lacks: U+2010, which line breaks within words add,
 *  and U+2011. They look the same, and have the same positions in the text. */
export function withBaseHyphens(text: string): string {
  return text.replace(/[\u2010\u2011]/g, "-");
}

const SYMBOLS = ["noto-sans-symbols", "noto-sans-symbols-2", "noto-sans-math"] as const;

const scripts =
  "Arabic Armenian Bengali Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar Sinhala Tamil Telugu Thai"
    .split(" ")
    .map((script) => ({
      family: `noto-sans-${script.toLowerCase()}`,
      has: new RegExp(`\\p{Script_Extensions=${script}}`, "u"),
    }));

/** Regional variants of ideographs, which share code points (Han unification): Japanese, Korean, simplified and
 *  traditional Chinese. */
export type HanStyle = "jp" | "kr" | "sc" | "tc";

const EAST_ASIAN =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}\u3000-\u303F\uFE30-\uFE4F\uFF00-\uFFEF]/u;
const PLAIN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}]/u;

/** Returns the font families that may have `character`, in order of preference. */
export function familiesFor(character: string, han: HanStyle): readonly string[] {
  if (PLAIN.test(character)) return [BASE_FAMILY];
  if (EAST_ASIAN.test(character)) {
    const others = (["sc", "tc", "jp", "kr"] as const).filter((style) => style !== han);
    return [BASE_FAMILY, ...[han, ...others].map((style) => `noto-sans-${style}`)];
  }
  const own = scripts.filter(({ has }) => has.test(character)).map(({ family }) => family);
  return [BASE_FAMILY, ...own, ...SYMBOLS, `noto-sans-${han}`];
}

/** Common characters of a single style. China and Japan simplified many characters differently, while Taiwan kept the
 *  traditional forms. */
const ONLY: Readonly<Record<Exclude<HanStyle, "kr">, RegExp>> = {
  jp: /[々込働峠畑駅円図広実対応売変経験択沢浜渋桜栄歩毎仏仮児帰戻挙黒徳恵悪戦気読価労単竜様発関転銭焼渓猫頼続]/gu,
  sc: /[们这说时为对开还过进发种动经长问样现实间关机电话应车门见书马鸟龙师无处产业义让认识语请读该谁谢头买卖听觉图园东乐欢吗给线网页设计传统]/gu,
  tc: /[們這說國會對還發經樣實關應點學來體處產讓讀賣聽覺圖團灣臺鐵廣歡黃嗎妳號萬與單價氣變條證據雙濟劃區醫藥]/gu,
};

/** Traditional characters that mainland China has replaced with simplified ones. */
const UNREFORMED = /[東車門見書馬鳥長問無動開間電話語時現師業義認識請誰頭買園樂設計傳統線網頁給機種過進為龍]/u;

const count = (text: string, characters: RegExp) => text.match(characters)?.length ?? 0;

/** Guesses the style of the ideographs in `text` from kana, hangul and characters that only one style uses. The default
 *  is "sc". */
export function hanStyleOf(text: string): HanStyle {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "jp";
  if (/\p{Script=Hangul}/u.test(text)) return "kr";
  const jp = count(text, ONLY.jp);
  const sc = count(text, ONLY.sc);
  const tc = count(text, ONLY.tc);
  if (jp > sc && jp > tc) return "jp";
  if (tc > sc) return "tc";
  return sc === 0 && UNREFORMED.test(text) ? "tc" : "sc";
}
