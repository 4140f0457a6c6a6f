import { readFileSync } from "node:fs";

/** Measures how long the event loop is blocked, in processor time of the thread. Other programs and pool threads
 *  therefore do not affect the result. */

/** The first number in schedstat is the thread's running time in nanoseconds. The main thread has the id of the
 *  process. */
const statistics = `/proc/self/task/${process.pid}/schedstat`;

/** Returns the processor time of this thread in milliseconds. Systems other than Linux report only that of the
 *  process. */
export function threadTime(): number {
  if (process.platform === "linux") return Number(readFileSync(statistics, "utf8").split(" ")[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export interface Watched<Result> {
  readonly result: Result;
  /** Milliseconds of processor time in the longest turn of the event loop. */
  readonly longest: number;
}

/** Runs `work` and measures the event loop until it is done. */
export async function watchLoop<Result>(work: () => Promise<Result>): Promise<Watched<Result>> {
  let longest = 0;
  let last = threadTime();
  let watching = true;
  const look = () => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (watching) setImmediate(look);
  };
  setImmediate(look);
  try {
    const result = await work();
    look();
    return { result, longest };
  } finally {
    watching = false;
  }
}
