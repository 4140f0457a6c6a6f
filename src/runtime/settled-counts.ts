import type { Count, Counts } from "../stores/postgres/counts.ts";
import { MAX_KEYS } from "./rate-limiter.ts";

/** Milliseconds for which points are counted only in this process before they are added to the shared counts. */
export const SETTLE_INTERVAL = 100;

/** Milliseconds between two removals of expired keys. */
const SWEEP_INTERVAL = 5_000;

interface Known {
  points: number;
  end: number;
  /** Points that have not been added to the shared counts yet. */
  unsettled: number;
  readonly duration: number;
}

/** Wraps `shared` to count known keys in this process, and to add their points to the shared counts every
 *  SETTLE_INTERVAL. Requests then wait for the database only if their client is new. A process learns the counts of
 *  other processes only when it settles its own points. Until then, a client can exceed its limit by what it sends to
 *  the other processes. If settling fails, drops the keys, whose next call then reads `shared` again. `close` settles
 *  what is left. */
export function createSettledCounts(
  shared: Counts,
  { most = MAX_KEYS, interval = SETTLE_INTERVAL }: { readonly most?: number; readonly interval?: number } = {},
): Counts & { close(): Promise<void> } {
  const kept = new Map<string, Known>();
  let unsettled = new Set<string>();
  let swept = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let settling: Promise<void> | undefined;

  function keep(key: string, duration: number, { points, rest }: Count): void {
    const known = kept.get(key);
    const end = performance.now() + rest;
    // The answer does not include points that were added after the shared count was requested.
    if (known) Object.assign(known, { points: points + known.unsettled, end });
    else {
      // Keys are in the order in which they expire.
      const [oldest] = kept.size < most ? [] : kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(key, { points, end, unsettled: 0, duration });
    }
  }

  function sweep(now: number): void {
    if (now < swept + SWEEP_INTERVAL) return;
    swept = now;
    for (const [key, { end }] of kept) if (end <= now) kept.delete(key);
  }

  async function settle(): Promise<void> {
    const keys = unsettled;
    unsettled = new Set();
    sweep(performance.now());
    await Promise.all(
      Array.from(keys, async (key) => {
        const known = kept.get(key);
        if (!known) return;
        const points = known.unsettled;
        known.unsettled = 0;
        try {
          keep(key, known.duration, await shared.add(key, points, known.duration));
        } catch {
          kept.delete(key);
        }
      }),
    );
    timer = undefined;
    if (unsettled.size > 0) schedule();
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      settling = settle();
    }, interval);
    timer.unref?.();
  }

  async function addNew(key: string, points: number, duration: number): Promise<Count> {
    kept.delete(key);
    const count = await shared.add(key, points, duration);
    keep(key, duration, count);
    return count;
  }

  return {
    add(key, points, duration) {
      const known = kept.get(key);
      const rest = known ? known.end - performance.now() : 0;
      if (!known || rest <= 0) return addNew(key, points, duration);
      known.points += points;
      known.unsettled += points;
      unsettled.add(key);
      schedule();
      return { points: known.points, rest };
    },
    async close() {
      clearTimeout(timer);
      await settling;
      await settle();
      clearTimeout(timer);
    },
  };
}
