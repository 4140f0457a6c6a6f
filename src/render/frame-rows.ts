import type { FrameSettings } from "../options/frames.ts";
import { coverageOf } from "./fill.ts";
import type { FrameLayout } from "./frame.ts";
import { FULL } from "./tiles.ts";

/** Rasterizes frames. */

/** The runs of pixels with the same coverage in a scanline: for each, its end and its coverage, from 0 to FULL. */
export type FrameRow = Uint16Array;

/** Calls `visit` for each run. */
export function forEachRun(row: FrameRow, visit: (level: number, from: number, to: number) => void): void {
  for (let at = 0, from = 0; at < row.length; at += 2) {
    const to = row[at] as number;
    visit(row[at + 1] as number, from, to);
    from = to;
  }
}

/** The scanlines of the last frames. Those of one frame take at most 200 kB. */
const cache = /* @__PURE__ */ new Map<string, readonly FrameRow[]>();
export const MOST_FRAMES = 8;

/** Returns the scanlines of the frame. Consecutive scanlines that are equal are the same object. */
export function frameRows({ frame, size, caption }: FrameSettings, layout: FrameLayout): readonly FrameRow[] {
  const key = `${frame} ${size} ${caption === undefined}`;
  const known = cache.get(key);
  if (known) return known;
  const rows = drawFrameRows(layout);
  if (cache.size >= MOST_FRAMES) cache.clear();
  cache.set(key, rows);
  return rows;
}

/** Number of scanlines that are rasterized at a time, so that large pictures need little memory. */
const AT_ONCE = 32;

function drawFrameRows({ width, height, outline }: FrameLayout): readonly FrameRow[] {
  const rows: FrameRow[] = [];
  let last: FrameRow | undefined;
  for (let top = 0; top < height; top += AT_ONCE) {
    const shares = coverageOf(outline(-top), width, Math.min(AT_ONCE, height - top), 1);
    for (let at = 0; at < shares.length; at += width) {
      const runs = runsOf(shares.subarray(at, at + width));
      if (last?.join() !== runs.join()) last = Uint16Array.from(runs);
      rows.push(last as FrameRow);
    }
  }
  return rows;
}

function runsOf(shares: Float64Array): number[] {
  const runs: number[] = [];
  let last = -1;
  shares.forEach((share, x) => {
    const level = Math.round(share * FULL);
    if (level !== last) {
      if (x > 0) runs.push(x, last);
      last = level;
    }
  });
  return [...runs, shares.length, last];
}
