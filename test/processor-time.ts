/** Runs `work` three times, or `runs` times, and resolves to the shortest processor time, in milliseconds, because
 *  compilation and garbage collection slow some runs down. Other programs do not affect this time. */
export async function processorTime(work: () => unknown, runs = 3): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

/** A time limit in milliseconds. Linear work stays below it even on a slow machine. Quadratic work far exceeds it. */
export const SOON = 500;
