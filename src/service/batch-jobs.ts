import type { HeavyWork } from "../ports.ts";

/** `heavy` for all batches together: `most` of their jobs are under way, and others wait, of whom there are as many as
 *  batches draw items side by side. A batch that was taken on is to be drawn, not to be refused piece by piece for a queue
 *  that is full, or a job that waited there too long. */
export function forBatches(heavy: HeavyWork, most: number): HeavyWork {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    if (underWay === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else underWay++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  }

  return { jobs: heavy.jobs, run: (job, signal) => inTurn(() => heavy.run(job, signal)) };
}
