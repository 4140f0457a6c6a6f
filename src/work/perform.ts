import { QrError } from "../errors.ts";
import { jobUnsupported } from "../messages/developer-rules.ts";
import type { Job, JobMap, Work } from "../ports.ts";
import { abandonable } from "./on-abort.ts";

/** The function for each job, or undefined for a job that the host does not run. Every host must list all jobs, so that
 *  the compiler reports the hosts that lack a new job. */
export type Performers<Jobs extends JobMap<Jobs>> = {
  readonly [Name in keyof Jobs]: ((input: Jobs[Name]["input"]) => Promise<Jobs[Name]["result"]>) | undefined;
};

/** Returns an object that runs jobs in the calling thread. Its property `jobs` has the names of the jobs that this host
 *  supports. */
export function performHere<Jobs extends JobMap<Jobs>>(
  performers: Performers<Jobs>,
): Work<Jobs> & { readonly jobs: ReadonlySet<keyof Jobs> } {
  const names = Object.keys(performers) as (keyof Jobs)[];
  return {
    jobs: new Set(names.filter((name) => performers[name])),
    async run<Name extends keyof Jobs & string>({ name, input, onStart }: Job<Jobs, Name>, signal?: AbortSignal) {
      signal?.throwIfAborted();
      const perform = performers[name];
      if (!perform) throw new QrError("NOT_SUPPORTED", { rule: jobUnsupported, values: { name } });
      onStart?.();
      return abandonable(perform(input), signal);
    },
  };
}
