import { createCache } from "../cache.ts";
import type { HeavyJobName, HeavyJobs, HeavyWork, Job } from "../ports.ts";
import { abandonable } from "../work/on-abort.ts";

/** Bytes, of files and of pixels, that are remembered at most. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** A logo, with its cached results. */
interface Known {
  readonly bytes: Uint8Array;
  /** Its header, and its pixels by their size. */
  readonly done: Map<string, Promise<unknown>>;
  /** Bytes held in total. */
  held: number;
}

/** The key under which a result is cached. */
interface CacheKey {
  readonly file: Uint8Array;
  /** Tells apart the results for one file. */
  readonly variant: string;
  /** Bytes of the result. */
  readonly bytes: number;
}

/** The jobs whose results are cached. */
const keys: { readonly [Name in HeavyJobName]?: (input: HeavyJobs[Name]["input"]) => CacheKey } = {
  drawLogo: ({ bytes, kind, width, height }) => ({
    file: bytes,
    variant: `${kind} ${width} ${height}`,
    bytes: width * height * 4,
  }),
  readLogo: (file) => ({ file, variant: "header", bytes: 0 }),
};

/** Wraps `heavy` with a cache, so that each logo is read once, and drawn once per size: most logos come again, each time
 *  on another code. Failures are not cached. */
export function cacheJobs(heavy: HeavyWork): HeavyWork {
  // A logo is dropped together with all that was made of it.
  const cache = createCache<string, Known>({ maxWeight: MOST_BYTES, weigh: ({ held }) => held });

  /** Runs `work` once for this file and variant. */
  function once<Value>({ file, variant: name, bytes: size }: CacheKey, work: () => Promise<Value>): Promise<Value> {
    const key = keyOf(file);
    const same = cache.get(key);
    const known = same && equal(same.bytes, file) ? same : { bytes: file, done: new Map(), held: file.length };
    const before = known.done.get(name);
    if (before) return before as Promise<Value>;
    const result = work();
    known.done.set(name, result);
    known.held += size;
    // Set again, because it weighs more.
    cache.set(key, known);
    result.catch(() => {
      known.done.delete(name);
      known.held -= size;
      if (cache.get(key) !== known) return;
      if (known.done.size > 0) cache.set(key, known);
      else cache.delete(key);
    });
    return result;
  }

  return {
    jobs: heavy.jobs,
    run<Name extends HeavyJobName>(job: Job<HeavyJobs, Name>, signal?: AbortSignal) {
      const key = keys[job.name]?.(job.input);
      if (!key) return heavy.run(job, signal);
      // A shared job has no signal: it must not end because one of its callers has left.
      return abandonable(
        once(key, () => heavy.run(job)),
        signal,
      );
    },
  };
}

/** Returns a hash; files with equal hashes are compared. */
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
