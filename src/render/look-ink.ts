import { type Parts, rowsOf } from "./parts.ts";
import type { Ink } from "./png.ts";
import type { Ramp } from "./ramp.ts";
import { FULL } from "./tiles.ts";

/** Maximum number of colours in a palette. */
export const MAX_COLORS = 256;
/** Maximum number of consecutive colours of a gradient that share one antialiased blend, if the blend consisted of them
 *  alone and each differed by one from the previous. The smaller their part of a blend is, the more colours share it. A
 *  blend then differs by at most 12 of 255 from the exact colour, and only in pixels that are partly covered. */
export const MAX_SHARED = 24;

/** Maps the pixels of one part to palette indices: `indices` has one for each coverage << shift | colour number. */
interface Pen {
  /** The colours whose numbers select a blend: those of the part or, for a plain part on a gradient, the background's. */
  readonly counted: Ramp;
  readonly shift: number;
  readonly indices: Uint8Array;
}

/** Returns the palette of a picture and the function that draws it, or undefined if it needs more than `most` colours.
 *  `ramps` are the paints of the parts. `background` is undefined for a transparent background. */
export function inkOf(
  parts: Parts,
  ramps: readonly Ramp[],
  background: Ramp | undefined,
  { size, most }: { readonly size: number; readonly most: number },
): Ink | undefined {
  const backgrounds = background ? countOf(background) : 1;
  const inks = ramps.map((ramp, part) => {
    const used = parts.levels[part] as number;
    const levels = LEVELS.filter((level) => used & (1 << level));
    const isOwn = backgrounds === 1 || levels.length === 0;
    const counted = isOwn ? ramp : (background as Ramp);
    return { ramp, levels: used ? [FULL, ...levels] : [], isOwn, counted, path: pathOf(counted) };
  });
  // Blends of two gradients would need a colour for each pair of colours.
  if (inks.some(({ ramp, isOwn }) => !isOwn && countOf(ramp) > 1)) return undefined;
  const width = background ? 3 : 4;
  let palette: number[] = [];
  let last = 0;
  const set = (front: Ramp, number: number, backgroundNumber: number, level: number) => {
    for (let channel = 0; channel < 3; channel++) {
      const value = front.colors[3 * number + channel] as number;
      const back = background ? (background.colors[3 * backgroundNumber + channel] as number) : 0;
      palette[width * last + channel] = background ? mix(value, back, level) : value;
    }
    if (!background) palette[width * last + 3] = (255 / FULL) * level;
  };
  const modules = ramps[0] as Ramp;
  const pensOf = (shared: number) => {
    palette = [];
    for (last = 0; last < backgrounds; last++) set(modules, countOf(modules) >> 1, last, 0);
    last--;
    return inks.map(({ ramp, levels, isOwn, counted, path }): Pen => {
      const shift = 32 - Math.clz32(path.length - 1);
      const indices = new Uint8Array((FULL + 1) << shift);
      for (const level of levels) {
        const share = shareOf(isOwn, level, shared);
        // Where the group's first and middle colours are. No colour is farther than half a share from the middle one.
        let first = 0;
        let middle = -share;
        for (let number = 0; number < path.length && last < most; number++) {
          const place = path[number] as number;
          if (place - middle >= share / 2) {
            last++;
            first = place;
          }
          if (place - first <= share / 2) {
            middle = place;
            set(ramp, isOwn ? number : 0, isOwn ? 0 : number, level);
          }
          indices[(level << shift) | number] = last;
        }
      }
      return { counted, shift, indices };
    });
  };
  /** Returns a number of colours that `pensOf` certainly needs: the next group begins at most a share and a step, less one,
   *  after the first colour of a group. */
  const leastOf = (shared: number) =>
    inks.reduce((sum, { levels, isOwn, path }) => {
      const [length, gap] = [path.at(-1) as number, stepOf(path) - 1];
      return levels.reduce((all, level) => all + Math.floor(length / (shareOf(isOwn, level, shared) + gap)) + 1, sum);
    }, backgrounds - 1);
  let shared = 0;
  let pens: readonly Pen[];
  do {
    do {
      if (shared === MAX_SHARED) return undefined;
    } while (leastOf(++shared) >= most);
    pens = pensOf(shared);
  } while (last >= most);
  const row = rowsOf(parts, size, {
    bytes: 1,
    ramps,
    background,
    // The colours of the background are the first in the palette.
    drawBackground: (into, { steps, at }, y) => into.set(steps.subarray(at(y), at(y) + size)),
    drawRun: (into, covered, { part, from, to }, y) => {
      const { counted, shift, indices } = pens[part] as Pen;
      const { steps } = counted;
      const start = counted.at(y);
      for (let x = from; x < to; x++) {
        const level = covered[x] as number;
        if (level !== 0) into[x] = indices[(level << shift) | (steps[start + x] as number)] as number;
      }
    },
  });
  return { palette: Uint8Array.from(palette), row };
}

const LEVELS = /* @__PURE__ */ Array.from({ length: FULL - 1 }, (_, at) => at + 1);

function countOf({ colors }: Ramp): number {
  return colors.length / 3;
}

/** Returns how far apart colours may be that share one blend, in the channel that changes most. */
function shareOf(isOwn: boolean, level: number, shared: number): number {
  return isOwn && level === FULL ? 1 : Math.floor((shared * FULL) / (isOwn ? level : FULL - level));
}

/** Returns the largest distance between two consecutive colours of a path, at least 1. */
function stepOf(path: readonly number[]): number {
  return path.reduce((most, place, at) => Math.max(most, place - (path[at - 1] ?? 0)), 1);
}

/** Returns the distance of each colour from the first, along the gradient, in the channel that changes most. */
function pathOf({ colors }: Ramp): number[] {
  const path = [0];
  let place = 0;
  for (let at = 3; at < colors.length; at += 3) {
    const changes = [at, at + 1, at + 2].map((to) => Math.abs((colors[to] as number) - (colors[to - 3] as number)));
    place += Math.max(...changes);
    path.push(place);
  }
  return path;
}

/** Returns a value of `front` mixed with `back`. `level` is from 0 to FULL. */
export function mix(front: number, back: number, level: number): number {
  return ((front * level + back * (FULL - level) + (FULL >> 1)) / FULL) | 0;
}
