import LineBreaker from "linebreak";
import type { Cluster } from "./clusters.ts";
import type { HanStyle } from "./families.ts";

/** Where a line of a text may begin: ascending positions, the end of the text included. */
export interface Breaks {
  /** Between words and phrases, where a reader expects it. */
  readonly words: readonly number[];
  /** Wherever UAX #14 allows it. */
  readonly all: readonly number[];
  /** Between any two letters. */
  readonly letters: readonly number[];
}

/** Scripts written without spaces, whose words only a dictionary can tell apart. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const HAN = /\p{Script=Han}+/gu;

/** Breaks of UAX #14 that divide a word of Korean, which is written with spaces, and a phrase of Japanese: phrases begin
 *  with the first ideograph, katakana or Latin letter after hiragana or a sign, but not after a prefix of politeness or the
 *  stem of a verb, which make one word with what follows. */
const WITHIN_KOREAN = /^\p{Script=Hangul}\p{Script=Hangul}$/u;
const WITHIN_JAPANESE =
  /^(?:[\p{L}\p{N}ー]\p{Script=Hiragana}|\p{Script=Han}[\p{Script=Han}\p{Script=Katakana}\w]|[\p{Script=Katakana}ー][\p{Script=Katakana}\p{Script=Han}ー]|[おごきぎしちびみり]\p{Script=Han}|\w[\p{Script=Katakana}\p{Script=Han}])$/u;

/** A dash or another sign between words stays with the word before it. */
const DASH = /^[–—|·•/&+-](?: |$)/u;

/** The breaks of `text`, which is divided into `clusters`. */
export function breaksOf(text: string, clusters: readonly Cluster[], han: HanStyle): Breaks {
  const letters = clusters.map(({ end }) => end);
  const boundaries = new Set(letters);
  const all = [...new Set([...standardBreaks(text), ...dictionaryBreaks(text, UNSPACED, "th"), text.length])]
    .filter((position) => boundaries.has(position))
    .sort((a, b) => a - b);
  const divides =
    han === "jp" ? within(text, WITHIN_JAPANESE) : han === "kr" ? within(text, WITHIN_KOREAN) : inHan(text);
  const words = all.filter((position) => !divides(position) && !DASH.test(text.slice(position, position + 2)));
  return { words, all, letters };
}

function standardBreaks(text: string): number[] {
  const breaker = new LineBreaker(text);
  const positions: number[] = [];
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) positions.push(next.position);
  return positions;
}

/** The boundaries between the words that a dictionary finds in the parts of `text` that match `script`. */
function dictionaryBreaks(text: string, script: RegExp, language: string): number[] {
  const parts = [...text.matchAll(script)];
  if (parts.length === 0) return [];
  const words = new Intl.Segmenter(language, { granularity: "word" });
  return parts.flatMap((part) => Array.from(words.segment(part[0]), ({ index }) => part.index + index).slice(1));
}

/** Tells whether the two characters at a position's sides belong together. */
function within(text: string, pair: RegExp): (position: number) => boolean {
  return (position) => pair.test(text.slice(position - 1, position + 1));
}

/** Words of these cards that the dictionaries take for several. */
const ONE_WORD = /二维码|二維碼|扫码|掃碼/gu;

/** Tells whether a position is inside a word of Chinese. */
function inHan(text: string): (position: number) => boolean {
  const between = new Set(dictionaryBreaks(text, HAN, "zh"));
  for (const { index, 0: word } of text.matchAll(ONE_WORD)) {
    for (let position = index + 1; position < index + word.length; position++) between.delete(position);
  }
  const pair = within(text, /^\p{Script=Han}\p{Script=Han}$/u);
  return (position) => pair(position) && !between.has(position);
}
