import { setTimeout as sleep } from "node:timers/promises";
import type { LinkAdmin } from "../ports.ts";
import { purgeUnread } from "./purge-unread.ts";

/** Milliseconds between two purges of a server, and from its start to the first; half as long or half as long again, so
 *  that servers that were started together do not purge together. */
const PURGE_PAUSE = 3_600_000;
const FIRST_PAUSE = 60_000;

/** Milliseconds until more links are removed: others want the store, too. */
const LOT_PAUSE = 100;

/** Milliseconds of the pauses above. */
export interface PurgePauses {
  readonly first: number;
  readonly next: number;
  readonly lot: number;
}

/** Removes, from now on and again and again, what was not read for `days` days, a little at a time, until the function that
 *  it returns is called. Any number of servers may do so with one store. A store that is away is asked again the next time;
 *  it says itself why. */
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
  // It only ever ends by being told to.
  run().catch(() => undefined);
  return () => ending.abort();
}
