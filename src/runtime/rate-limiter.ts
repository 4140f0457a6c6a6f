import type { Count, Counts } from "../stores/postgres-counts.ts";

/** Milliseconds until a count restarts. */
const DURATION = 60_000;

interface Settings {
  /** A prefix for the keys, so that several limiters can share `counts`. */
  readonly name: string;
  readonly points: number;
  readonly counts: Counts;
  /** The fallback limiter for when `counts` rejects. */
  readonly insurance?: Limiter;
}

export class Limiter {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Adds `points` to the count of `key`. Resolves to 0 within the limit, and otherwise to the milliseconds until the
   *  count restarts. */
  async take(key: string, points: number): Promise<number> {
    const { name, points: most, counts, insurance } = this.#settings;
    let count: Count;
    try {
      count = await counts.add(`${name}:${key}`, points, DURATION);
    } catch (error) {
      if (insurance) return insurance.take(key, points);
      throw error;
    }
    return count.points <= most ? 0 : Math.max(1, count.rest);
  }
}

/** Maximum number of keys counted in one process at a time. They take about 20 MB. */
export const MOST_KEYS = 100_000;

/** Maximum number of expired keys removed per call. Removing all of them together would delay a request. */
const SWEPT = 100;

/** Creates counts in the memory of this process. Beyond `most` keys, evicts the count that would expire first, and its
 *  client starts again from 0. If new keys were rejected instead, an attacker with many addresses could lock out other
 *  clients. `now` is in milliseconds. */
export function createMemoryCounts(most = MOST_KEYS, now: () => number = () => performance.now()): Counts {
  // Does not use the Cache of src/cache.ts, which would drop the least recently used count. The map is ordered by
  // `end`, because all counts have the same duration.
  const kept = new Map<string, { points: number; readonly end: number }>();

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
      // The key is deleted first, because replacing its value would keep its old position.
      kept.delete(key);
      sweep(time);
      kept.set(key, { points, end: time + duration });
      return { points, rest: duration };
    },
  };
}
