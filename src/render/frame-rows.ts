import type { FrameSettings } from "../options/frames.ts";
import { coverageOf } from "./fill.ts";
import type { FrameLayout } from "./frame.ts";
import { FULL } from "./tiles.ts";

/** The scanlines of the latest frames. A frame usually takes 20 kB, and at most 1.2 MB. */
const cache = /* @__PURE__ */ new Map<string, Uint8Array[]>();
export const MOST_FRAMES = 8;

/** Number of scanlines that are rasterized at a time, so that large pictures need little memory. */
const AT_ONCE = 32;

/** Returns the coverage of each pixel of the frame, from 0 to FULL, by scanline. Consecutive scanlines that are equal are
 *  the same array. */
export function frameRows(
  { frame, size, caption }: FrameSettings,
  { width, height, outline }: FrameLayout,
): readonly Uint8Array[] {
  const key = `${frame} ${size} ${caption === undefined}`;
  const known = cache.get(key);
  if (known) return known;
  const rows: Uint8Array[] = [];
  for (let top = 0; top < height; top += AT_ONCE) {
    const shares = coverageOf(outline(-top), width, Math.min(AT_ONCE, height - top), 1);
    for (let at = 0; at < shares.length; at += width) {
      const last = rows.at(-1);
      const row = new Uint8Array(width);
      let isNew = !last;
      for (let x = 0; x < width; x++) {
        row[x] = Math.round((shares[at + x] as number) * FULL);
        isNew ||= row[x] !== last?.[x];
      }
      rows.push(isNew ? row : (last as Uint8Array));
    }
  }
  if (cache.size >= MOST_FRAMES) cache.clear();
  cache.set(key, rows);
  return rows;
}
