import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { jsonResponse } from "./respond.ts";

/** What is counted: every request, work that takes milliseconds or a thread, and new links. */
export type LimitKind = "requests" | "heavy" | "links";

/** Counts what each client does, and says who is one: only the host knows where a request comes from. */
export interface Limits {
  /** How much of each kind a client may have in a minute; 0 means any number. */
  readonly most: Readonly<Record<LimitKind, number>>;
  /** Adds `points` to what the client of `request` had of `kind` in its current minute. Resolves to 0 if that is within the
   *  limit, and otherwise to the milliseconds until the minute ends. Never rejects. */
  take(request: Request, kind: LimitKind, points: number): Promise<number>;
  /** Called for every request that is refused. */
  onRefused?(kind: LimitKind): void;
}

/** Why a client is refused, and for how long. */
export interface LimitRefusal {
  readonly error: QrError;
  /** Seconds, at least 1. */
  readonly seconds: number;
}

/** What is charged once the body is read. */
export interface Charges {
  /** Charges a picture with these options, and resolves to the refusal if that is over the limit. */
  picture(request: Request, words: RawOptions): Promise<Response | undefined>;
  /** Charges the items of a batch that is drawn already: if they are over the limit, the client's next request is refused. */
  batch(request: Request, count: number): void;
}

const WHAT: Readonly<Record<LimitKind, string>> = {
  requests: "requests",
  heavy: "pictures with logos, reports, cards and batch items",
  links: "new links",
};

/** What supervisors and load balancers ask: never limited. */
export const UNLIMITED_ROUTES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Routes with a limit of their own, by their patterns. A batch takes one of its items here and the others when they are
 *  known. */
const ROUTES: ReadonlyMap<string, LimitKind> = new Map([
  ["/api/og", "heavy"],
  ["/api/qr/validate", "heavy"],
  ["/api/qr/inspect", "heavy"],
  ["/api/qr/batch", "heavy"],
  ["/api/i", "links"],
]);

/** What a logo by address is called in a query, here and at the services whose addresses are understood. */
const LOGO_NAMES = ["logo", "centerImageUrl"] as const;

/** Takes one of `kind` from the client of `request`, and resolves to the refusal if that is over the limit. */
export async function refuseOver(limits: Limits, request: Request, kind: LimitKind): Promise<LimitRefusal | undefined> {
  const most = limits.most[kind];
  if (most === 0) return undefined;
  const wait = await limits.take(request, kind, 1);
  if (wait === 0) return undefined;
  limits.onRefused?.(kind);
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const rule = `at most ${most} per minute are allowed for each client`;
  const fix = `try again in ${seconds} second${seconds === 1 ? "" : "s"}`;
  return { error: new QrError("RATE_LIMITED", 429, `too many ${WHAT[kind]}: ${rule}, ${fix}`), seconds };
}

/** Charges a request for `route` before its body is read, and resolves to the refusal if the client is over a limit. A
 *  browser's preflight is free: without it, a page could not read the refusal. */
export async function refuseRoute(limits: Limits, request: Request, route: string): Promise<Response | undefined> {
  const { method } = request;
  if (UNLIMITED_ROUTES.has(route) || method === "OPTIONS") return undefined;
  const kinds: LimitKind[] = ["requests"];
  const kind = ROUTES.get(route);
  // HEAD makes no link.
  if (kind && !(kind === "links" && method === "HEAD")) kinds.push(kind);
  else if (method !== "POST" && hasLogo(request.url)) kinds.push("heavy");
  for (const one of kinds) {
    const refusal = await refuseOver(limits, request, one);
    if (refusal) return refusalResponse(refusal);
  }
  return undefined;
}

/** The charges that `limits` wants once a body is read. */
export function createCharges(limits: Limits): Charges {
  return {
    async picture(request, { logo, logoData }) {
      const refusal = logo || logoData ? await refuseOver(limits, request, "heavy") : undefined;
      return refusal && refusalResponse(refusal);
    },
    batch(request, count) {
      if (limits.most.heavy > 0 && count > 1) void limits.take(request, "heavy", count - 1);
    },
  };
}

function refusalResponse({ error, seconds }: LimitRefusal): Response {
  const headers = { "X-Error-Code": error.code, "Retry-After": String(seconds) };
  return jsonResponse({ error: error.message }, error.status, headers);
}

/** Names may be percent-encoded. */
function hasLogo(url: string): boolean {
  const from = url.indexOf("?");
  if (from < 0) return false;
  const query = new URLSearchParams(url.slice(from));
  return LOGO_NAMES.some((name) => query.has(name));
}
