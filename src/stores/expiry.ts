import { singleFlight } from "../once.ts";
import type { LinkAdmin } from "../ports.ts";

/** How much a link store keeps, and for how long. */
export interface LinkSettings {
  /** Bytes that all links together may take; the store's own default if left out. */
  readonly maxBytes?: number;
  /** Days without a read after which a link expires. 0 keeps links forever and stops recording reads. If left out, links
   *  are kept too, but a recording that a server has started continues. */
  readonly expireDays?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const DAY = 86_400_000;

/** Tells which links of a store have expired. Days are whole days since 1970-01-01, UTC, so that a link is written at most
 *  once a day however often it is read, and expires at the end of a day, never early. */
export interface Expiry {
  /** Whether reads are recorded. */
  readonly isOn: boolean;
  today(): number;
  /** Links that were last read before this day have expired; 0 if none have. */
  cutoff(): number;
  /** Sets the day since which reads have been recorded. Links do not expire before their reads have been recorded long
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

/** Returns the day before which a link must have been last read to count as unread for `days` days; 0 if reads have not
 *  been recorded for that long. */
export function cutoffOf(today: number, days: number, since: number | undefined): number {
  const cutoff = today - days;
  return since !== undefined && since < cutoff ? cutoff : 0;
}

/** Returns the date of a day, such as "2026-01-31". */
export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** Returns the day of a date such as "2026-01-31", or undefined for anything else. */
export function dayOfDate(date: unknown): number | undefined {
  if (typeof date !== "string" || !/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  const day = Date.parse(date) / DAY;
  return Number.isInteger(day) && dateOf(day) === date ? day : undefined;
}

/** Records which links were read. Writes are batched and delayed, so that no read waits for them. */
export interface ReadRecorder {
  add(id: string): void;
  /** Writes pending reads. Never rejects. */
  close(): Promise<void>;
}

/** Milliseconds until reads are written. A crash loses that much. */
export const READ_INTERVAL = 10_000;

/** Most pending reads; beyond that, a link is recorded at its next read. */
export const MOST_READS = 10_000;

/** Reads written at a time. */
const READ_LOT = 200;

/** Passes the ids of links that were read to `write`, one lot at a time. Reads that cannot be written are kept for the next
 *  time. */
export function createReadRecorder(
  write: (ids: readonly string[]) => Promise<unknown>,
  interval: number = READ_INTERVAL,
): ReadRecorder {
  const pending = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const writeAll = singleFlight(async () => {
    while (pending.size > 0) {
      const lot = [...pending].slice(0, READ_LOT);
      try {
        await write(lot);
      } catch {
        // The store reports its own outages.
        return start();
      }
      for (const id of lot) pending.delete(id);
    }
  });

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return writeAll();
  }

  function start(): void {
    timer ??= setTimeout(flush, interval);
    // Does not keep the process alive: closing the store writes the rest.
    timer.unref();
  }

  return {
    add(id) {
      if (pending.size >= MOST_READS) return;
      pending.add(id);
      start();
    },
    async close() {
      await flush();
      clearTimeout(timer);
    },
  };
}

/** Links removed at a time. */
export const PURGE_LOT = 100;

/** Removes the links that have not been read for `days` days, with a `pause` after each lot. Resolves to their number. */
export async function purgeUnread(
  store: LinkAdmin,
  days: number,
  pause: () => Promise<unknown> = async () => undefined,
  now: () => number = Date.now,
): Promise<number> {
  let purged = 0;
  for (let more = PURGE_LOT; more === PURGE_LOT; purged += more) {
    if (purged > 0) await pause();
    const cutoff = cutoffOf(Math.floor(now() / DAY), days, await store.readsSince());
    more = cutoff > 0 ? await store.purge(cutoff, PURGE_LOT) : 0;
  }
  return purged;
}

/** Average milliseconds from startup to the first purge, between purges, and between two lots, during which others can use
 *  the store. The first two are randomized by up to half, so that servers started together do not purge together. */
const PAUSES = { first: 60_000, next: 3_600_000, lot: 100 };

/** Periodically removes links that have not been read for `days` days, a few at a time, until the returned function is
 *  called. Any number of servers may do this with one store. If the store is away, which it reports itself, the next purge
 *  tries again. */
export function keepPurging(store: LinkAdmin, days: number, { first, next, lot } = PAUSES): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  // Once stopped, a pause never ends, and with it the loop.
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
      await purgeUnread(store, days, () => pause(lot)).catch(() => undefined);
      await pause(spread(next));
    }
  };
  void run();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
