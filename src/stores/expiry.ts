import { singleFlight } from "../async/once.ts";
import type { LinkAdmin } from "./store.ts";

/** Limits on the size of a link store and on the age of its links. */
export interface LinkSettings {
  /** Size limit, in bytes, for all links together; by default the store's CAPACITY. */
  readonly maxBytes?: number;
  /** Number of days a link may go unread before it expires. 0 keeps links forever and stops the recording of reads. If
   *  undefined, links are kept too, but recording continues if a server has started it. */
  readonly expireDays?: number;
  /** Returns the time in milliseconds since 1970. */
  readonly now?: () => number;
}

const DAY = 86_400_000;

/** Decides which links of a store have expired. Days are whole days since 1970-01-01, UTC. A link is therefore updated
 *  at most once a day, however often it is read, and expires at the end of a day, never early. */
export interface Expiry {
  readonly isOn: boolean;
  today(): number;
  /** Returns the cutoff day: links that were last read before that day have expired. Returns 0 if no link can have
   *  expired. */
  cutoff(): number;
  /** Sets the day since which reads have been recorded. No link expires until reads have been recorded for long
   *  enough. */
  recordsSince(day: number | undefined): void;
}

export function createExpiry({ expireDays = 0, now = Date.now }: LinkSettings): Expiry {
  const today = () => Math.floor(now() / DAY);
  let since: number | undefined;
  return {
    isOn: expireDays > 0,
    today,
    cutoff: () => (expireDays > 0 ? cutoffOf(today(), expireDays, since) : 0),
    recordsSince(day) {
      since = day;
    },
  };
}

/** Returns the cutoff day: links that were last read before that day count as unread for `days` days. Returns 0 if
 *  reads have not been recorded for that long. `today`, `since` and the result are days since 1970-01-01. */
export function cutoffOf(today: number, days: number, since: number | undefined): number {
  const cutoff = today - days;
  return since !== undefined && since < cutoff ? cutoff : 0;
}

export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** Returns the number of days from 1970-01-01 to a date such as "2026-01-31". Returns undefined if `date` is not a
 *  valid date in this form. */
export function dayOfDate(date: unknown): number | undefined {
  if (typeof date !== "string" || !/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  const day = Date.parse(date) / DAY;
  return Number.isInteger(day) && dateOf(day) === date ? day : undefined;
}

/** Records which links were read. Writes are batched and delayed, so that reads never wait for them. */
export interface ReadRecorder {
  add(id: string): void;
  /** Writes pending reads. Never rejects. */
  close(): Promise<void>;
}

/** Milliseconds until reads are written. A crash loses the reads from this interval. */
export const READ_INTERVAL = 10_000;

/** Maximum number of pending reads. Further reads are not recorded, but a later read of the same link may be. */
export const MAX_READS = 10_000;

const READ_BATCH = 200;

/** Creates a recorder that passes the ids of read links in batches to `write`. If `write` fails, the ids stay
 *  pending. */
export function createReadRecorder(
  write: (ids: readonly string[]) => Promise<unknown>,
  interval: number = READ_INTERVAL,
): ReadRecorder {
  const pending = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const writeAll = singleFlight(async () => {
    while (pending.size > 0) {
      const batch = [...pending].slice(0, READ_BATCH);
      try {
        await write(batch);
      } catch {
        // The store reports its outages itself.
        return start();
      }
      for (const id of batch) pending.delete(id);
    }
  });

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return writeAll();
  }

  function start(): void {
    timer ??= setTimeout(flush, interval);
    // The timer must not keep the process alive. Closing the store writes the pending reads.
    timer.unref();
  }

  return {
    add(id) {
      if (pending.size >= MAX_READS) return;
      pending.add(id);
      start();
    },
    async close() {
      await flush();
      clearTimeout(timer);
    },
  };
}

export const PURGE_BATCH = 100;

/** Removes the links that have not been read for `days` days, with a `pause` between batches. Removes nothing if reads
 *  have not been recorded for that long. Resolves to the number of removed links. */
export async function purgeUnread(
  store: LinkAdmin,
  days: number,
  pause: () => Promise<unknown> = async () => undefined,
  now: () => number = Date.now,
): Promise<number> {
  let purged = 0;
  for (let more = PURGE_BATCH; more === PURGE_BATCH; purged += more) {
    if (purged > 0) await pause();
    const cutoff = cutoffOf(Math.floor(now() / DAY), days, await store.readsSince());
    more = cutoff > 0 ? await store.purge(cutoff, PURGE_BATCH) : 0;
  }
  return purged;
}

/** Pauses in milliseconds: before the first purge, between purges, and between batches. They let requests use the
 *  store. `first` and `next` are averages: each pause is randomized by up to half, so that servers started together do
 *  not purge together. */
const PAUSES = { first: 60_000, next: 3_600_000, batch: 100 };

/** Periodically removes links that have not been read for `days` days, in batches, until the returned function is
 *  called. Any number of servers may do this with one store. If the store is unavailable, the next purge tries
 *  again. */
export function keepPurging(store: LinkAdmin, days: number, { first, next, batch } = PAUSES): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  // After the stop, the promise of the pause never settles, which ends the loop.
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (isStopped) return;
      timer = setTimeout(resolve, milliseconds);
      timer.unref();
    });
  const spread = (milliseconds: number) => milliseconds * (0.5 + Math.random());
  const run = async () => {
    await pause(spread(first));
    for (;;) {
      await purgeUnread(store, days, () => pause(batch)).catch(() => undefined);
      await pause(spread(next));
    }
  };
  void run();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
