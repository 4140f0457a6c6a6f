import RateLimiterRes from "rate-limiter-flexible/lib/RateLimiterRes.js";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";

/** What a client has had so far. */
export interface Count {
  readonly points: number;
  /** Milliseconds until its count starts again. */
  readonly rest: number;
}

/** Where counts are kept. */
export interface Counts {
  /** Adds `points` to those of `key`, in one atomic step, and resolves to the sum. A key that has none starts, and ends
   *  `duration` milliseconds later. */
  add(key: string, points: number, duration: number): Promise<Count>;
}

/** Seconds for which points count. */
const DURATION = 60;

interface Settings {
  /** Tells the keys of this limiter from those of others in the same counts. */
  readonly name: string;
  /** Points a minute. */
  readonly points: number;
  readonly counts: Counts;
  /** Counts by itself when `counts` rejects. */
  readonly insurance?: Limiter;
}

/** A limit of points a minute, counted in any `Counts`. */
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

  /** Takes `points` from `key`. Resolves to 0 within the limit, and past it to the milliseconds until there are points again. */
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
