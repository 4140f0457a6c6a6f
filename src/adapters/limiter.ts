import RateLimiterRes from "rate-limiter-flexible/lib/RateLimiterRes.js";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
import type { Count, Counts } from "../ports.ts";

/** Seconds after which a count ends. */
const DURATION = 60;

interface Settings {
  /** Separates the keys of this limiter from those of others in the same counts. */
  readonly name: string;
  /** Points per minute. */
  readonly points: number;
  readonly counts: Counts;
  /** Used when `counts` rejects. */
  readonly insurance?: Limiter;
}

/** A limit of points per minute, counted in any `Counts`. */
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

  /** Takes `points` for `key`. Resolves to 0 within the limit, and otherwise to the milliseconds until the count ends. */
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
