import { retryAfterOf } from "../src/client/send.ts";
import { TOKEN } from "../src/link-id.ts";
import type { DeviceLinks, Errand } from "../src/stores/indexeddb.ts";

/** What is left to send to the server. */
export interface OutboxState {
  readonly pending: number;
  /** Milliseconds until the next try. */
  readonly wait: number;
}

/** Errands that run at the same time, and that are read at once. */
const LANES = 4;
const PAGE = 100;
/** Consecutive failures after which a flush gives up. */
const MOST_FAILURES = 3;
/** Milliseconds of one flush, because browsers end workers that run too long. The rest follows in the next flush. */
const SLICE = 20_000;
/** Milliseconds between tries: the first pause, and the longest. */
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 15 * 60_000;

/** Creates the outbox: the links that `server` does not know yet, and deletions. Only one outbox with the same lock sends at
 *  a time. A worker that was stopped tries at once when it starts again. */
export function createOutbox(links: DeviceLinks, server: string, lock: string) {
  let underWay: Promise<OutboxState> | undefined;
  let tries = 0;
  let closed = false;
  let rest = { until: 0, asked: false };

  async function flush(eager: boolean): Promise<OutboxState> {
    const left = rest.until - performance.now();
    // A pause that the server asked for is kept even if the network has just come back.
    if (left > 0 && (!eager || rest.asked)) return { pending: await links.pending(), wait: left };
    // An older version of the site's worker may be sending.
    const seconds = await navigator.locks.request(lock, run);
    const pending = await links.pending();
    if (seconds === undefined) tries = 0;
    const wait = seconds === undefined ? 0 : waitFor(seconds);
    rest = { until: performance.now() + wait, asked: seconds !== undefined && seconds > 0 };
    return { pending, wait };
  }

  /** Returns a pause in milliseconds: what the server asked for or, at 0 seconds, exponential backoff with jitter. */
  function waitFor(seconds: number): number {
    const doubled = FIRST_WAIT * 2 ** Math.min(tries++, 16) * (0.5 + Math.random());
    return Math.min(LONGEST_WAIT, seconds > 0 ? Math.max(1, seconds) * 1000 : doubled);
  }

  /** Goes through the errands. Resolves to the seconds that the server asks to wait, or 0, after trouble. */
  async function run(): Promise<number | undefined> {
    const end = performance.now() + SLICE;
    let trouble: number | undefined;
    let failures = 0;
    let after = "";
    const take = (outcome: Outcome) => {
      if (outcome.kind === "settled") failures = 0;
      else if (outcome.kind === "away") trouble = Math.max(trouble ?? 0, outcome.seconds ?? 0);
      else if (++failures >= MOST_FAILURES) trouble ??= 0;
      failed ||= outcome.kind === "failed";
    };
    let failed = false;
    const goesOn = () => trouble === undefined && !closed && performance.now() < end;
    while (goesOn()) {
      const page = await links.errands(PAGE, after);
      const last = page.at(-1);
      if (!last) break;
      after = last.id;
      await inLanes(page, async (errand) => {
        if (goesOn()) take(await doErrand(errand, links, server));
      });
    }
    // An errand that failed while others succeeded is tried again, too.
    return trouble ?? (failed ? 0 : undefined);
  }

  return {
    /** Sends everything it can. Before the next try is due, it only returns the state; `eager` is for when the network has
     *  just come back. Rejects only with errors of the store. */
    flush(eager = false): Promise<OutboxState> {
      underWay ??= flush(eager).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    /** Starts no more errands, and resolves when those under way are done. */
    async close(): Promise<void> {
      closed = true;
      await underWay;
    },
  };
}

/** Runs `work` for every item, LANES at a time. Smaller than `inLanes` of src/lanes.ts, which also returns results. */
async function inLanes(items: readonly Errand[], work: (item: Errand) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** How an errand ended: it is settled; it failed, but others may not; or the server is away. */
export type Outcome =
  | { readonly kind: "settled" }
  | { readonly kind: "failed" }
  | { readonly kind: "away"; readonly seconds?: number };

/** Milliseconds within which the server has to answer. */
const PATIENCE = 15_000;

const SETTLED: Outcome = { kind: "settled" };
const FAILED: Outcome = { kind: "failed" };

/** Runs one errand, and stores the result. An answer that is not isoqr's, such as a captive portal's, counts as away. */
export async function doErrand(errand: Errand, links: DeviceLinks, server: string): Promise<Outcome> {
  if (errand.task === "delete") return deleteLink(errand.id, errand.serverToken, links, server);
  const post = await links.beginPost(errand.id);
  if (!post) {
    // Deleted since the list was read.
    await links.settlePosted(errand.id);
    return SETTLED;
  }
  const answer = await send(`${server}/api/i`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    // An imported token may have another form, and then works only for deleting.
    body: JSON.stringify(TOKEN.test(post.token) ? post : { data: post.data }),
  });
  if (!answer) return { kind: "away" };
  const words = await wordsOf(answer);
  if (answer.ok && words?.id === errand.id) {
    await links.settlePosted(errand.id, isToken(words.token) ? words.token : undefined);
    return SETTLED;
  }
  if (isRefusal(answer, words) || (answer.ok && typeof words?.id === "string")) {
    await links.settleRefused(errand.id);
    return SETTLED;
  }
  return troubleOf(answer);
}

async function deleteLink(id: string, token: string, links: DeviceLinks, server: string): Promise<Outcome> {
  const answer = await send(`${server}/api/i/${id}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
  });
  if (!answer) return { kind: "away" };
  // Already gone, or created again by someone else: it does not belong to this device any more.
  const gone = answer.status === 204 || ([401, 403, 404].includes(answer.status) && (await wordsOf(answer))?.error);
  if (!gone) return troubleOf(answer);
  await links.settleDeleted(id);
  return SETTLED;
}

/** Resolves to the answer, or to undefined without one. A redirect is an error: portals redirect, the service does not. */
function send(url: string, init: RequestInit): Promise<Response | undefined> {
  return fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
}

/** Resolves to the JSON object in an answer; undefined if there is none. */
async function wordsOf(answer: Response): Promise<Record<string, unknown> | undefined> {
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return undefined;
  const value: unknown = await answer.json().catch(() => undefined);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** Returns whether `value` can be a token. Its length is limited, whatever a server sends. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[\w.~+/=-]{1,200}$/.test(value);
}

/** Returns whether the service says that it will never accept this text. */
function isRefusal({ status }: Response, words: Record<string, unknown> | undefined): boolean {
  return (status === 400 || status === 413) && typeof words?.error === "string";
}

function troubleOf(answer: Response): Outcome {
  if (answer.status !== 503 && answer.status !== 429) return answer.status >= 500 ? FAILED : { kind: "away" };
  const seconds = retryAfterOf(answer.headers);
  return { kind: "away", ...(seconds !== undefined && { seconds }) };
}
