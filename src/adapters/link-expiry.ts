/** How much a store of links keeps, and for how long. */
export interface LinkSettings {
  /** Bytes that all links together may take; the store's own default if left out. */
  readonly maxBytes?: number;
  /** Days after its last read for which a link is kept. 0 keeps links forever and records no reads. If left out, links are
   *  kept as well, and a record that a server has begun is left alone. */
  readonly expireDays?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const DAY = 86_400_000;

/** Which links of a store have expired. Days are whole days since 1970-01-01, UTC, so that a link is written to at most once
 *  a day however often it is read, and expires at the end of a day, never early. */
export interface Expiry {
  /** Whether reads are recorded. */
  readonly isOn: boolean;
  today(): number;
  /** Links that were last read before this day have expired; 0 if none have. */
  cutoff(): number;
  /** Sets the day since which reads are recorded: nothing that was last read before it is taken for unread. */
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

/** The day before which links were last read that were not read for `days` days; 0 while reads have not been recorded for
 *  that long. */
export function cutoffOf(today: number, days: number, since: number | undefined): number {
  const cutoff = today - days;
  return since !== undefined && since < cutoff ? cutoff : 0;
}

/** "2026-01-31" for a day. */
export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** The day of a date such as "2026-01-31", undefined for anything else. */
export function dayOfDate(date: unknown): number | undefined {
  if (typeof date !== "string" || !/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  const day = Date.parse(date) / DAY;
  return Number.isInteger(day) && dateOf(day) === date ? day : undefined;
}
