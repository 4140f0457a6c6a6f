import { createCache } from "../cache.ts";
import type { HeavyJobName, HeavyJobs, HeavyWork, Job } from "../ports.ts";
import { abandonable } from "../work/on-abort.ts";

/** Maximum size of the cache in bytes, counting logo files and drawn pixels. */
export const MAX_BYTES = 16 * 1024 * 1024;

interface CachedLogo {
  readonly bytes: Uint8Array;
  /** The results by variant or, while they are pending, by variant and client. */
  readonly results: Map<string, Promise<unknown>>;
  /** Total size of the file and its results in bytes. */
  size: number;
}

interface CacheKey {
  readonly file: Uint8Array;
  /** Identifies one of several results for a file. */
  readonly variant: string;
  /** Size of the result in bytes, unless the result is a file. */
  readonly bytes: number;
}

const keys: { readonly [Name in HeavyJobName]?: (input: HeavyJobs[Name]["input"]) => CacheKey } = {
  drawLogo: ({ bytes, kind, width, height, middle }) => ({
    file: bytes,
    variant: `${kind} ${width} ${height} ${middle}`,
    // Hosts may draw the whole box.
    bytes: width * height * 4,
  }),
  outlineLogo: (file) => ({ file, variant: "outlines", bytes: 0 }),
  readLogo: (file) => ({ file, variant: "header", bytes: 0 }),
};

/** Wraps `heavy` with a cache, because most logos are used for many codes. Reads each logo once, and draws it once per size.
 *  Errors are not cached. Clients share results, but not pending jobs, because the job of another client may have to wait
 *  longer. */
export function cacheJobs(heavy: HeavyWork): HeavyWork {
  const cache = createCache<string, CachedLogo>({ maxWeight: MAX_BYTES, weigh: ({ size }) => size });

  function once<Value>(
    { file, variant, bytes }: CacheKey,
    client: string | undefined,
    work: () => Promise<Value>,
  ): Promise<Value> {
    const key = keyOf(file);
    const found = cache.get(key);
    const logo = found && equal(found.bytes, file) ? found : { bytes: file, results: new Map(), size: file.length };
    const pending = `${variant} of ${client}`;
    const cached = logo.results.get(variant) ?? logo.results.get(pending);
    if (cached) return cached as Promise<Value>;
    const result = work();
    logo.results.set(pending, result);
    logo.size += bytes;
    // Setting the entry again updates its weight in the cache.
    cache.set(key, logo);
    const settle = (isDone: boolean, more = 0) => {
      logo.results.delete(pending);
      if (isDone && !logo.results.has(variant)) {
        logo.results.set(variant, result);
        logo.size += more;
      } else logo.size -= bytes;
      if (cache.get(key) !== logo) return;
      if (logo.results.size > 0) cache.set(key, logo);
      else cache.delete(key);
    };
    result.then(
      (value) => settle(true, value instanceof Uint8Array ? value.length : 0),
      () => settle(false),
    );
    return result;
  }

  return {
    jobs: heavy.jobs,
    run<Name extends HeavyJobName>(job: Job<HeavyJobs, Name>, signal?: AbortSignal) {
      const key = keys[job.name]?.(job.input);
      if (!key) return heavy.run(job, signal);
      // Several callers share the job, so none of them may abort it with a signal.
      return abandonable(
        once(key, job.client, () => heavy.run(job)),
        signal,
      );
    },
  };
}

/** Returns a fast hash of the length and a sample of the bytes. Because hashes can collide, callers also compare all bytes. */
function keyOf(bytes: Uint8Array): string {
  let sum = 0;
  const step = Math.max(1, bytes.length >> 8);
  for (let at = 0; at < bytes.length; at += step) sum = (Math.imul(sum, 31) + (bytes[at] as number)) | 0;
  return `${bytes.length} ${sum}`;
}

function equal(some: Uint8Array, others: Uint8Array): boolean {
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return some.length === others.length;
}
