import RateLimiterRes from "rate-limiter-flexible/lib/RateLimiterRes.js";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
import type { Count, Counts } from "../stores/postgres-counts.ts";

const DURATION = 60;

interface Settings {
  /** A prefix for the keys, so that several limiters can share `counts`. */
  readonly name: string;
  readonly points: number;
  readonly counts: Counts;
  /** The fallback limiter for when `counts` rejects. */
  readonly insurance?: Limiter;
}

export class Limiter extends RateLimiterStoreAbstract<Count> {
  readonly #counts: Counts;

  constructor({ name, points, counts, insurance }: Settings) {
    super({
      storeClient: counts,
      keyPrefix: name,
      points,
      duration: DURATION,
      ...(insurance && { insuranceLimiter: insurance }),
    });
    this.#counts = counts;
  }

  /** Adds `points` to the count of `key`. Resolves to 0 within the limit, and otherwise to the milliseconds until the
   *  count restarts. */
  async take(key: string, points: number): Promise<number> {
    try {
      await this.consume(key, points);
      return 0;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return Math.max(1, refused.msBeforeNext);
      throw refused;
    }
  }

  protected override _upsert(key: string, points: number, duration: number): Promise<Count> {
    return this.#counts.add(key, points, duration);
  }

  protected override async _get(): Promise<null> {
    return null;
  }

  protected override async _delete(): Promise<boolean> {
    return false;
  }

  protected override _getRateLimiterRes(_key: string, changed: number, { points, rest }: Count): RateLimiterRes {
    return new RateLimiterRes(Math.max(0, this.points - points), rest, points, points === changed);
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
