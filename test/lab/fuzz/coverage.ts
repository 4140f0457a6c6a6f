import { type Profiler, Session } from "node:inspector/promises";

/** Code coverage by V8. The search keeps inputs that reach new code. */
export interface Coverage {
  /** Resolves to true if, since the last call, project code ran for the first time, or far more often than ever
   *  before. */
  isNew(): Promise<boolean>;
}

/** Measures block coverage in this process; threads are not covered. */
export async function watchCoverage(): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const seen = new Set<string>();
  return {
    async isNew() {
      const { result } = (await session.post("Profiler.takePreciseCoverage")) as Profiler.TakePreciseCoverageReturnType;
      const before = seen.size;
      for (const { url, scriptId, functions } of result) {
        if (!/\/(?:src|sw|demo)\//.test(url)) continue;
        for (const { ranges } of functions) {
          for (const { startOffset, endOffset, count } of ranges) {
            // Round counts down to powers of two. Loops that run once, twice or a thousand times then count as
            // different coverage.
            if (count > 0)
              seen.add(`${scriptId}:${startOffset}:${endOffset}:${Math.min(12, Math.floor(Math.log2(count)))}`);
          }
        }
      }
      return seen.size > before;
    },
  };
}
