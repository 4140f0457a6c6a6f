import type { Count, Counts } from "../stores/postgres/counts.ts";

/** Milliseconds until a count restarts. */
const DURATION = 60_000;

interface Settings {
  /** A prefix for the keys, so that several limiters can share `counts`. */
  readonly name: string;
  readonly points: number;
  readonly counts: Counts;
  /** The limiter to use while `counts` rejects. */
  readonly insurance?: Limiter;
}

export class Limiter {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Adds `points` to the count of `key`. Returns 0 within the limit, and otherwise the milliseconds until the count
   *  restarts. Returns a promise if `counts` does, or to delay a refusal during a flood. */
  take(key: string, points: number): number | Promise<number> {
    const { name, counts, insurance } = this.#settings;
    const count = counts.add(`${name}:${key}`, points, DURATION);
    if (!(count instanceof Promise)) return this.#judge(count);
    return count.then(
      (settled) => this.#judge(settled),
      (error) => {
        if (insurance) return insurance.take(key, points);
        throw error;
      },
    );
  }

  #judge({ points, rest }: Count): number | Promise<number> {
    const { points: most } = this.#settings;
    if (points <= most) return 0;
    const wait = Math.max(1, rest);
    return points > FLOOD * most ? hold(wait) : wait;
  }
}

/** A client whose count exceeds its limit by this factor is flooding the server. */
const FLOOD = 2;

/** Milliseconds by which refusals are delayed during a flood. This also delays the client's next request. Otherwise, a
 *  client that ignores refusals could keep the server busy with writing them. */
export const HOLD = 250;

/** Maximum number of refusals that are delayed at a time; as many as there are connections. */
export const MAX_HELD = 10_000;

let held = 0;

/** Resolves to `value` after HOLD, or returns it immediately if too many refusals are being delayed. */
function hold(value: number): number | Promise<number> {
  if (held >= MAX_HELD) return value;
  held += 1;
  return new Promise((resolve) => {
    setTimeout(() => {
      held -= 1;
      resolve(value);
    }, HOLD);
  });
}

/** Maximum number of keys counted in one process at a time. They take about 20 MB. */
export const MAX_KEYS = 100_000;

/** Maximum number of expired keys removed per call, because removing many together would delay a request. */
const SWEPT = 100;

/** Creates counts in the memory of this process. If there are more than `most` keys, evicts the count that would expire
 *  first, so its client starts again from 0. If new keys were rejected instead, an attacker with many addresses could lock
 *  out other clients. `now` is in milliseconds. */
export function createMemoryCounts(most = MAX_KEYS, now: () => number = () => performance.now()): Counts {
  // Not the Cache of src/cache.ts, which would drop the least recently used count. This map is ordered by `end`, because all
  // counts have the same duration.
  const kept = new Map<string, { points: number; readonly end: number }>();

  function sweep(time: number): void {
    let left = SWEPT;
    for (const [key, { end }] of kept) {
      if (kept.size < most && (end > time || left-- === 0)) return;
      kept.delete(key);
    }
  }

  return {
    add(key, points, duration): Count {
      const time = now();
      const known = kept.get(key);
      if (known && known.end > time) {
        known.points += points;
        return { points: known.points, rest: known.end - time };
      }
      // Deleted first, because a replaced value would keep its old position.
      kept.delete(key);
      sweep(time);
      kept.set(key, { points, end: time + duration });
      return { points, rest: duration };
    },
  };
}
