import type { DeviceLinks, Errand } from "../src/stores/indexeddb.ts";
import { doErrand, type Outcome } from "./post.ts";

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

/** Does `work` for every item, a few side by side. */
async function inLanes(items: readonly Errand[], work: (item: Errand) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
