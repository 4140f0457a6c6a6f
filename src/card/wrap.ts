import { breaksOf, type Cut, cutsOf } from "./breaks.ts";
import type { HanStyle } from "./families.ts";
import type { ShapedText } from "./shape.ts";

/** A line of text without trailing spaces. Positions are in UTF-16 units. */
export interface Line {
  readonly start: number;
  readonly end: number;
  /** Width in ems. */
  readonly width: number;
}

interface Wrapper {
  /** Breaks the text into as few lines of at most `width` ems as possible. Returns undefined if a word or phrase is wider
   *  than `width`. */
  wrap(width: number): readonly Line[] | undefined;
  /** Breaks the text into as many lines as `wrap`, with widths that are as equal as possible. Returns undefined if `wrap`
   *  does. */
  balance(width: number): readonly Line[] | undefined;
  /** Breaks the text as `wrap` does, but also breaks words that are too wide, if necessary between letters. */
  squeeze(width: number): readonly Line[];
  /** Returns a list of breaks for each word that is wider than `width` ems. `hyphen` is the width of a hyphen in ems. */
  cuts(width: number, hyphen: number): readonly (readonly Cut[])[];
}

/** Matches a line at whose end readers pause. Any other end adds UNPAUSED square ems to the cost of the line. */
const PAUSE = /[\s\p{P}]$/u;
const UNPAUSED = 2;

/** Creates a wrapper for shaped text. Lines may also break at the positions `more`. */
export function createWrapper(
  { text, clusters, runs }: ShapedText,
  han: HanStyle,
  more: readonly number[] = [],
): Wrapper {
  const marks = runs.flatMap((run) => run.marks);
  const upTo = widthsUpTo(text.length, marks);
  const breaks = breaksOf(text, clusters, han);
  const { all } = breaks;
  const words = more.length > 0 ? [...breaks.words, ...more].sort((a, b) => a - b) : breaks.words;
  // A line cannot end within a ligature.
  const starts = new Set([...marks.map(({ at }) => at), text.length]);
  const letters = breaks.letters.filter((position) => starts.has(position));

  function line(start: number, end: number): Line {
    const visible = start + text.slice(start, end).trimEnd().length;
    return { start, end: visible, width: (upTo[visible] ?? 0) - (upTo[start] ?? 0) };
  }

  /** Returns the last of `places` at which a line that begins at `start` is at most `width` ems wide. */
  function furthest(places: readonly number[], start: number, width: number): number | undefined {
    let best: number | undefined;
    for (const place of places) {
      if (place <= start) continue;
      if (line(start, place).width > width) break;
      best = place;
    }
    return best;
  }

  /** Divides the text into lines. `next` gets the start of a line, and returns its end. Returns undefined if `next` does. */
  function lines(next: (start: number) => number | undefined): Line[] | undefined {
    const found: Line[] = [];
    for (let start = 0; start < text.length; ) {
      const end = next(start);
      if (end === undefined) return undefined;
      found.push(line(start, end));
      start = end;
    }
    return found;
  }

  function wrap(width: number): readonly Line[] | undefined {
    return lines((start) => furthest(words, start, width));
  }

  function squeeze(width: number): readonly Line[] {
    // A line has at least one letter, even if that is too wide.
    const first = (start: number) => letters.find((position) => position > start) ?? text.length;
    const next = (start: number) =>
      furthest(words, start, width) ?? furthest(all, start, width) ?? furthest(letters, start, width) ?? first(start);
    return lines(next) ?? [];
  }

  function balance(width: number): readonly Line[] | undefined {
    const fewest = wrap(width)?.length;
    if (fewest === undefined) return undefined;
    const ideal = (upTo[text.length] ?? 0) / fewest;
    return evenest(words, fewest, (start, end) => {
      const one = line(start, end);
      if (one.width > width) return Number.POSITIVE_INFINITY;
      // A short last line looks better than a short line before it.
      const weight = end === text.length && one.width < ideal ? 0.5 : 1;
      return weight * (one.width - ideal) ** 2 + (PAUSE.test(text.slice(0, end)) ? 0 : UNPAUSED);
    })?.map(({ start, end }) => line(start, end));
  }

  function cuts(width: number, hyphen: number) {
    const widthOf = (start: number, end: number) => (upTo[end] ?? 0) - (upTo[start] ?? 0);
    return cutsOf({ text, words, letters, widthOf }, width, hyphen);
  }

  return { wrap, balance, squeeze, cuts };
}

type Part = { start: number; end: number; cost: number; before: Part | undefined };

/** Divides the text at `places` into `count` parts with the lowest total cost. Returns undefined if this is
 *  impossible. */
function evenest(
  places: readonly number[],
  count: number,
  costOf: (start: number, end: number) => number,
): readonly Part[] | undefined {
  /** Maps each position to the last part of the text before it, if that text is divided into `part` parts at the lowest
   *  cost. */
  let ways = new Map<number, Part | undefined>([[0, undefined]]);
  for (let part = 0; part < count; part++) {
    const longer = new Map<number, Part>();
    for (const [start, before] of ways) {
      for (const end of places) {
        if (end <= start) continue;
        const cost = (before?.cost ?? 0) + costOf(start, end);
        if (cost === Number.POSITIVE_INFINITY) break;
        if (cost < (longer.get(end)?.cost ?? Number.POSITIVE_INFINITY)) longer.set(end, { start, end, cost, before });
      }
    }
    ways = longer;
  }
  const parts: Part[] = [];
  for (let last = ways.get(places.at(-1) ?? 0); last; last = last.before) parts.unshift(last);
  return parts.length > 0 ? parts : undefined;
}

/** Returns the width of the text before each position, in ems. */
function widthsUpTo(length: number, marks: readonly { readonly at: number; readonly advance: number }[]): number[] {
  const widths = new Array<number>(length + 1).fill(0);
  for (const { at, advance } of marks) widths[at + 1] = (widths[at + 1] ?? 0) + advance;
  for (let at = 1; at <= length; at++) widths[at] = (widths[at] ?? 0) + (widths[at - 1] ?? 0);
  return widths;
}
