import { retryAfterOf } from "../src/client/send.ts";
import { TOKEN } from "../src/link-id.ts";
import type { DeviceLinks, Errand } from "../src/stores/indexeddb.ts";

/** What is left to tell the server. */
export interface OutboxState {
  readonly pending: number;
  /** Milliseconds after which another try is worth it. */
  readonly wait: number;
}

/** Links that a server does not know yet, and deletions. */
export interface Outbox {
  /** Tells the server all it can. Asked again before it is time, it only says how things stand; `eager` is for when the
   *  network has just come back. Never rejects but for the store's reasons. */
  flush(eager?: boolean): Promise<OutboxState>;
  /** Begins no more errands; resolves when those under way are done. */
  close(): Promise<void>;
}

/** Errands under way at once, and read at once. */
const LANES = 4;
const PAGE = 100;
/** Failures in a row after which the server is left alone. */
const MOST_FAILURES = 3;
/** Milliseconds of one flush, for browsers end workers that go on too long; what is left follows in the next. */
const SLICE = 20_000;
/** Milliseconds between tries: the first, and the most. */
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 15 * 60_000;

/** The outbox of `links` for `server`, never at work twice in what shares the lock. Times are taken from a clock that never goes back; a worker that was stopped starts
 *  with a try. */
export function createOutbox(links: DeviceLinks, server: string, lock: string, random = Math.random): Outbox {
  let underWay: Promise<OutboxState> | undefined;
  let tries = 0;
  let closed = false;
  let rest = { until: 0, asked: false };

  async function flush(eager: boolean): Promise<OutboxState> {
    const left = rest.until - performance.now();
    // A wait that the server asked for is kept even when the network has just come back.
    if (left > 0 && (!eager || rest.asked)) return { pending: await links.pending(), wait: left };
    // Not beside another worker of the site, an older version's.
    const seconds = await navigator.locks.request(lock, run);
    const pending = await links.pending();
    if (seconds === undefined) tries = 0;
    const wait = seconds === undefined ? 0 : waitFor(seconds);
    rest = { until: performance.now() + wait, asked: seconds !== undefined && seconds > 0 };
    return { pending, wait };
  }

  /** Milliseconds: what the server asked for or, at 0 seconds, twice as long each time, with some chance in it, so that not
   *  all devices come back at once. */
  function waitFor(seconds: number): number {
    const doubled = FIRST_WAIT * 2 ** Math.min(tries++, 16) * (0.5 + random());
    return Math.min(LONGEST_WAIT, seconds > 0 ? Math.max(1, seconds) * 1000 : doubled);
  }

  /** Goes through the errands once. Resolves to undefined when nothing stands in the way, else to the seconds the server
   *  wants to be left alone, 0 when it does not say. */
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
    // One that failed while others went through waits for the next time, too.
    return trouble ?? (failed ? 0 : undefined);
  }

  return {
    flush(eager = false) {
      underWay ??= flush(eager).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    async close() {
      closed = true;
      await underWay;
    },
  };
}

/** Does `work` for every item, LANES at a time. `inLanes` of src/lanes.ts also returns results, which takes more of the bytes that a page loads. */
async function inLanes(items: readonly Errand[], work: (item: Errand) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** How an errand went: it is settled; it failed, which others need not; or the server is away for all. */
export type Outcome =
  | { readonly kind: "settled" }
  | { readonly kind: "failed" }
  | { readonly kind: "away"; readonly seconds?: number };

/** Milliseconds in which the server answers. */
const PATIENCE = 15_000;

const SETTLED: Outcome = { kind: "settled" };
const FAILED: Outcome = { kind: "failed" };

/** Does one errand: tells `server` and writes down what it said. What does not look like an isoqr server, such as the page
 *  of a captive portal, counts as away. */
export async function doErrand(errand: Errand, links: DeviceLinks, server: string): Promise<Outcome> {
  if (errand.task === "delete") return deleteLink(errand.id, errand.serverToken, links, server);
  const post = await links.beginPost(errand.id);
  if (!post) {
    // Deleted since the list was read: there is nothing to tell.
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
  // Gone already, or made anew by somebody else: in both cases it is no more this device's.
  const gone = answer.status === 204 || ([401, 403, 404].includes(answer.status) && (await wordsOf(answer))?.error);
  if (!gone) return troubleOf(answer);
  await links.settleDeleted(id);
  return SETTLED;
}

/** The answer, or undefined where there is none. A redirect is none: the service does not redirect, portals do. */
function send(url: string, init: RequestInit): Promise<Response | undefined> {
  return fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
}

/** The JSON object of an answer; undefined when it is none. */
async function wordsOf(answer: Response): Promise<Record<string, unknown> | undefined> {
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return undefined;
  const value: unknown = await answer.json().catch(() => undefined);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** Whether `value` may be a token: what the device keeps has a bound, whatever a server says. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[\w.~+/=-]{1,200}$/.test(value);
}

/** Whether the service itself says that it will never take this text. */
function isRefusal({ status }: Response, words: Record<string, unknown> | undefined): boolean {
  return (status === 400 || status === 413) && typeof words?.error === "string";
}

function troubleOf(answer: Response): Outcome {
  if (answer.status !== 503 && answer.status !== 429) return answer.status >= 500 ? FAILED : { kind: "away" };
  const seconds = retryAfterOf(answer.headers);
  return { kind: "away", ...(seconds !== undefined && { seconds }) };
}
