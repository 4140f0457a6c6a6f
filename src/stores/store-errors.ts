import { QrError } from "../errors.ts";

/** The answer where a store of links fails. The caller learns no more than to come back; the operator reads one line, which
 *  has `store`, the failure's code and its message, but none of its other parts, for those may hold what was to be stored. */
export function storeAway(store: string, failure: unknown): QrError {
  const { code, message } = failure as { code?: unknown; message?: unknown };
  return away({ cause: `${store} failed: ${[code, message].filter((part) => part).join(" ")}` });
}

/** The same for the caller, with nothing for the operator unless it stands in `options`. */
export function away(options?: ErrorOptions): QrError {
  const sentence = "links cannot be reached at the moment: try again in a moment";
  return new QrError("STORE_AWAY", 503, sentence, undefined, options);
}

/** Thrown when a store has reached its limit. */
export class LimitReached extends Error {}

interface GuardSettings {
  /** Whether the first outage has been reported already. */
  readonly known?: boolean;
  /** Whether a failure means that the store itself, such as a hosted database, has reached a limit. */
  readonly isFull?: (failure: unknown) => boolean;
}

/** Runs `work` with a store. */
export type Guard = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Milliseconds between two reports that a store is full: filling the store must not fill the log. */
const REPORT_PAUSE = 60_000;

/** Runs work with `store`, and turns its failures into storeAway or storeFull. Reports one line when an outage begins, and
 *  one per minute while the store is full. */
export function createGuard(store: string, { known = false, isFull = () => false }: GuardSettings = {}): Guard {
  let isAway = known;
  let fullUntil = Number.NEGATIVE_INFINITY;
  return async (work) => {
    try {
      const value = await work();
      isAway = false;
      return value;
    } catch (error) {
      if (error instanceof QrError) throw error;
      if (error instanceof LimitReached || isFull(error)) {
        if (performance.now() < fullUntil) throw storeFull();
        fullUntil = performance.now() + REPORT_PAUSE;
        throw storeFull({ cause: `${store} ${FULL}` });
      }
      const reported = isAway;
      isAway = true;
      throw reported ? away() : storeAway(store, error);
    }
  };
}

/** Tells the operator what to do. */
const FULL =
  "has no space for more links: raise LINKS_MAX_BYTES, or remove unused links with LINKS_EXPIRE or isoqr links purge";

/** The answer where more waits for a store than it can get through soon. */
export function storeBusy(): QrError {
  return new QrError("BUSY", 503, "too many links are asked for at once: try again in a moment");
}

/** Returns the error for a store that has reached its limit. Stored links stay: none is removed to make space for
 *  another. */
export function storeFull(options?: ErrorOptions): QrError {
  const sentence = "creating the link failed: the store has no space left; delete a link or try again later";
  return new QrError("STORE_AWAY", 503, sentence, undefined, options);
}
