import { QrError } from "../errors.ts";

/** Returns the error for a store that fails. Callers only learn that they should try again. The operator reads one line, the
 *  cause: `store`, the failure's code and its message, but no other part, because that could hold what was to be stored. */
export function storeFailed(store: string, failure: unknown): QrError {
  const { code, message } = failure as { code?: unknown; message?: unknown };
  return storeUnavailable({ cause: `${store} failed: ${[code, message].filter((part) => part).join(" ")}` });
}

/** Returns the same error without a line for the operator, unless `options` has one as the cause. */
export function storeUnavailable(options?: ErrorOptions): QrError {
  const message = "links cannot be reached at the moment: try again in a moment";
  return new QrError("STORE_AWAY", 503, message, undefined, options);
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
export const REPORT_PAUSE = 60_000;

/** Runs work with `store`, and turns its failures into storeFailed or storeFull. Reports one line when an outage begins, and
 *  one per minute while the store is full. */
export function createGuard(store: string, { known = false, isFull = () => false }: GuardSettings = {}): Guard {
  let isDown = known;
  let fullUntil = Number.NEGATIVE_INFINITY;
  return async (work) => {
    try {
      const value = await work();
      isDown = false;
      return value;
    } catch (error) {
      if (error instanceof QrError) throw error;
      if (error instanceof LimitReached || isFull(error)) {
        if (performance.now() < fullUntil) throw storeFull();
        fullUntil = performance.now() + REPORT_PAUSE;
        throw storeFull({ cause: `${store} ${FULL}` });
      }
      const reported = isDown;
      isDown = true;
      throw reported ? storeUnavailable() : storeFailed(store, error);
    }
  };
}

/** The rest of the line for the operator. */
const FULL =
  "has no space for more links: raise LINKS_MAX_BYTES, or remove unused links with LINKS_EXPIRE or isoqr links purge";

/** Returns the error for a request that would wait too long behind others. */
export function storeBusy(): QrError {
  return new QrError("BUSY", 503, "too many links are asked for at once: try again in a moment");
}

/** Returns the error for a store that has reached its limit. Stored links stay: none is removed to make space for
 *  another. */
export function storeFull(options?: ErrorOptions): QrError {
  const message = "creating the link failed: the store has no space left; delete a link or try again later";
  return new QrError("STORE_AWAY", 503, message, undefined, options);
}

/** Resolves to the result of `work`. Rejects with the error that `late` returns if that takes more than `milliseconds`; `work`
 *  continues. */
export async function withTimeout<Value>(
  milliseconds: number,
  work: Promise<Value>,
  late: () => Error,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** 400 for a token of the caller's choice. */
export function invalidToken(): QrError {
  return new QrError("INVALID_OPTION", 400, "must be 22 to 128 random characters from A-Z, a-z, 0-9, - and _", "token");
}

/** 401 for a request to delete a link. */
export function tokenMissing(): QrError {
  const message = "deleting a link needs the token it was created with: send Authorization: Bearer <token>";
  return new QrError("UNAUTHORIZED", 401, message);
}

/** 403 for a token that is not that of the link. */
export function wrongToken(): QrError {
  const message = "this is not the token that the link was created with: send the one that came with it";
  return new QrError("FORBIDDEN", 403, message);
}

/** 404 for an id without a link. */
export function noSuchLink(): QrError {
  return new QrError("NOT_FOUND", 404, "there is no such link: it was never made, or it has been deleted");
}
