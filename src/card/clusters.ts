/** A part of a text that is never split: a letter with its marks, or an emoji. */
export interface Cluster {
  /** Position in the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether to draw the cluster as an emoji if there is an image for it. */
  readonly emoji: boolean;
}

/** An element of an emoji sequence: flag, keycap, tagged flag, or character with modifier. UTS #51, 1.4.9. */
const ELEMENT = String.raw`(?:\p{RI}\p{RI}|\p{Emoji}(?:\p{Emoji_Modifier}|\uFE0F\u20E3?|\u20E3|[\u{E0020}-\u{E007E}]+\u{E007F})?)`;
const SEQUENCE = new RegExp(String.raw`^${ELEMENT}(?:\u200D${ELEMENT})*`, "u");
/** Matches a character that is shown as an emoji. Digits, © and similar characters are emoji only with U+FE0F, a keycap or a
 *  joiner. U+FE0E requests text. */
const SHOWN =
  /^(?!.\uFE0E)(?:\p{Emoji_Presentation}|\p{RI}\p{RI}|\p{Emoji}(?:\p{Emoji_Modifier}|\uFE0F|\u20E3|\u200D))/su;
/** Maximum number of marks per letter, enough for a Burmese syllable. Accents have a lower limit, because they stack. */
const MAX_MARKS = 8;
const MAX_ACCENTS = 4;
const ACCENT = /[\p{Script=Inherited}\p{Script=Thai}\p{Script=Lao}]/u;
const LETTER = /^.(?:\p{M}|\u200C|\u200D){0,12}/su;
/** Matches a mark and at least four more marks or invisible characters after it. */
const MARKS = /\p{M}[\p{M}\p{Default_Ignorable_Code_Point}]{4,}/gu;

/** Removes the outermost marks from letters with more than MAX_MARKS marks or MAX_ACCENTS accents. */
export function boundMarks(text: string): string {
  return text.replace(MARKS, (run) => {
    let marks = 0;
    let accents = 0;
    return run.replace(/\p{M}/gu, (mark) => {
      if (ACCENT.test(mark) && ++accents > MAX_ACCENTS) return "";
      return ++marks > MAX_MARKS ? "" : mark;
    });
  });
}

export function clustersOf(text: string): Cluster[] {
  const clusters: Cluster[] = [];
  for (let start = 0; start < text.length; ) {
    const rest = text.slice(start);
    const emoji = SHOWN.test(rest);
    const found = (emoji ? SEQUENCE : LETTER).exec(rest)?.[0] ?? rest.charAt(0);
    clusters.push({ start, end: start + found.length, text: found, emoji });
    start += found.length;
  }
  return clusters;
}

/** Returns the file name of an emoji: its code points in hex. As in Twemoji, only joined sequences keep U+FE0F. */
export function emojiName(emoji: string): string {
  const text = emoji.includes("\u200D") ? emoji : emoji.replaceAll("\uFE0F", "");
  return [...text].map((character) => character.codePointAt(0)?.toString(16)).join("-");
}
