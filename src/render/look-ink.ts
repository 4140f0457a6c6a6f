import { type Parts, rowsOf } from "./parts.ts";
import type { Ink } from "./png.ts";
import type { Ramp } from "./ramp.ts";
import { FULL } from "./tiles.ts";

/** Maximum number of colours in a palette. */
export const MOST = 256;
/** Maximum number of consecutive colours of a gradient that share one antialiased blend, if the blend consisted of them
 *  alone. The smaller their part of a blend is, the more colours share it. A blend then differs by at most 8 of 255
 *  from the exact colour, and only in pixels that are partly covered. */
export const MOST_SHARED = 16;

/** Maps the pixels of one part to palette indices: `indices` has one for each coverage << shift | colour number. */
interface Pen {
  /** The colours whose numbers select a blend: those of the part or, for a plain part on a gradient, the background's. */
  readonly counted: Ramp;
  readonly shift: number;
  readonly indices: Uint8Array;
}

/** Returns the palette of a picture and the function that draws it, or undefined if it needs more than `most` colours.
 *  `ramps` are the paints of the parts. `ground` is undefined for a transparent background. */
export function inkOf(
  parts: Parts,
  ramps: readonly Ramp[],
  ground: Ramp | undefined,
  size: number,
  most: number,
): Ink | undefined {
  const grounds = ground ? countOf(ground) : 1;
  const inks = ramps.map((ramp, part) => {
    const used = parts.levels[part] as number;
    const levels = LEVELS.filter((level) => used & (1 << level));
    const isOwn = grounds === 1 || levels.length === 0;
    return { ramp, levels, isUsed: used !== 0, isOwn, counted: isOwn ? ramp : (ground as Ramp) };
  });
  // Blends of two gradients would need a colour for each pair of colours.
  if (inks.some(({ ramp, isOwn }) => !isOwn && countOf(ramp) > 1)) return undefined;
  const shareOf = (level: number, isOwn: boolean, shared: number) =>
    Math.floor((shared * FULL) / (isOwn ? level : FULL - level));
  const countAll = (shared: number) =>
    inks.reduce((sum, { ramp, levels, isUsed, isOwn, counted }) => {
      const counts = levels.map((level) => Math.ceil(countOf(counted) / shareOf(level, isOwn, shared)));
      return counts.reduce((all, count) => all + count, sum + (isUsed ? countOf(ramp) : 0));
    }, grounds);
  let shared = 1;
  while (countAll(shared) > most) if (++shared > MOST_SHARED) return undefined;

  const width = ground ? 3 : 4;
  const palette = new Uint8Array(width * countAll(shared));
  let length = 0;
  const add = (front: Ramp, number: number, groundNumber: number, level: number) => {
    for (let channel = 0; channel < 3; channel++) {
      const value = front.colors[3 * number + channel] as number;
      const back = ground ? (ground.colors[3 * groundNumber + channel] as number) : 0;
      palette[width * length + channel] = ground ? mix(value, back, level) : value;
    }
    if (!ground) palette[width * length + 3] = (255 / FULL) * level;
    return length++;
  };
  const modules = ramps[0] as Ramp;
  for (let number = 0; number < grounds; number++) add(modules, countOf(modules) >> 1, number, 0);
  const pens = inks.map(({ ramp, levels, isUsed, isOwn, counted }): Pen => {
    const count = countOf(counted);
    const shift = 32 - Math.clz32(count - 1);
    const indices = new Uint8Array((FULL + 1) << shift);
    const addBlends = (level: number, share: number) => {
      for (let from = 0; from < count; from += share) {
        const middle = Math.min(count - 1, from + (share >> 1));
        const index = isOwn ? add(ramp, middle, 0, level) : add(ramp, 0, middle, level);
        indices.fill(index, (level << shift) + from, (level << shift) + Math.min(count, from + share));
      }
    };
    if (isUsed) addBlends(FULL, isOwn ? 1 : count);
    for (const level of levels) addBlends(level, shareOf(level, isOwn, shared));
    return { counted, shift, indices };
  });
  const row = rowsOf(parts, size, {
    bytes: 1,
    ramps,
    ground,
    // The colours of the background are the first in the palette.
    drawGround: (into, { steps, at }, y) => into.set(steps.subarray(at(y), at(y) + size)),
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
  return { palette, row };
}

const LEVELS = /* @__PURE__ */ Array.from({ length: FULL - 1 }, (_, at) => at + 1);

function countOf({ colors }: Ramp): number {
  return colors.length / 3;
}

/** Returns a value of `front` mixed with `back`. `level` is from 0 to FULL. */
export function mix(front: number, back: number, level: number): number {
  return ((front * level + back * (FULL - level) + (FULL >> 1)) / FULL) | 0;
}
