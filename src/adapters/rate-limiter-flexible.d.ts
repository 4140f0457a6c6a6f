// The package's own types are for its one entry, which brings clients of a dozen databases along.

declare module "rate-limiter-flexible/lib/RateLimiterRes.js" {
  export { RateLimiterRes as default } from "rate-limiter-flexible";
}

declare module "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js" {
  import { RateLimiterStoreAbstract as Published, type RateLimiterRes } from "rate-limiter-flexible";

  /** With what the package asks of those who write a store, and its types leave out. */
  export default abstract class RateLimiterStoreAbstract<Stored> extends Published {
    /** Adds `points` to those of `key`, which end `duration` milliseconds after its first ones. */
    protected abstract _upsert(key: string, points: number, duration: number): Promise<Stored>;
    protected abstract _get(key: string): Promise<Stored | null>;
    protected abstract _delete(key: string): Promise<boolean>;
    /** What `stored` means for the limit. */
    protected abstract _getRateLimiterRes(key: string, changed: number, stored: Stored): RateLimiterRes;
  }
}
