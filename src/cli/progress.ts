import type { Terminal } from "./terminal.ts";

export interface Count {
  drawn: number;
  kept: number;
  failed: number;
}

/** Width of the bar in characters. */
const CELLS = 24;
/** Milliseconds between two updates. */
const PAUSE = 100;

/** Creates a progress bar for terminals. `share` returns how much of the list has been processed, 0 to 1, or undefined if
 *  this is unknown. */
export function createProgress({ messages }: Terminal, share: () => number | undefined) {
  const start = performance.now();
  let next = start + PAUSE;
  let shown = false;
  return {
    /** Shows the count. Does nothing if the last update was less than PAUSE ago. */
    async show(count: Count): Promise<void> {
      const time = performance.now();
      if (messages.columns === undefined || time < next) return;
      next = time + PAUSE;
      shown = true;
      const line = progressLine(count, share(), time - start).slice(0, messages.columns - 1);
      await messages.write(`\r\u001B[K${line}`);
    },
    async clear(): Promise<void> {
      if (shown) await messages.write("\r\u001B[K");
      shown = false;
    },
  };
}

/** Returns the text of the progress bar, `time` milliseconds after the start. */
function progressLine({ drawn, kept, failed }: Count, share: number | undefined, time: number): string {
  const count = drawn + kept + failed;
  const done = `${count.toLocaleString("en")} ${count === 1 ? "code" : "codes"}`;
  const faults = failed > 0 ? `, ${failed.toLocaleString("en")} failed` : "";
  if (share === undefined || share <= 0) return `${done}${faults}`;
  const filled = Math.round(CELLS * Math.min(1, share));
  const bar = "█".repeat(filled) + "░".repeat(CELLS - filled);
  const left = Math.ceil((time / share - time) / 1000);
  return `${bar} ${Math.floor(100 * Math.min(1, share))}%  ${done}${faults}  ${left} s left`;
}

const LINE_FEED = 10;

/** Estimates the progress through a list in bytes from the number of finished lines. The number of bytes read would be too
 *  high, because reading is ahead of drawing. */
export function createDoneBytes() {
  /** Line and byte counts at the ends of chunks, starting with the last chunk that is fully processed. */
  const marks = [{ lines: 0, bytes: 0 }];
  let most = 0;
  return {
    /** Yields `bytes` and counts them. */
    async *watch(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      let [lines, length] = [0, 0];
      for await (const chunk of bytes) {
        for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
        length += chunk.length;
        if (lines > (marks.at(-1)?.lines ?? 0)) marks.push({ lines, bytes: length });
        yield chunk;
      }
    },
    /** Returns the approximate length in bytes of the first `lines` lines. */
    of(lines: number): number {
      // Rows finish in any order, so `lines` may be lower than in the previous call.
      most = Math.max(most, lines);
      while (marks[1] && marks[1].lines <= most) marks.shift();
      const [from, to] = marks;
      if (!from) return 0;
      if (!to) return from.bytes;
      return from.bytes + ((to.bytes - from.bytes) * (most - from.lines)) / (to.lines - from.lines);
    },
  };
}
