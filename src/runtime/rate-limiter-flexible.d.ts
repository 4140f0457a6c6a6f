// The package has types for its main entry only, which imports clients for a dozen databases.

declare module "rate-limiter-flexible/lib/RateLimiterRes.js" {
  export { RateLimiterRes as default } from "rate-limiter-flexible";
}

declare module "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js" {
  import { RateLimiterStoreAbstract as Published, type RateLimiterRes } from "rate-limiter-flexible";

  /** Includes the methods that a store must implement, which the package's types leave out. */
  export default abstract class RateLimiterStoreAbstract<Stored> extends Published {
    /** Adds `points` to those of `key`, whose count restarts `duration` milliseconds after its first point. */
    protected abstract _upsert(key: string, points: number, duration: number): Promise<Stored>;
    protected abstract _get(key: string): Promise<Stored | null>;
    protected abstract _delete(key: string): Promise<boolean>;
    /** Converts `stored` into a result. */
    protected abstract _getRateLimiterRes(key: string, changed: number, stored: Stored): RateLimiterRes;
  }
}
