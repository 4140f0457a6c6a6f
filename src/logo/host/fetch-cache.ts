/** Keeps fetched logos for a short while. */
export interface LogoCache {
  /** The bytes kept for `url`, not to be written to, or undefined. */
  get(url: string): Uint8Array | undefined;
  /** Keeps `bytes` for `seconds`, at most a minute. */
  set(url: string, bytes: Uint8Array, seconds: number): void;
}

export interface LogoCacheSettings {
  readonly maxEntries?: number;
  /** Of all logos together. */
  readonly maxBytes?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** However long its server allows: a changed logo shows within this many seconds. */
const LONGEST = 60;

/** A cache that forgets first what was used longest ago. */
export function createLogoCache({
  maxEntries = 64,
  maxBytes = 16 * 1024 * 1024,
  now = () => performance.now(),
}: LogoCacheSettings = {}): LogoCache {
  // A Map keeps the order of insertion; what is used is inserted anew.
  const entries = new Map<string, { bytes: Uint8Array; until: number }>();
  let held = 0;

  const forget = (url: string) => {
    held -= entries.get(url)?.bytes.length ?? 0;
    entries.delete(url);
  };

  return {
    get(url) {
      const entry = entries.get(url);
      if (!entry) return undefined;
      forget(url);
      if (entry.until <= now()) return undefined;
      entries.set(url, entry);
      held += entry.bytes.length;
      return entry.bytes;
    },
    set(url, bytes, seconds) {
      forget(url);
      if (!(seconds > 0) || bytes.length > maxBytes) return;
      entries.set(url, { bytes, until: now() + Math.min(seconds, LONGEST) * 1000 });
      held += bytes.length;
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && held <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}

/** Header fields as they arrive: lower-case names, a list where a field came more than once. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Seconds for which a shared cache may keep an answer with these headers: 0 unless the answer says so itself.
 *  RFC 9111, 4.2.1 and 5.2.2. */
export function freshFor(headers: ReceivedHeaders): number {
  const directives = [headers["cache-control"] ?? []].flat().join(",").toLowerCase().split(",");
  const words = directives.map((directive) => directive.trim());
  if (words.some((word) => /^(?:no-store|no-cache|private)(?:$|=)/.test(word))) return 0;
  if ([headers.vary ?? []].flat().join(",").includes("*")) return 0;
  const lifetime = secondsOf("s-maxage", words) ?? secondsOf("max-age", words) ?? 0;
  const age = Number([headers.age ?? 0].flat()[0]);
  return Math.max(0, lifetime - (age > 0 ? age : 0));
}

/** The number that `name` is set to, the smallest when there are several, 0 when it is none. */
function secondsOf(name: string, words: readonly string[]): number | undefined {
  const values = words
    .filter((word) => word.startsWith(`${name}=`))
    .map((word) => Number(/^"?([0-9]{1,12})"?$/.exec(word.slice(name.length + 1))?.[1] ?? 0));
  return values.length > 0 ? Math.min(...values) : undefined;
}
