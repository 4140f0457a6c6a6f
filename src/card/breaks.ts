import LineBreaker from "linebreak";
import type { Cluster } from "./clusters.ts";
import type { HanStyle } from "./families.ts";

/** Positions at which a line of text may break, in ascending order. They include the end of the text. */
export interface Breaks {
  /** Breaks between words and phrases. */
  readonly words: readonly number[];
  /** Breaks that UAX #14 allows. */
  readonly all: readonly number[];
  readonly letters: readonly number[];
}

/** Scripts without spaces. Finding words in them requires a dictionary. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const HAN = /\p{Script=Han}+/gu;

/** Pairs of characters within a Korean word or a Japanese phrase, between which UAX #14 allows a break. A Japanese phrase
 *  begins with the first ideograph, katakana or Latin letter after hiragana or punctuation, but not after an honorific
 *  prefix or a verb stem. */
const WITHIN_KOREAN = /^\p{Script=Hangul}\p{Script=Hangul}$/u;
const WITHIN_JAPANESE =
  /^(?:[\p{L}\p{N}ー]\p{Script=Hiragana}|\p{Script=Han}[\p{Script=Han}\p{Script=Katakana}\w]|[\p{Script=Katakana}ー][\p{Script=Katakana}\p{Script=Han}ー]|[おごきぎしちびみり]\p{Script=Han}|\w[\p{Script=Katakana}\p{Script=Han}])$/u;

/** Matches a dash or sign between words. It stays on the line of the word before it. */
const DASH = /^[–—|·•/&+-](?: |$)/u;

export function breaksOf(text: string, clusters: readonly Cluster[], han: HanStyle): Breaks {
  const letters = clusters.map(({ end }) => end);
  const boundaries = new Set(letters);
  const all = [...new Set([...standardBreaks(text), ...dictionaryBreaks(text, UNSPACED, "th"), text.length])]
    // A soft hyphen is inside a word, which must not break unless it is too long for a line.
    .filter((position) => boundaries.has(position) && text[position - 1] !== SOFT_HYPHEN)
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

/** Returns the word boundaries that `Intl.Segmenter` finds in the parts of `text` that match `script`. */
function dictionaryBreaks(text: string, script: RegExp, language: string): number[] {
  const parts = [...text.matchAll(script)];
  if (parts.length === 0) return [];
  const words = new Intl.Segmenter(language, { granularity: "word" });
  return parts.flatMap((part) => Array.from(words.segment(part[0]), ({ index }) => part.index + index).slice(1));
}

/** Returns a function that tests whether the characters on both sides of a position match `pair`. */
function within(text: string, pair: RegExp): (position: number) => boolean {
  return (position) => pair.test(text.slice(position - 1, position + 1));
}

/** Words that the dictionary splits by mistake. */
const ONE_WORD = /二维码|二維碼|扫码|掃碼/gu;

function inHan(text: string): (position: number) => boolean {
  const between = new Set(dictionaryBreaks(text, HAN, "zh"));
  for (const { index, 0: word } of text.matchAll(ONE_WORD)) {
    for (let position = index + 1; position < index + word.length; position++) between.delete(position);
  }
  const pair = within(text, /^\p{Script=Han}\p{Script=Han}$/u);
  return (position) => pair(position) && !between.has(position);
}

/** U+2010, which is never part of a word, unlike "-". */
export const HYPHEN = "\u2010";
/** Marks where the author of the text allows a hyphen. */
const SOFT_HYPHEN = "\u00ad";
/** Minimum number of letters before and after a break in a word. */
const LEAST = 3;
/** Maximum number of characters by which a break moves back so that it is between syllables. */
const SLACK = 6;

/** Matches two letters between which a word that is too wide can be split. Scripts other than these break between any
 *  letters. */
const LETTERS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*\p{L}/u;

/** Matches letters around a possible break that form one sound in most languages with Latin letters. */
const ONE_SOUND = /^(?:c[hk]|[pst]h|qu|sch$)/i;

const VOWEL = "[αεηιουωάέήίόύώϊϋΐΰаеёиоуыэюяіїє]";
/** Matches a consonant between two vowels. In languages with Greek or Cyrillic letters, it begins a syllable. For Latin
 *  letters, there is no such rule: German, for example, hyphenates between the parts of a compound. */
const SYLLABLE = new RegExp(`(?<=${VOWEL})(?![ьъй]|${VOWEL})[\\p{Script=Greek}\\p{Script=Cyrillic}]${VOWEL}`, "iuy");

export interface Measured {
  readonly text: string;
  /** Positions after each word and after each letter, in ascending order. */
  readonly words: readonly number[];
  readonly letters: readonly number[];
  /** Returns the width, in ems, of the text between two positions. */
  widthOf(start: number, end: number): number;
}

/** A break in a word. It has a hyphen only if a rule allows one at this place. */
export interface Cut {
  readonly at: number;
  readonly hyphen: boolean;
}

/** Returns a list of breaks for each word that is wider than `width` ems. `hyphen` is the width of a hyphen in ems.
 *  Leaves out words in scripts that are not in LETTERS, because these break between any letters. */
export function cutsOf({ text, words, letters, widthOf }: Measured, width: number, hyphen: number): (readonly Cut[])[] {
  const cuts: Cut[][] = [];
  let start = 0;
  for (const next of words) {
    const end = start + text.slice(start, next).trimEnd().length;
    const places: Cut[] = [];
    for (let from = start; widthOf(from, end) > width; ) {
      const fitting = letters.filter(
        (place) =>
          place >= from + LEAST &&
          place <= end - LEAST &&
          widthOf(from, place) <= width &&
          isLetters(text, letters, place) &&
          !ONE_SOUND.test(text.slice(place - 1, place + 2)),
      );
      const last = fitting.at(-1);
      if (last === undefined) break;
      const hyphenated = fitting.filter((place) => widthOf(from, place) + hyphen <= width);
      const ruled =
        hyphenated.findLast((place) => text[place - 1] === SOFT_HYPHEN) ??
        hyphenated.findLast((place) => place >= last - SLACK && beginsSyllable(text, place));
      from = ruled ?? last;
      places.push({ at: from, hyphen: ruled !== undefined });
    }
    if (places.length > 0) cuts.push(places);
    start = next;
  }
  return cuts;
}

/** Returns whether the characters on both sides of `place` are letters of a script in LETTERS. */
function isLetters(text: string, letters: readonly number[], place: number): boolean {
  const index = letters.indexOf(place);
  const before = text[place - 1] === SOFT_HYPHEN ? index - 2 : index - 1;
  return LETTERS.test(text.slice(letters[before] ?? 0, place + 2).replace(SOFT_HYPHEN, ""));
}

function beginsSyllable(text: string, place: number): boolean {
  SYLLABLE.lastIndex = place;
  return SYLLABLE.test(text);
}

/** Returns `text` with the hyphens of `cuts`, and the positions of the cuts without a hyphen in this text. */
export function withHyphens(text: string, cuts: readonly Cut[]): { text: string; plain: readonly number[] } {
  let broken = "";
  let from = 0;
  const plain: number[] = [];
  for (const { at, hyphen } of cuts) {
    broken += text.slice(from, at) + (hyphen ? HYPHEN : "");
    if (!hyphen) plain.push(broken.length);
    from = at;
  }
  return { text: broken + text.slice(from), plain };
}
