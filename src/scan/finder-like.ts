import type { Box, FinderLikePlace, Gray } from "../ports.ts";
import { type CodeView, cornerOf, isDarkOnLight, pupilLevel, ringLevel } from "./margins.ts";

/** The widths of the dark and light parts of a finder pattern, in modules of its own. ISO/IEC 18004:2015, 6.3.3. */
const RATIO = [1, 1, 3, 1, 1] as const;
const SUM = 7;

/** How much narrower or wider a part may be, as a share of a module's width. Decoders allow about as much, because photos
 *  are blurred. */
const TOLERANCE = 0.5;

/** The sizes of misleading patterns, as multiples of those of the corners. */
const [SMALLEST, LARGEST] = [0.6, 5];

/** Returns the first place in a picture, outside the symbol or under its logo, that has the proportions of a finder pattern
 *  along a row and a column. The data modules are not examined, because masks make such patterns rare there. Returns undefined if
 *  there is none. */
export function finderLikeIn(view: CodeView): FinderLikePlace | undefined {
  const { gray, scale, side, place, cleared = [] } = view;
  const { left, top } = cornerOf(view);
  const toPixels = (area: Box): Box => ({
    left: left + area.left * scale,
    top: top + area.top * scale,
    right: left + area.right * scale,
    bottom: top + area.bottom * scale,
  });
  const isDark = darkIn(view);
  const symbol = toPixels({ left: 0, top: 0, right: side, bottom: side });
  const logos = cleared.map(toPixels);
  const found = (x: number, y: number): FinderLikePlace | undefined => {
    if (logos.some((logo) => isInside(logo, x, y))) return "logo";
    return place && !isInside(symbol, x, y) ? "frame" : undefined;
  };
  const areas = place ? [{ left: 0, top: 0, right: gray.width, bottom: gray.height }] : logos;
  // Rows between two steps cannot hide a pattern, because its middle part is at least 1.8 modules high.
  const step = Math.max(1, Math.floor(scale));
  for (const area of areas) {
    const [from, to] = [Math.max(0, Math.floor(area.left)), Math.min(gray.width, Math.ceil(area.right))];
    for (let y = Math.max(0, Math.floor(area.top)); y < Math.min(gray.height, area.bottom); y += step) {
      for (const x of centersInRow(isDark, from, to, y, scale)) {
        const where = found(x, y);
        if (where && isCrossed(isDark, gray, x, y, scale)) return where;
      }
    }
  }
  return undefined;
}

type IsDark = (x: number, y: number) => boolean;

/** Returns a function that returns whether a pixel has the colour of the modules. */
function darkIn(view: CodeView): IsDark {
  const { gray } = view;
  const threshold = (pupilLevel(view) + ringLevel(view)) / 2;
  const isNormal = isDarkOnLight(view);
  return (x, y) => (gray.data[y * gray.width + x] as number) < threshold === isNormal;
}

function isInside({ left, top, right, bottom }: Box, x: number, y: number): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}

/** Returns the centres of all patterns in the part of a row from `from` to `to`. */
function centersInRow(isDark: IsDark, from: number, to: number, y: number, scale: number): number[] {
  const centers: number[] = [];
  const runs = [0, 0, 0, 0, 0];
  let was = false;
  for (let x = from; x <= to; x++) {
    const is = x < to && isDark(x, y);
    if (is === was && x < to) {
      runs[4] = (runs[4] as number) + 1;
      continue;
    }
    // A dark part ends at this pixel.
    if (was && isPattern(runs, scale)) {
      const [, , middle = 0, light = 0, dark = 0] = runs;
      centers.push(Math.floor(x - dark - light - middle / 2));
    }
    runs.shift();
    runs.push(1);
    was = is;
  }
  return centers;
}

/** Returns whether the widths of a dark part and the next four parts have the proportions of a finder pattern, and a size
 *  that misleads decoders. */
function isPattern(runs: readonly number[], scale: number): boolean {
  const total = runs.reduce((sum, run) => sum + run, 0);
  const unit = total / SUM;
  if (unit < SMALLEST * scale || unit > LARGEST * scale) return false;
  return RATIO.every((wanted, at) => Math.abs((runs[at] as number) - wanted * unit) <= TOLERANCE * wanted * unit);
}

/** Returns whether the column through the centre of a pattern has the same proportions. */
function isCrossed(isDark: IsDark, { height }: Gray, x: number, y: number, scale: number): boolean {
  const run = (from: number, step: number, dark: boolean) => {
    let at = from;
    while (at >= 0 && at < height && isDark(x, at) === dark) at += step;
    return at;
  };
  if (!isDark(x, y)) return false;
  const up = [run(y, -1, true)];
  const down = [run(y, 1, true)];
  for (const dark of [false, true]) {
    up.push(run(up.at(-1) as number, -1, dark));
    down.push(run(down.at(-1) as number, 1, dark));
  }
  const [u0 = 0, u1 = 0, u2 = 0] = up;
  const [d0 = 0, d1 = 0, d2 = 0] = down;
  return isPattern([u1 - u2, u0 - u1, d0 - u0 - 1, d1 - d0, d2 - d1], scale);
}
