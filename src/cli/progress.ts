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
export function progressLine({ drawn, kept, failed }: Count, share: number | undefined, time: number): string {
  const done = (drawn + kept + failed).toLocaleString("en");
  const faults = failed > 0 ? `, ${failed.toLocaleString("en")} failed` : "";
  if (share === undefined || share <= 0) return `${done} codes${faults}`;
  const filled = Math.round(CELLS * Math.min(1, share));
  const bar = "█".repeat(filled) + "░".repeat(CELLS - filled);
  const left = Math.ceil((time / share - time) / 1000);
  return `${bar} ${Math.floor(100 * Math.min(1, share))} %  ${done} codes${faults}  ${left} s left`;
}
