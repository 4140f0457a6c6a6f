import { channelsFor } from "./coverage.ts";
import { channels } from "./flatten.ts";
import type { Parts } from "./parts.ts";
import type { Ink } from "./png.ts";
import type { Ramp } from "./ramp.ts";
import { FULL } from "./tiles.ts";

/** Maximum number of colours in a palette. */
export const MOST = 256;
/** Maximum number of consecutive colours of a gradient that share one antialiased blend with the background at curved
 *  edges. A blend then differs by at most 8 of 255 from the exact colour, and only in pixels that are partly
 *  covered. */
export const MOST_SHARED = 16;

/** Maps the pixels of one part to palette indices: `indices` has one for each coverage << shift | colour number. */
interface Pen {
  readonly ramp: Ramp;
  readonly shift: number;
  readonly indices: Uint8Array;
}

/** Returns the palette of a picture and the function that draws it, or undefined if it needs more than 256 colours.
 *  `ramps` are the paints of the parts. `bg` is a colour or transparent. */
export function inkOf(parts: Parts, ramps: readonly Ramp[], bg: string, size: number): Ink | undefined {
  const used = (part: number) => FULL_LEVELS.filter((level) => (parts.levels[part] as number) & (1 << level));
  const blends = ramps.map((_, part) => used(part));
  const countAll = (shared: number) =>
    ramps.reduce((sum, ramp, part) => {
      const isUsed = parts.levels[part] ? 1 : 0;
      return sum + isUsed * countOf(ramp) + (blends[part]?.length ?? 0) * Math.ceil(countOf(ramp) / shared);
    }, 1);
  let shared = 1;
  while (countAll(shared) > MOST) if (++shared > MOST_SHARED) return undefined;

  const width = channelsFor(bg);
  const colors: number[] = [];
  const back = width === 4 ? undefined : channels(bg);
  const add = ({ colors: fronts }: Ramp, number: number, level: number) => {
    for (let channel = 0; channel < 3; channel++) {
      const front = fronts[3 * number + channel] as number;
      colors.push(back ? mix(front, back[channel] as number, level) : front);
    }
    return (width === 4 ? colors.push((255 / FULL) * level) : colors.length) / width - 1;
  };
  const modules = ramps[0] as Ramp;
  add(modules, countOf(modules) >> 1, 0);
  const pens = ramps.map((ramp, part): Pen => {
    const count = countOf(ramp);
    const shift = 32 - Math.clz32(count - 1);
    const indices = new Uint8Array((FULL + 1) << shift);
    if (!parts.levels[part]) return { ramp, shift, indices };
    for (let number = 0; number < count; number++) indices[(FULL << shift) | number] = add(ramp, number, FULL);
    for (const level of blends[part] ?? []) {
      for (let from = 0; from < count; from += shared) {
        const middle = Math.min(count - 1, from + (shared >> 1));
        const start = level << shift;
        indices.fill(add(ramp, middle, level), start + from, start + Math.min(count, from + shared));
      }
    }
    return { ramp, shift, indices };
  });
  return { palette: Uint8Array.from(colors), row: rowsOf(parts, pens, size) };
}

const FULL_LEVELS = /* @__PURE__ */ Array.from({ length: FULL - 1 }, (_, at) => at + 1);

function countOf({ colors }: Ramp): number {
  return colors.length / 3;
}

/** Returns a value of `front` mixed with `back`. `level` is from 0 to FULL. */
export function mix(front: number, back: number, level: number): number {
  return ((front * level + back * (FULL - level) + (FULL >> 1)) / FULL) | 0;
}

function rowsOf(parts: Parts, pens: readonly Pen[], size: number): Ink["row"] {
  const levels = new Uint8Array(size);
  const line = new Uint8Array(size);
  let last: unknown;
  let first = 0;
  return (into, y) => {
    const row = parts.rowAt(y);
    if (!row) {
      into.fill(0);
      return;
    }
    const isNew = row !== last;
    if (isNew) first = y;
    last = row;
    const isChanged = isNew || (row.changes >>> Math.min(y - first, 31)) & 1;
    if (isChanged) parts.coverage(levels, y);
    if (isChanged || pens.some(({ ramp }) => y % ramp.rows === 0)) {
      for (const { part, from, to } of row.runs) drawRun(line, levels, pens[part] as Pen, from, to, y);
    }
    into.set(line);
  };
}

function drawRun(
  line: Uint8Array,
  levels: Uint8Array,
  { ramp, shift, indices }: Pen,
  from: number,
  to: number,
  y: number,
): void {
  if (shift === 0) {
    for (let x = from; x < to; x++) line[x] = indices[levels[x] as number] as number;
    return;
  }
  const { steps } = ramp;
  const start = ramp.at(y);
  for (let x = from; x < to; x++) {
    line[x] = indices[((levels[x] as number) << shift) | (steps[start + x] as number)] as number;
  }
}
