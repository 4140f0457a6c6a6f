import { readFileSync } from "node:fs";

/** Measures how long the event loop is blocked, in processor time of the thread. Other programs and pool threads
 *  therefore do not affect the result. */

/** The first number in schedstat is the thread's running time in nanoseconds. The main thread has the id of the
 *  process. */
const statistics = `/proc/self/task/${process.pid}/schedstat`;

/** Returns the processor time of this thread in milliseconds. Systems other than Linux report only that of the
 *  process. */
export function threadTime(): number {
  // On Linux, this call updates the statistics, which are otherwise up to 4 ms old.
  const { user, system } = process.cpuUsage();
  if (process.platform === "linux") return Number(readFileSync(statistics, "utf8").split(" ")[0]) / 1e6;
  return (user + system) / 1000;
}

export interface Watched<Result> {
  readonly result: Result;
  /** Milliseconds of processor time in the longest turn of the event loop. */
  readonly longest: number;
  /** Milliseconds of processor time in all turns together that take longer than a look at the clock. */
  readonly total: number;
}

/** Maximum processor time of a look at the clock in milliseconds. */
const LOOK = 0.3;

/** Runs `work` and measures the event loop until it is done. Looks at the clock once per millisecond, because looking
 *  in every turn would take a processor from the threads. Turns in the same millisecond therefore count as one. */
export async function watchLoop<Result>(work: () => Promise<Result>): Promise<Watched<Result>> {
  let [longest, total, last] = [0, 0, threadTime()];
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = threadTime();
    const turn = now - last;
    longest = Math.max(longest, turn);
    if (turn > LOOK) total += turn;
    last = now;
  };
  const watch = () => {
    look();
    timer = setTimeout(watch, 1);
  };
  watch();
  try {
    const result = await work();
    look();
    return { result, longest, total };
  } finally {
    clearTimeout(timer);
  }
}
