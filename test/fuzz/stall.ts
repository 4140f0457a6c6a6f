import { readFileSync } from "node:fs";

/** How long the event loop stands still, in processor time of its own thread: other programs on the machine and the
 *  threads of a pool do not count. */

/** The first number of schedstat is the nanoseconds that a thread ran. The first thread of a process has its number. */
const statistics = `/proc/self/task/${process.pid}/schedstat`;

/** Milliseconds of processor time that this thread has used; of the process, except on Linux. */
export function threadTime(): number {
  if (process.platform === "linux") return Number(readFileSync(statistics, "utf8").split(" ")[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export interface Watched<Result> {
  readonly result: Result;
  /** Milliseconds of processor time of the longest stretch between two turns of the event loop. */
  readonly longest: number;
}

/** Runs `work` and watches the event loop until it is done. */
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
