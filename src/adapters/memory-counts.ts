import type { Count, Counts } from "../ports.ts";

/** Most keys counted at a time in one process: about 20 MB. */
const MOST_KEYS = 100_000;

/** Ended keys removed at a time: removing all at once would delay a request. */
const SWEPT = 100;

interface Kept {
  points: number;
  readonly end: number;
}

/** Counts in the memory of this process. Beyond `most` keys, the one that would end first is dropped and its client starts
 *  again from 0, so that an attacker with many addresses cannot lock others out. `now` is in milliseconds. */
export function createMemoryCounts(most = MOST_KEYS, now: () => number = () => performance.now()): Counts {
  // Ordered by end, since all counts last equally long.
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
      // Deleted first, because replacing the value would keep the key's old position.
      kept.delete(key);
      sweep(time);
      kept.set(key, { points, end: time + duration });
      return { points, rest: duration };
    },
  };
}
