import type { Terminal } from "./terminal.ts";

/** How far a batch is. */
export interface Count {
  drawn: number;
  kept: number;
  failed: number;
}

export interface Progress {
  /** Shows the count, if the last time is long enough ago. */
  show(count: Count): Promise<void>;
  /** Takes the bar away. */
  clear(): Promise<void>;
}

const CELLS = 24;
/** Milliseconds between two pictures of the bar. */
const PAUSE = 100;

/** A bar among the messages, if somebody looks at them. `share` is the part of the list that is done, 0 to 1, or undefined
 *  where its length is not known. */
export function createProgress(
  { messages }: Terminal,
  share: () => number | undefined,
  now: () => number = () => performance.now(),
): Progress {
  const start = now();
  let next = start + PAUSE;
  let shown = false;
  return {
    async show(count) {
      const time = now();
      if (messages.columns === undefined || time < next) return;
      next = time + PAUSE;
      shown = true;
      const line = progressLine(count, share(), time - start).slice(0, messages.columns - 1);
      await messages.write(`\r\u001B[K${line}`);
    },
    async clear() {
      if (shown) await messages.write("\r\u001B[K");
      shown = false;
    },
  };
}

/** One line for a batch that has taken `time` milliseconds. */
function progressLine({ drawn, kept, failed }: Count, share: number | undefined, time: number): string {
  const done = (drawn + kept + failed).toLocaleString("en");
  const faults = failed > 0 ? `, ${failed.toLocaleString("en")} failed` : "";
  if (share === undefined || share <= 0) return `${done} codes${faults}`;
  const filled = Math.round(CELLS * Math.min(1, share));
  const bar = "█".repeat(filled) + "░".repeat(CELLS - filled);
  const left = Math.ceil((time / share - time) / 1000);
  return `${bar} ${Math.floor(100 * Math.min(1, share))} %  ${done} codes${faults}  ${left} s left`;
}

/** How many bytes of a list are done, by its lines that are: reading runs ahead of drawing. */
export interface DoneBytes {
  /** `bytes`, counted. */
  watch(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** About how many bytes the first `lines` lines have. */
  of(lines: number): number;
}

const LINE_FEED = 10;

/** Remembers the chunks whose lines are not all done, and nothing of what is in them. */
export function createDoneBytes(): DoneBytes {
  /** How many lines have ended before a byte, at the ends of chunks in which one ends. */
  const marks = [{ lines: 0, bytes: 0 }];
  let most = 0;
  return {
    async *watch(bytes) {
      let [lines, length] = [0, 0];
      for await (const chunk of bytes) {
        for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
        length += chunk.length;
        if (lines > (marks.at(-1)?.lines ?? 0)) marks.push({ lines, bytes: length });
        yield chunk;
      }
    },
    of(lines) {
      // Rows end out of turn.
      most = Math.max(most, lines);
      while (marks[1] && marks[1].lines <= most) marks.shift();
      const [from, to] = marks;
      if (!from) return 0;
      if (!to) return from.bytes;
      return from.bytes + ((to.bytes - from.bytes) * (most - from.lines)) / (to.lines - from.lines);
    },
  };
}
