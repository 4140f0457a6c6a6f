/** Notes which links were read, and writes that down later, many at once, so that no read waits for it. */
export interface ReadNotes {
  add(id: string): void;
  /** Writes what was noted. Never rejects: what cannot be written is kept for the next time. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds until what was noted is written: what a crash loses. */
const INTERVAL = 10_000;

/** Notes that wait to be written; a link past them is noted when it is next read. */
const MOST_NOTES = 10_000;

/** Notes that are written at once. */
const LOT = 200;

/** Hands the ids of links that were read to `write`, a lot at a time. */
export function createReadNotes(
  write: (ids: readonly string[]) => Promise<unknown>,
  interval: number = INTERVAL,
): ReadNotes {
  const notes = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (notes.size > 0) {
      const lot = firstOf(notes, LOT);
      try {
        await write(lot);
      } catch {
        // The store says itself why it is away.
        return start();
      }
      for (const id of lot) notes.delete(id);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  function start(): void {
    timer ??= setTimeout(flush, interval);
    // A program may end before; then it closes the store.
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
