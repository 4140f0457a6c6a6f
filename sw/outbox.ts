import { retryAfterOf } from "../src/client/send.ts";
import { splitLink } from "../src/links/text.ts";
import { TOKEN } from "../src/links/token.ts";
import type { DeviceLinks, Errand, OutboxPause } from "../src/stores/indexeddb.ts";

/** The number of links and deletions that the server does not have yet. */
export interface OutboxState {
  readonly pending: number;
  /** Milliseconds until the next attempt. */
  readonly wait: number;
}

/** Number of errands to run concurrently, and number of errands to read from the database at a time. */
const CONCURRENCY = 4;
const PAGE = 100;
/** Number of consecutive failures that end a flush. */
const MAX_FAILURES = 3;
/** Maximum duration of a flush in milliseconds. It is limited, because browsers terminate workers that run for too long. The
 *  next flush continues. */
const FLUSH_TIME = 20_000;
/** Time before the first retry, and maximum time between two attempts, in milliseconds. */
const FIRST_WAIT = 2_000;
const MAX_WAIT = 15 * 60_000;
/** Minimum time between two attempts, in milliseconds, if the network has just become available. */
const EAGER_WAIT = 3_000;
/** Maximum number of failed attempts in an hour. */
const MAX_ATTEMPTS = 30;
const HOUR = 3_600_000;

/** Creates the outbox, which sends new and deleted links to `server`. Outboxes with the same `lock` take turns. */
export function createOutbox(links: DeviceLinks, server: string, lock: string) {
  let current: Promise<OutboxState> | undefined;
  let closed = false;

  async function flush(eager: boolean): Promise<OutboxState> {
    const kept = await links.readPause();
    const before = isPause(kept) ? kept : undefined;
    const left = before === undefined ? 0 : restOf(before, eager);
    if (left > 0) return { pending: await links.pending(), wait: left };
    // A lock, because an older version of the site's worker may also be sending.
    const { seconds, progress } = await navigator.locks.request(lock, run);
    const after = seconds === undefined ? undefined : pauseAfter(progress ? undefined : before, seconds);
    if (before ?? after) await links.writePause(after);
    return { pending: await links.pending(), wait: after === undefined ? 0 : restOf(after, false) };
  }

  /** Runs the errands. After a failure, `seconds` is the server's Retry-After, or 0 without one. Otherwise, it is undefined.
   *  `progress` is whether an errand was settled. */
  async function run(): Promise<{ readonly seconds: number | undefined; readonly progress: boolean }> {
    const end = performance.now() + FLUSH_TIME;
    let retryAfter: number | undefined;
    let failures = 0;
    let failed = false;
    let progress = false;
    let after = "";
    const record = (outcome: Outcome) => {
      if (outcome.kind === "settled") failures = 0;
      else if (outcome.kind === "unavailable") retryAfter = Math.max(retryAfter ?? 0, outcome.seconds ?? 0);
      else if (!outcome.isOwn && ++failures >= MAX_FAILURES) retryAfter ??= 0;
      failed ||= outcome.kind === "failed";
      progress ||= outcome.kind === "settled";
    };
    const shouldContinue = () => retryAfter === undefined && !closed && performance.now() < end;
    while (shouldContinue()) {
      const page = await links.errands(PAGE, after);
      const last = page.at(-1);
      if (!last) break;
      after = last.id;
      const queue = page.values();
      const runQueue = async () => {
        for (const errand of queue) if (shouldContinue()) record(await runErrand(errand, links, server));
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, runQueue));
    }
    // Failed errands are retried even if others succeeded.
    return { seconds: retryAfter ?? (failed ? 0 : undefined), progress };
  }

  return {
    /** Sends as much as possible, or only returns the state if the next attempt is not due yet. With `eager`, which means
     *  that the network has just become available, it is due a few seconds after the last attempt. Rejects only with errors
     *  of the store. */
    flush(eager = false): Promise<OutboxState> {
      current ??= flush(eager).finally(() => {
        current = undefined;
      });
      return current;
    },
    /** Starts no further errands. Resolves when those in progress are done. */
    async close(): Promise<void> {
      closed = true;
      await current;
    },
  };
}

/** Returns whether a stored value is a pause. Other scripts of the site could store anything. */
function isPause(value: OutboxPause | undefined): value is OutboxPause {
  if (!value) return false;
  const { last, until, failures, hour, attempts } = value;
  return [last, until, failures, hour, attempts].every(Number.isFinite) && hour <= last && until <= last + MAX_WAIT;
}

/** Returns the milliseconds until the next attempt. With `eager`, this includes only a pause that the server requested, and
 *  a short one after the last attempt. A pause is over if the clock has been set back, because its end is then unknown. */
