import { createCache } from "../cache.ts";

/** Compares the time of jobs with the expected time. */
export interface JobTimes {
  /** Returns how many times as long as expected a job will take. */
  factor(client: string | undefined, name: string): number;
  /** Records that a job took `factor` times as long as expected. */
  add(client: string | undefined, name: string, factor: number): void;
}

/** Number of a client's latest factors in its median, and number of clients in the median of all. Medians ignore single
 *  slow jobs, such as the first one of a thread, which loads libraries. */
const OWN_FACTORS = 5;
const ALL_FACTORS = 9;

/** Maximum number of clients whose factors are kept, for each kind of job. */
export const MAX_CLIENTS = 1_000;

/** Creates an empty record of times: all factors are 1. The factor of a known client is the median of its last jobs. That of
 *  a new client is the median of all clients, each of which counts once, so that a client with slow jobs does not affect it. */
export function createJobTimes(): JobTimes {
  const own = createCache<string, readonly number[]>({ maxEntries: MAX_CLIENTS });
  /** For each job, the last factor of each client, starting with the oldest. */
  const all = new Map<string, Map<unknown, number>>();
  const allOf = (name: string) => {
    const known = all.get(name) ?? new Map<unknown, number>(Array<number>(ALL_FACTORS).fill(1).entries());
    all.set(name, known);
    return known;
  };
  const usual = (name: string) => median([...allOf(name).values()]);
  const keyOf = (client: string | undefined, name: string) => `${name} ${client ?? ""}`;
  return {
    factor(client, name) {
      const factors = own.get(keyOf(client, name));
      return factors ? median(factors) : usual(name);
    },
    add(client, name, factor) {
      const key = keyOf(client, name);
      const factors = own.get(key) ?? Array<number>(OWN_FACTORS).fill(usual(name));
      own.set(key, [...factors.slice(1), factor]);
      const known = allOf(name);
      if (!known.delete(client)) known.delete(known.keys().next().value);
      known.set(client, factor);
    },
  };
}

function median(factors: readonly number[]): number {
  return [...factors].sort((one, other) => one - other)[factors.length >> 1] ?? 1;
}
