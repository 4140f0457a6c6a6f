import { breaksOf } from "./breaks.ts";
import type { HanStyle } from "./families.ts";
import type { ShapedText } from "./shape.ts";

/** A line of a text: its characters from `start` to before `end`, in UTF-16 units, spaces at the end left out. */
export interface Line {
  readonly start: number;
  readonly end: number;
  /** In ems. */
  readonly width: number;
}

/** Knows the widths of a shaped text, and breaks it into lines. */
export interface Wrapper {
  /** The lines of the text when none may be wider than `width` ems; undefined when a single word or phrase is, unless
   *  these may be `broken`. */
  wrap(width: number, broken?: boolean): readonly Line[] | undefined;
  /** As many lines as `wrap` gives, but as equal in width as can be. */
  balance(width: number, broken?: boolean): readonly Line[] | undefined;
}

/** Steps of the search for equal lines: halves the doubt to less than a hundredth of the width. */
const BALANCING_STEPS = 7;

/** The wrapper of `shaped`. */
export function createWrapper({ text, clusters, runs }: ShapedText, han: HanStyle): Wrapper {
  const upTo = widthsUpTo(
    text.length,
    runs.flatMap(({ marks }) => marks),
  );
  const { words, all, letters } = breaksOf(text, clusters, han);
  const between = (start: number, end: number) => (upTo[end] ?? 0) - (upTo[start] ?? 0);
  const line = (start: number, end: number): Line => {
    const visible = start + text.slice(start, end).trimEnd().length;
    return { start, end: visible, width: between(start, visible) };
  };

  function wrap(width: number, broken = false): readonly Line[] | undefined {
    const lines: Line[] = [];
    let start = 0;
    while (start < text.length) {
      let end = furthest(words, start, width);
      if (end === undefined) {
        if (!broken) return undefined;
        // At least one letter, however wide it is.
        const first = letters.find((position) => position > start) ?? text.length;
        end = furthest(all, start, width) ?? furthest(letters, start, width) ?? first;
      }
      lines.push(line(start, end));
      start = end;
    }
    return lines;
  }

  /** The last of `places` up to which a line from `start` is no wider than `width`. */
  function furthest(places: readonly number[], start: number, width: number): number | undefined {
    let best: number | undefined;
    for (const place of places) {
      if (place <= start) continue;
      if (line(start, place).width > width) break;
      best = place;
    }
    return best;
  }

  function balance(width: number, broken = false): readonly Line[] | undefined {
    let best = wrap(width, broken);
    if (!best || best.length < 2) return best;
    let [narrow, wide] = [0, width];
    for (let step = 0; step < BALANCING_STEPS; step++) {
      const middle = (narrow + wide) / 2;
      const lines = wrap(middle);
      if (lines && lines.length <= best.length) [best, wide] = [lines, middle];
      else narrow = middle;
    }
    return best;
  }

  return { wrap, balance };
}

/** The width of the text before each position, in ems. */
function widthsUpTo(length: number, marks: readonly { readonly at: number; readonly advance: number }[]): number[] {
  const widths = new Array<number>(length + 1).fill(0);
  for (const { at, advance } of marks) widths[at + 1] = (widths[at + 1] ?? 0) + advance;
  for (let at = 1; at <= length; at++) widths[at] = (widths[at] ?? 0) + (widths[at - 1] ?? 0);
  return widths;
}
