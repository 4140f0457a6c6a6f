/** Where words that are wider than a line are cut. */

/** What a cut word ends with on its line; not the "-" of keyboards, which is a part of words. */
export const HYPHEN = "\u2010";

/** Letters that stay together at either end of a word. */
const LEAST = 3;
/** A cut may be so many characters before the end of the line, if a syllable begins there. */
const SLACK = 4;

/** Letters of the scripts that cut words with a hyphen, with the marks of the first. */
const LETTERS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*\p{L}/u;

const VOWEL = "[aeiouyà-æè-ïò-öøù-ýαεηιουωάέήίόύώϊϋΐΰаеёиоуыэюяіїє]";
/** A consonant before a vowel begins a syllable in most languages. Letters that are read as one stay together. */
const SYLLABLE = new RegExp(
  `(?:sch|(?<!s)ch|[pst]h|(?<![cpst](?=h))(?![ьъй]|${VOWEL})[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])${VOWEL}`,
  "iuy",
);

/** A text and its measure. */
export interface Measured {
  readonly text: string;
  /** Ends of its words and of its letters, ascending. */
  readonly words: readonly number[];
  readonly letters: readonly number[];
  /** The width from one position to another, in ems. */
  widthOf(start: number, end: number): number;
}

/** The positions at which the words of a text that are wider than `width` ems get a hyphen, which is `hyphen` ems wide, for
 *  each word that is; words of scripts without hyphens are left as they are. */
export function cutsOf(measured: Measured, width: number, hyphen: number): (readonly number[])[] {
  const { text, words, letters, widthOf } = measured;
  const cuts: number[][] = [];
  let start = 0;
  for (const next of words) {
    const end = start + text.slice(start, next).trimEnd().length;
    const places: number[] = [];
    for (let from = start; widthOf(from, end) > width; ) {
      const fitting = letters.filter(
        (place) =>
          place >= from + LEAST &&
          place <= end - LEAST &&
          widthOf(from, place) + hyphen <= width &&
          isLetters(text, letters, place),
      );
      const last = fitting.at(-1);
      if (last === undefined) break;
      from = fitting.findLast((place) => place >= last - SLACK && beginsSyllable(text, place)) ?? last;
      places.push(from);
    }
    if (places.length > 0) cuts.push(places);
    start = next;
  }
  return cuts;
}

/** Whether letters of a script with hyphens are on both sides of `place`. */
function isLetters(text: string, letters: readonly number[], place: number): boolean {
  const before = letters[letters.indexOf(place) - 1] ?? 0;
  return LETTERS.test(text.slice(before, place + 2));
}

function beginsSyllable(text: string, place: number): boolean {
  SYLLABLE.lastIndex = place;
  return SYLLABLE.test(text);
}

/** `text` with a hyphen at each of `places`, which ascend. */
export function withHyphens(text: string, places: readonly number[]): string {
  const ends = [...places, text.length];
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end)).join(HYPHEN);
}
