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
