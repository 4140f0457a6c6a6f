import { QrError } from "../errors.ts";
import type { Job, JobMap, Work } from "../ports.ts";
import { abandonable } from "./on-abort.ts";

/** What runs each job on a host, or undefined for a job that the host does not run: a new job has to be listed by every
 *  host, or the compiler names it. */
export type Performers<Jobs extends JobMap<Jobs>> = {
  readonly [Name in keyof Jobs]: ((input: Jobs[Name]["input"]) => Promise<Jobs[Name]["result"]>) | undefined;
};

/** Runs jobs in the calling thread. `jobs` has the names of those that have a performer. */
export function performHere<Jobs extends JobMap<Jobs>>(
  performers: Performers<Jobs>,
): Work<Jobs> & { readonly jobs: ReadonlySet<keyof Jobs> } {
  const names = Object.keys(performers) as (keyof Jobs)[];
  return {
    jobs: new Set(names.filter((name) => performers[name])),
    async run<Name extends keyof Jobs & string>({ name, input }: Job<Jobs, Name>, signal?: AbortSignal) {
      signal?.throwIfAborted();
      const perform = performers[name];
      if (!perform) throw new QrError("NOT_SUPPORTED", 501, `${name} is not supported here`);
      return abandonable(perform(input), signal);
    },
  };
}
