import type { ApiCall } from "../api.ts";
import { HEAVY_WORK } from "./heavy-text.ts";
import { OverLimit, type Reply, refusalResponse } from "./respond.ts";

const OVER_LIMIT = "too many {what}: the limit is {most} per client per minute; try again in {seconds} {unit}";

/** What a limit counts: all requests, heavy work (such as reports, and images with logos, captions or large designs), or
 *  requests for new links. */
export type LimitKind = "requests" | "heavy" | "links";

/** Counts the requests of each client. The host identifies clients, because it has the addresses of connections. */
export interface Limits {
  /** Maximum count of each kind per client and minute; 0 means no limit. */
  readonly most: Readonly<Record<LimitKind, number>>;
  /** Adds `points` to the client's count of `kind` in its current minute. Returns 0 if the count is within the limit, and
   *  otherwise the number of milliseconds until the minute ends. Returns a promise only if it has to wait, because a
   *  promise per request takes longer than counting. Never throws or rejects. */
  take(request: Request, kind: LimitKind, points: number): number | Promise<number>;
  /** Called for every rejected request, with the limit that it exceeded. */
  onRefused?(kind: LimitKind): void;
}

/** Charges clients for work that depends on the request body. */
export interface Charges {
  /** Charges the client for the points of a request after the first one, which its route has charged. The work is done even if
   *  it exceeds the limit, but then the client's next heavy request is rejected. */
  rest(request: Request, points: number): void;
}

/** Returns the calls of requests. A call has the client and the abort signal of its request. */
export interface Calls {
  /** Returns the call of a request that its route has charged as a whole, so its work is not charged again. */
  of(request: Request): TakingTurns;
  /** Returns the call for the picture or the search of `request`. A search charges the client one point for each design. A
   *  picture charges it before the first heavy job: one point for a picture with a caption or a logo, and more for a slow
   *  picture. A logo that the format does not draw, as in JSON, costs nothing. */
  picture(request: Request): TakingTurns;
  /** Returns the call of a request that is charged for each of its jobs, after the point that its route has charged. Its work is
   *  done even if it exceeds the limit, but then the client's next heavy request is rejected. */
  metered(request: Request): TakingTurns;
}

/** A call whose client takes turns with others. */
export interface TakingTurns extends ApiCall {
  /** Returns undefined if the work may be done now, and otherwise a promise that resolves when it is the client's turn. */
  turn?(): Turn;
}

export type Turn = Promise<void> | undefined;

/** Returns when the work of a call may begin, as `TakingTurns.turn` does. Does not read the abort signal: Deno warns about
 *  programs that do, and turns are short. */
export type TakeTurn = (call: Pick<ApiCall, "client">) => Turn;

export type ClientOf = (request: Request) => string | undefined;

const WHAT: Readonly<Record<LimitKind, string>> = {
  requests: "requests",
  heavy: HEAVY_WORK,
  links: "new links",
};

/** The routes of health checks, which are never limited. */
export const UNLIMITED_ROUTES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Routes that count towards a second limit in addition to "requests", by route pattern. A batch is charged for one item
 *  here, and for its other items after its body is parsed. A picture code is charged for the time of each job before the job runs. */
const ROUTES: ReadonlyMap<string, LimitKind> = new Map([
  ["/api/og", "heavy"],
  ["/api/qr/validate", "heavy"],
  ["/api/qr/inspect", "heavy"],
  ["/api/qr/batch", "heavy"],
  ["/api/qr/picture", "heavy"],
  ["/api/poster", "heavy"],
  ["/api/sheet", "heavy"],
  ["/api/i", "links"],
]);

/** Charges the client of `request` for `points` of `kind`. Returns the error if the client is over the limit, and otherwise
 *  undefined. Returns a promise only if `Limits.take` does. */
