import { retryAfterOf } from "../src/client/send.ts";
import { TOKEN } from "../src/link-id.ts";
import { splitLink } from "../src/link-text.ts";
import type { DeviceLinks, Errand } from "../src/stores/indexeddb.ts";

/** The links and deletions that still have to be sent to the server. */
export interface OutboxState {
  readonly pending: number;
  /** Milliseconds until the next attempt. */
  readonly wait: number;
}

/** Number of errands to run concurrently, and number of errands to read from the database at a time. */
const CONCURRENCY = 4;
const PAGE = 100;
/** Number of consecutive failures after which a flush gives up. */
const MAX_FAILURES = 3;
/** Maximum duration of one flush in milliseconds, because browsers terminate workers that run too long. The next flush
 *  continues. */
const FLUSH_TIME = 20_000;
/** Time before the first retry, and maximum time between two attempts, in milliseconds. */
const FIRST_WAIT = 2_000;
const MAX_WAIT = 15 * 60_000;

/** Creates the outbox, which sends new and deleted links to `server`. Outboxes with the same `lock` take turns. */
export function createOutbox(links: DeviceLinks, server: string, lock: string) {
  let current: Promise<OutboxState> | undefined;
  let attempts = 0;
  let closed = false;
  let pause = { until: 0, byServer: false };

  async function flush(eager: boolean): Promise<OutboxState> {
    const left = pause.until - performance.now();
    // A pause that the server requested is kept even if the network has just come back.
    if (left > 0 && (!eager || pause.byServer)) return { pending: await links.pending(), wait: left };
    // Locked, because an older version of the site's worker may be sending.
    const seconds = await navigator.locks.request(lock, run);
    const pending = await links.pending();
    if (seconds === undefined) attempts = 0;
    const wait = seconds === undefined ? 0 : waitFor(seconds);
    pause = { until: performance.now() + wait, byServer: seconds !== undefined && seconds > 0 };
    return { pending, wait };
  }

  /** Returns a pause in milliseconds: the server's `seconds` or, if 0, exponential backoff with jitter. */
  function waitFor(seconds: number): number {
    const backoff = FIRST_WAIT * 2 ** Math.min(attempts++, 16) * (0.5 + Math.random());
    return Math.min(MAX_WAIT, seconds > 0 ? Math.max(1, seconds) * 1000 : backoff);
  }

  /** Runs the errands. After a failure, resolves to the server's Retry-After in seconds, or to 0 if there is none.
   *  Otherwise, resolves to undefined. */
  async function run(): Promise<number | undefined> {
    const end = performance.now() + FLUSH_TIME;
    let retryAfter: number | undefined;
    let failures = 0;
    let failed = false;
    let after = "";
    const record = (outcome: Outcome) => {
      if (outcome.kind === "settled") failures = 0;
      else if (outcome.kind === "unavailable") retryAfter = Math.max(retryAfter ?? 0, outcome.seconds ?? 0);
      else if (++failures >= MAX_FAILURES) retryAfter ??= 0;
      failed ||= outcome.kind === "failed";
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
    // An errand that failed is retried even if other errands succeeded.
    return retryAfter ?? (failed ? 0 : undefined);
  }

  return {
    /** Sends as much as possible. If the next attempt is not due yet, only returns the state, unless `eager` (the
     *  network has just come back). Rejects only with errors of the store. */
    flush(eager = false): Promise<OutboxState> {
      current ??= flush(eager).finally(() => {
        current = undefined;
      });
      return current;
    },
    /** Starts no more errands. Resolves when those in progress are done. */
    async close(): Promise<void> {
      closed = true;
      await current;
    },
  };
}

/** The outcome of an errand. After "failed", other errands may still succeed. After "unavailable", no errand will
 *  succeed. */
export interface Outcome {
  readonly kind: "settled" | "failed" | "unavailable";
  /** The server's Retry-After. */
  readonly seconds?: number;
}

/** Milliseconds to wait for the server's response. */
const TIMEOUT = 15_000;

const SETTLED: Outcome = { kind: "settled" };

/** Runs one errand and stores the result. A response that is not from isoqr, such as that of a captive portal, counts
 *  as unavailable. */
export async function runErrand(errand: Errand, links: DeviceLinks, server: string): Promise<Outcome> {
  if (errand.task === "delete") return deleteLink(errand.id, errand.serverToken, links, server);
  const post = await links.beginPost(errand.id);
  if (!post) {
    // The link was deleted after the list was read.
    await links.settlePosted(errand.id);
    return SETTLED;
  }
  const response = await send(`${server}/api/i`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    // An import may contain tokens in another format. The service rejects such tokens for new links, but accepts them
    // for deleting links.
    body: JSON.stringify({ ...splitLink(post.data), ...(TOKEN.test(post.token) && { token: post.token }) }),
  });
  if (!response) return { kind: "unavailable" };
  const body = await jsonOf(response);
  if (response.ok && body?.id === errand.id) {
    await links.settlePosted(errand.id, isToken(body.token) ? body.token : undefined);
    return SETTLED;
  }
  if (isRejected(response, body) || (response.ok && typeof body?.id === "string")) {
    await links.settleRefused(errand.id);
    return SETTLED;
  }
  return failureOf(response);
}

async function deleteLink(id: string, token: string, links: DeviceLinks, server: string): Promise<Outcome> {
  const response = await send(`${server}/api/i/${id}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
  });
  if (!response) return { kind: "unavailable" };
  // 401, 403, 404: already deleted, or created again by someone else. The link no longer belongs to this device.
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

/** Returns whether `value` can be a token. Limits the length, because it comes from a server or an import. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[\w.~+/=-]{1,200}$/.test(value);
}

/** Returns whether the service rejected the text, which makes sending it again useless. */
function isRejected({ status }: Response, body: Record<string, unknown> | undefined): boolean {
  return (status === 400 || status === 413) && typeof body?.error === "string";
}

function failureOf({ status, headers }: Response): Outcome {
  if (status !== 503 && status !== 429) return { kind: status >= 500 ? "failed" : "unavailable" };
  const seconds = retryAfterOf(headers);
  return { kind: "unavailable", ...(seconds !== undefined && { seconds }) };
}
