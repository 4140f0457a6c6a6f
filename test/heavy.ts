import type { HeavyJobs, HeavyWork } from "../src/ports.ts";
import { type Performers, performHere } from "../src/work/perform.ts";

/** Returns heavy work that runs only the jobs of `performers`. */
export function heavyOf(performers: Partial<Performers<HeavyJobs>>): HeavyWork {
  return performHere(performers as Performers<HeavyJobs>);
}

/** Returns `heavy` with the jobs of `performers` added or replaced. */
export function withJobs(heavy: HeavyWork, performers: Partial<Performers<HeavyJobs>>): HeavyWork {
  const own = heavyOf(performers);
  return {
    jobs: new Set([...heavy.jobs, ...own.jobs]),
    run: (job, signal) => (own.jobs.has(job.name) ? own : heavy).run(job, signal),
  };
}
