import { setTimeout as sleep } from "node:timers/promises";
import type { LinkAdmin } from "../ports.ts";
import { purgeUnread } from "./purge-unread.ts";

/** Average milliseconds from startup to the first purge, and between purges. Randomized by up to half, so that servers
 *  started together do not purge together. */
const PURGE_PAUSE = 3_600_000;
const FIRST_PAUSE = 60_000;

/** Milliseconds between two lots, during which others can use the store. */
const LOT_PAUSE = 100;

/** Milliseconds of the pauses above. */
export interface PurgePauses {
  readonly first: number;
  readonly next: number;
  readonly lot: number;
}

/** Periodically removes links that have not been read for `days` days, a few at a time, until the returned function is
 *  called. Any number of servers may do this with one store. If the store is away, which it reports itself, the next purge
 *  tries again. */
export function keepPurging(
  store: LinkAdmin,
  days: number,
  { first, next, lot }: PurgePauses = { first: FIRST_PAUSE, next: PURGE_PAUSE, lot: LOT_PAUSE },
): () => void {
  const ending = new AbortController();
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { ref: false, signal: ending.signal });
  const spread = (milliseconds: number) => milliseconds * (0.5 + Math.random());
  const run = async () => {
    await pause(spread(first));
    for (;;) {
      await purgeUnread(store, days, () => pause(lot)).catch(() => ending.signal.throwIfAborted());
      await pause(spread(next));
    }
  };
  // Ends only when it is stopped.
  run().catch(() => undefined);
  return () => ending.abort();
}
