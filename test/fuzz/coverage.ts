import { type Profiler, Session } from "node:inspector/promises";

/** What V8 says of the code that ran, for a search that keeps the inputs that reach new code. */
export interface Coverage {
  /** Whether code of the project ran since the last call that never ran before, or so much more often than before. */
  isNew(): Promise<boolean>;
}

/** Watches the code of this process, in blocks; threads are not watched. */
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
            // Whether a loop runs once, twice or a thousand times is another way through it.
            if (count > 0)
              seen.add(`${scriptId}:${startOffset}:${endOffset}:${Math.min(12, Math.floor(Math.log2(count)))}`);
          }
        }
      }
      return seen.size > before;
    },
  };
}
