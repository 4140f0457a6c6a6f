import type { HanStyle } from "./families.ts";

/** Frequent characters that only one of the ways of writing has: the reforms of China and of Japan simplified many
 *  characters differently, and Taiwan and Hong Kong kept them. */
const ONLY: Readonly<Record<Exclude<HanStyle, "kr">, RegExp>> = {
  jp: /[々込働峠畑駅円図広実対応売変経験択沢浜渋桜栄歩毎仏仮児帰戻挙黒徳恵悪戦気読価労単竜様発関転銭焼渓猫頼続]/gu,
  sc: /[们这说时为对开还过进发种动经长问样现实间关机电话应车门见书马鸟龙师无处产业义让认识语请读该谁谢头买卖听觉图园东乐欢吗给线网页设计传统]/gu,
  tc: /[們這說國會對還發經樣實關應點學來體處產讓讀賣聽覺圖團灣臺鐵廣歡黃嗎妳號萬與單價氣變條證據雙濟劃區醫藥]/gu,
};

/** Not written in China since its reform, but still elsewhere. */
const UNREFORMED = /[東車門見書馬鳥長問無動開間電話語時現師業義認識請誰頭買園樂設計傳統線網頁給機種過進為龍]/u;

const count = (text: string, characters: RegExp) => text.match(characters)?.length ?? 0;

/** How the ideographs of `text` are to be drawn, as far as it lets one tell: kana and hangul are certain, else the
 *  characters of one country decide, else it is the Chinese of most readers. */
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
