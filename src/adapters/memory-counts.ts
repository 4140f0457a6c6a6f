import type { Count, Counts } from "./limiter.ts";

/** Keys that are counted at a time, in one process: some 20 MB. */
const MOST_KEYS = 100_000;

/** Keys that are over, and are forgotten at a time: all at once would hold up a request. */
const SWEPT = 100;

interface Kept {
  points: number;
  readonly end: number;
}

/** Counts in the memory of this process. Past `most` keys at a time, the one that would end first makes room for the next:
 *  its client starts again from 0, so that whoever comes with many addresses locks out nobody. `now` is in milliseconds. */
export function createMemoryCounts(most = MOST_KEYS, now: () => number = () => performance.now()): Counts {
  // In the order in which they end, since all last equally long.
  const kept = new Map<string, Kept>();

  function sweep(time: number): void {
    let left = SWEPT;
    for (const [key, { end }] of kept) {
      if (kept.size < most && (end > time || left-- === 0)) return;
      kept.delete(key);
    }
  }

  return {
    async add(key, points, duration): Promise<Count> {
      const time = now();
      const known = kept.get(key);
      if (known && known.end > time) {
        known.points += points;
        return { points: known.points, rest: known.end - time };
      }
      // At the end of the order, which a value that is replaced would not be.
      kept.delete(key);
      sweep(time);
      kept.set(key, { points, end: time + duration });
      return { points, rest: duration };
    },
  };
}
