import { singleFlight } from "../once.ts";

/** Records which links were read. Writes are batched and delayed, so that no read waits for them. */
export interface ReadNotes {
  add(id: string): void;
  /** Writes pending notes. Never rejects: notes that cannot be written are kept for the next time. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds until notes are written. A crash loses that much. */
const INTERVAL = 10_000;

/** Most pending notes; beyond that, a link is noted at its next read. */
const MOST_NOTES = 10_000;

/** Notes written at a time. */
const LOT = 200;

/** Passes the ids of links that were read to `write`, one lot at a time. */
export function createReadNotes(
  write: (ids: readonly string[]) => Promise<unknown>,
  interval: number = INTERVAL,
): ReadNotes {
  const notes = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const writeAll = singleFlight(async (): Promise<void> => {
    while (notes.size > 0) {
      const lot = firstOf(notes, LOT);
      try {
        await write(lot);
      } catch {
        // The store reports its own outages.
        return start();
      }
      for (const id of lot) notes.delete(id);
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
      if (notes.size >= MOST_NOTES) return;
      notes.add(id);
      start();
    },
    flush,
    async close() {
      await flush();
      clearTimeout(timer);
    },
  };
}

function firstOf(ids: ReadonlySet<string>, most: number): readonly string[] {
  const first: string[] = [];
  for (const id of ids) {
    if (first.length >= most) break;
    first.push(id);
  }
  return first;
}
