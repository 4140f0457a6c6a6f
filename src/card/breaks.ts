import LineBreaker from "linebreak";
import type { Cluster } from "./clusters.ts";

/** Scripts written without spaces, whose words only a dictionary can tell apart. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** Korean is broken between words, although UAX #14 would allow it between syllables. */
const WITHIN_KOREAN = /^\p{Script=Hangul}\p{Script=Hangul}$/u;

/** Where a line of `text` may begin, ascending, the end of the text included: by UAX #14, and between the words of
 *  scripts without spaces. */
export function breaksOf(text: string, clusters: readonly Cluster[]): readonly number[] {
  const found = new Set<number>([text.length]);
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const { position } = next;
    if (!WITHIN_KOREAN.test(text.slice(position - 1, position + 1))) found.add(position);
  }
  for (const run of text.matchAll(UNSPACED)) {
    for (const word of wordsOf(run[0])) found.add(run.index + word);
  }
  const starts = new Set(clusters.map(({ start }) => start).concat(text.length));
  return [...found].filter((position) => position > 0 && starts.has(position)).sort((a, b) => a - b);
}

/** Where the words of `run` begin, but the first. */
function wordsOf(run: string): number[] {
  const words = new Intl.Segmenter("th", { granularity: "word" });
  return Array.from(words.segment(run), ({ index }) => index).slice(1);
}
