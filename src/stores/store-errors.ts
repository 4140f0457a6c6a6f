import { QrError } from "../errors.ts";

export const UNAVAILABLE = "share pages are unavailable: try again in a moment";
const STORE_BUSY = "too many concurrent requests for links: try again in a moment";
export const STORE_FULL = "link creation failed: the store has no space left; delete a link or try again later";
export const TOKEN = "{field} must be 22 to 128 random characters from A-Z, a-z, 0-9, - and _";
const TOKEN_MISSING = "deleting a link requires the token it was created with: send Authorization: Bearer <token>";
const WRONG_TOKEN = "the token must be the one returned when this link was created";
const NO_SUCH_LINK = "link not found: it was never created, has been deleted, or has expired";

/** Returns the error for a store that fails. The cause is one line for the operator's log, which consists of `store`, and
 *  the code and message of `failure`. Other properties could contain a link. */
export function storeFailed(store: string, failure: unknown): QrError {
  const { code, message } = failure as { code?: unknown; message?: unknown };
  return storeUnavailable({ cause: `${store} failed: ${[code, message].filter((part) => part).join(" ")}` });
}

/** Returns the error for a store that is unavailable. It has no cause unless `options` has one. */
export function storeUnavailable(options?: ErrorOptions): QrError {
  return new QrError("STORE_UNAVAILABLE", { rule: UNAVAILABLE, ...options });
}

const FULL =
  "has no space for more links: raise LINKS_MAX_BYTES, or remove unused links with LINKS_EXPIRE or isoqr links purge";

export const DISK_FULL =
  "has no space for more links, because the disk is full: free disk space, or remove unused links with isoqr links purge";

/** The error for a link that does not fit into the store. The log shows the name of the store, and then this
 *  message. */
export class LimitReached extends Error {
  constructor(message = FULL) {
    super(message);
  }
}

interface GuardSettings {
  readonly known?: boolean;
  /** Whether a failure means that the database has reached one of its own limits, such as one that its host sets. */
  readonly isFull?: (failure: unknown) => boolean;
}

export type Guard = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Milliseconds between two reports that a store is full, so that they do not fill the log. */
export const REPORT_PAUSE = 60_000;

/** Returns a function that runs work with `store`, and turns its failures into QrErrors. In an outage, only the first error
 *  has a cause, which is logged. While the store is full, one error per REPORT_PAUSE has a cause. */
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
        throw storeFull({ cause: `${store} ${error instanceof LimitReached ? error.message : FULL}` });
      }
      const reported = isDown;
      isDown = true;
      throw reported ? storeUnavailable() : storeFailed(store, error);
    }
  };
}

export function storeBusy(): QrError {
  return new QrError("BUSY", { rule: STORE_BUSY });
}

/** The error for a store that has reached its limit. Clients see the same code as in an outage, but metrics count this class
 *  separately. */
export class StoreFull extends QrError {}

/** Returns the error for a store that has reached its limit. No stored link is ever removed to make space. */
export function storeFull(options?: ErrorOptions): StoreFull {
  return new StoreFull("STORE_UNAVAILABLE", { rule: STORE_FULL, ...options });
}

/** Resolves to the result of `work`. After `milliseconds`, rejects with the error that `late` returns, while `work`
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

export function invalidToken(): QrError {
  return new QrError("INVALID_OPTION", { field: "token", rule: TOKEN });
}

export function tokenMissing(): QrError {
  return new QrError("UNAUTHORIZED", { rule: TOKEN_MISSING });
}

export function wrongToken(): QrError {
  return new QrError("FORBIDDEN", { rule: WRONG_TOKEN });
}

export function noSuchLink(): QrError {
  return new QrError("NOT_FOUND", { rule: NO_SUCH_LINK });
}
