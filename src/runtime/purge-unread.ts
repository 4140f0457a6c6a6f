import { cutoffOf } from "../adapters/link-expiry.ts";
import type { LinkAdmin } from "../ports.ts";

/** Links that are removed at once. */
const LOT = 100;

const DAY = 86_400_000;

/** Removes the links that were not read for `days` days, with a `pause` after each lot. Resolves to how many. */
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
