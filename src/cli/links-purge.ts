import type { LinkAdmin } from "../ports.ts";
import { cutoffOf, dateOf } from "../stores/expiry.ts";
import { EXIT, failure, usage } from "./faults.ts";
import { print, type Terminal } from "./terminal.ts";
import type { Words } from "./words.ts";

/** Links removed at a time: a running server waits that long. */
const LOT = 200;

const DAY = 86_400_000;

/** Removes links that have not been read for some days. */
export async function purgeLinks(store: LinkAdmin, { given }: Words, terminal: Terminal): Promise<number> {
  const days = readDays(given.days ?? terminal.environment.LINKS_EXPIRE);
  const cutoff = await cutoffFor(store, days, given.force === true);
  const { unread } = await store.stats(cutoff);
  if (given.dryRun) {
    await print(terminal, `${unread} links have not been read for ${days} days`);
    return EXIT.fine;
  }
  let [purged, isStopped] = [0, false];
  const settle = terminal.onInterrupt(() => {
    isStopped = true;
  });
  for (let more = LOT; more === LOT && !isStopped; purged += more) more = await store.purge(cutoff, LOT);
  settle();
  await print(terminal, `removed ${purged} links that had not been read for ${days} days`);
  return isStopped ? EXIT.interrupted : EXIT.fine;
}

/** @throws {QrError} if the number of days is missing or invalid. */
function readDays(value: unknown): number {
  if (typeof value === "string" && /^[0-9]{1,4}$/.test(value) && Number(value) > 0) return Number(value);
  throw usage("--days must be a whole number of days from 1 to 9999: isoqr links purge --days 90");
}

/** The day before which links were last read that are to go.
 *  @throws {QrError} while it is not known which were read. */
async function cutoffFor(store: LinkAdmin, days: number, force: boolean): Promise<number> {
  const today = Math.floor(Date.now() / DAY);
  if (force) return today - days;
  const since = await store.readsSince();
  const cutoff = cutoffOf(today, days, since);
  if (cutoff > 0) return cutoff;
  const known = since === undefined ? "reads are not recorded" : `reads have only been recorded since ${dateOf(since)}`;
  throw failure(
    `purging failed: ${known}, so links that are in use could be removed; run the servers with LINKS_EXPIRE for ${days} days, ` +
      "or add --force to treat links as last read when created",
  );
}
