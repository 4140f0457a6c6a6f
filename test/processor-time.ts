/** Resolves to the milliseconds of processor time that `work` takes, regardless of other load. The least of three
 *  runs, for compiling and clearing up come in between. */
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

/** More than any text or picture may take on a slow machine, and much less than what grows with the square of its length. */
export const SOON = 500;