export function refuseOver(
  limits: Limits,
  request: Request,
  kind: LimitKind,
  points = 1,
): OverLimit | undefined | Promise<OverLimit | undefined> {
  const most = limits.most[kind];
  if (most === 0) return undefined;
  const refusal = (wait: number) => {
    if (wait === 0) return undefined;
    limits.onRefused?.(kind);
    return overLimit(kind, most, Math.max(1, Math.ceil(wait / 1000)));
  };
  const wait = limits.take(request, kind, points);
  return typeof wait === "number" ? refusal(wait) : wait.then(refusal);
}

export function overLimit(kind: LimitKind, most: number, seconds: number): OverLimit {
  const values = { what: WHAT[kind], most, seconds, unit: seconds === 1 ? "second" : "seconds" };
  return new OverLimit({ rule: OVER_LIMIT, values }, seconds);
}

/** Charges the client for a request to `route` before the body is read. Returns the error response if the client is over a
 *  limit, and otherwise undefined. Returns a promise only if `Limits.take` does. Preflights are free, because a page could
 *  not read the error of a failed one. */
export function refuseRoute(
  limits: Limits,
  request: Request,
  route: string,
): Reply | undefined | Promise<Reply | undefined> {
  const { method } = request;
  if (UNLIMITED_ROUTES.has(route) || method === "OPTIONS") return undefined;
  const kind = ROUTES.get(route);
  // A HEAD request creates no link, so it does not count as one.
  const isFree = kind === undefined || (kind === "links" && method === "HEAD");
  const chargeKind = (refusal?: OverLimit) => refusal ?? (isFree ? undefined : refuseOver(limits, request, kind));
  const first = refuseOver(limits, request, "requests");
  const refusal = first instanceof Promise ? first.then(chargeKind) : chargeKind(first);
  const respond = (error?: OverLimit) => error && refusalResponse(error);
  return refusal instanceof Promise ? refusal.then(respond) : respond(refusal);
}

export function createCharges(limits: Limits): Charges {
  return {
    rest(request, points) {
      if (limits.most.heavy > 0 && points > 1) void limits.take(request, "heavy", points - 1);
    },
  };
}

export function createCalls(clientOf?: ClientOf, limits?: Limits, takeTurn?: TakeTurn): Calls {
  const of = (request: Request) => new RequestCall(request, clientOf, takeTurn);
  if (!limits) return { of, picture: of, metered: of };
  return {
    of,
    picture: (request) => Object.assign(of(request), { takeQuota: createQuota(limits, request) }),
    metered: (request) => Object.assign(of(request), { takeQuota: createMeter(createCharges(limits), request) }),
  };
}

/** Returns a function that charges the client of `request` for heavy work, and never rejects. */
function createMeter({ rest }: Charges, request: Request): NonNullable<ApiCall["takeQuota"]> {
  let paid = 1;
  return async (points = 1) => {
    // `rest` does not charge the first point.
    rest(request, points - paid + 1);
    paid = Math.max(paid, points);
  };
}

/** Returns a function that charges the client of `request` for heavy work. `taken` points are charged already. */
export function createQuota(limits: Limits, request: Request, taken = 0): NonNullable<ApiCall["takeQuota"]> {
  let paid = taken;
  return async (points = 1) => {
    const more = points - paid;
    if (more <= 0) return;
    paid = points;
    const refusal = await refuseOver(limits, request, "heavy", more);
    if (!refusal) return;
    paid -= more;
    throw refusal;
  };
}

/** Has getters, because on some hosts it takes time to create the signal of a request or to find its client. */
class RequestCall implements TakingTurns {
  readonly #request: Request;
  readonly #clientOf: ClientOf | undefined;
  readonly #takeTurn: TakeTurn | undefined;

  constructor(request: Request, clientOf: ClientOf | undefined, takeTurn: TakeTurn | undefined) {
    this.#request = request;
    this.#clientOf = clientOf;
    this.#takeTurn = takeTurn;
  }

  turn(): Turn {
    return this.#takeTurn?.(this);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get client(): string | undefined {
    return this.#clientOf?.(this.#request);
  }
}