function restOf({ last, until, byServer, hour, attempts }: OutboxPause, eager: boolean): number {
  const now = Date.now();
  if (last > now) return 0;
  const full = attempts >= MAX_ATTEMPTS ? hour + HOUR : 0;
  const next = eager && !byServer ? Math.min(until, last + EAGER_WAIT) : until;
  return Math.max(full, next) - now;
}

/** Returns the pause after a failed attempt. It grows exponentially with jitter, and is at least the server's `seconds`. */
function pauseAfter(before: OutboxPause | undefined, seconds: number): OutboxPause {
  const last = Date.now();
  const { failures = 0, hour = last, attempts = 0 } = before ?? {};
  const backoff = FIRST_WAIT * 2 ** Math.min(failures, 16) * (0.5 + Math.random());
  const wait = Math.min(MAX_WAIT, Math.max(backoff, seconds * 1000));
  const isNewHour = Math.abs(last - hour) >= HOUR;
  return {
    last,
    until: last + wait,
    byServer: seconds > 0,
    failures: failures + 1,
    hour: isNewHour ? last : hour,
    attempts: isNewHour ? 1 : attempts + 1,
  };
}

/** The outcome of an errand. After "failed", other errands may succeed. After "unavailable", none will. */
export interface Outcome {
  readonly kind: "settled" | "failed" | "unavailable";
  /** The time in the server's Retry-After header, in seconds. */
  readonly seconds?: number;
  /** Whether the failure concerns only this errand, so that later ones are still tried. */
  readonly isOwn?: true;
}

/** Milliseconds to wait for the server's response. */
const TIMEOUT = 15_000;

const SETTLED: Outcome = { kind: "settled" };

/** Runs one errand and stores the result. Sends the token of a deletion only to its own server. A response that is not from
 *  isoqr, such as that of a captive portal, counts as unavailable. */
export async function runErrand(errand: Errand, links: DeviceLinks, server: string): Promise<Outcome> {
  if (errand.task === "delete") {
    if ((errand.server ?? server) === server) return deleteLink(errand.id, errand.serverToken, links, server);
    await links.settleDeleted(errand.id);
    return SETTLED;
  }
  const post = await links.beginPost(errand.id);
  if (!post) {
    // The link was deleted after its errand was read.
    await links.settlePosted(errand.id);
    return SETTLED;
  }
  const response = await send(`${server}/api/i`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    // Tokens from an import may have another format. The service accepts such tokens for deleting links, but not for new links.
    body: JSON.stringify({ ...splitLink(post.data), ...(TOKEN.test(post.token) && { token: post.token }) }),
  });
  if (!response) return { kind: "unavailable" };
  const body = await jsonOf(response);
  if (response.ok && body?.id === errand.id) {
    await links.settlePosted(errand.id, isToken(body.token) ? body.token : undefined);
    return SETTLED;
  }
  if (isRejected(response, body)) {
    await links.settleRefused(errand.id);
    return SETTLED;
  }
  // A server of another release may have returned another id, so the link is sent again later.
  return response.ok && typeof body?.id === "string" ? { kind: "failed", isOwn: true } : failureOf(response);
}

async function deleteLink(id: string, token: string, links: DeviceLinks, server: string): Promise<Outcome> {
  const response = await send(`${server}/api/i/${id}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
  });
  if (!response) return { kind: "unavailable" };
  // 401, 403, 404: the link was already deleted, or someone else has created it again. Either way, it no longer belongs to this
  // device.
  const gone =
    response.status === 204 || ([401, 403, 404].includes(response.status) && (await jsonOf(response))?.error);
  if (!gone) return failureOf(response);
  await links.settleDeleted(id);
  return SETTLED;
}

/** Resolves to the response; undefined if the request fails or is redirected. Captive portals redirect, but the service
 *  does not. */
function send(url: string, init: RequestInit): Promise<Response | undefined> {
  return fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT) }).catch(() => undefined);
}

/** Resolves to the JSON object in a response; undefined if it contains anything else. */
async function jsonOf(response: Response): Promise<Record<string, unknown> | undefined> {
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) return undefined;
  const value: unknown = await response.json().catch(() => undefined);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** Returns whether `value` can be a token. Its length is limited, because it comes from a server or an import. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[\w.~+/=-]{1,200}$/.test(value);
}

/** Returns whether the service rejected the text. Sending it again would be useless. */
function isRejected({ status }: Response, body: Record<string, unknown> | undefined): boolean {
  return (status === 400 || status === 413) && typeof body?.error === "string";
}

function failureOf({ status, headers }: Response): Outcome {
  if (status !== 503 && status !== 429) return { kind: status >= 500 ? "failed" : "unavailable" };
  const seconds = retryAfterOf(headers);
  return { kind: "unavailable", ...(seconds !== undefined && { seconds }) };
}
