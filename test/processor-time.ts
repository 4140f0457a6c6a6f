/** Resolves to the milliseconds of processor time that `work` takes, regardless of other load. Takes the least
 *  of three runs, because compilation and garbage collection interfere. */
export async function processorTime(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

/** Milliseconds that suffice for any linear work on a slow machine, and that quadratic work far exceeds. */
export const SOON = 500;
