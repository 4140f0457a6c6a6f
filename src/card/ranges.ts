/** A set of characters: [first, last] code points, ascending. */
export type Ranges = readonly (readonly [number, number])[];

/** The characters of a CSS unicode-range: "U+0-FF, U+131, U+4??". Anything else in it is passed over. */
export function parseRanges(css: string): Ranges {
  const ranges: [number, number][] = [];
  for (const [, first = "", last] of css.matchAll(/U\+([0-9A-F]+\?*)(?:-([0-9A-F]+))?/gi)) {
    const from = Number.parseInt(first.replaceAll("?", "0"), 16);
    ranges.push([from, Number.parseInt(last ?? first.replaceAll("?", "F"), 16)]);
  }
  return ranges.sort(([a], [b]) => a - b);
}

/** Whether `ranges` hold `codePoint`. */
export function inRanges(ranges: Ranges, codePoint: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] as readonly [number, number];
    if (codePoint > last) low = middle + 1;
    else if (codePoint < first) high = middle;
    else return true;
  }
  return false;
}
