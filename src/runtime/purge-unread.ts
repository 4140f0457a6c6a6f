import type { LinkAdmin } from "../ports.ts";
import { cutoffOf } from "../stores/expiry.ts";

/** Links removed at a time. */
const LOT = 100;

const DAY = 86_400_000;

/** Removes the links that have not been read for `days` days, with a `pause` after each lot. Resolves to their number. */
export async function purgeUnread(
  store: LinkAdmin,
  days: number,
  pause: () => Promise<unknown> = async () => undefined,
  now: () => number = Date.now,
): Promise<number> {
  let purged = 0;
  for (let more = LOT; more === LOT; purged += more) {
    if (purged > 0) await pause();
    const cutoff = cutoffOf(Math.floor(now() / DAY), days, await store.readsSince());
    more = cutoff > 0 ? await store.purge(cutoff, LOT) : 0;
  }
  return purged;
}
