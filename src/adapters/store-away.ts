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

interface GuardSettings {
  /** Whether the operator was told of the first outage already. */
  readonly known?: boolean;
  /** Whether a failure is that the store has reached its bound. */
  readonly isFull?: (failure: unknown) => boolean;
}

/** Does work with `store`, whose failures become storeAway, or storeFull. Of an outage the operator reads once: when it
 *  begins. */
export function createGuard(store: string, { known = false, isFull = () => false }: GuardSettings = {}) {
  let isAway = known;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      const value = await work();
      isAway = false;
      return value;
    } catch (error) {
      if (error instanceof QrError) throw error;
      const told = isAway;
      isAway = true;
      const full = isFull(error);
      if (told) throw full ? storeFull() : away();
      throw full
        ? storeFull({ cause: `${store} has reached its bound: no more links are kept` })
        : storeAway(store, error);
    }
  };
}

/** The answer where more waits for a store than it can get through soon. */
export function storeBusy(): QrError {
  return new QrError("BUSY", 503, "too many links are asked for at once: try again in a moment");
}

/** The answer where a store has reached its bound. What is stored stays, for a link that was promised must not make way
 *  for another. */
export function storeFull(options?: ErrorOptions): QrError {
  const sentence = "there is no room for another link: delete one, or come back later";
  return new QrError("STORE_AWAY", 503, sentence, undefined, options);
}
