/** A map with bounds. When it is full, the least recently used entries are dropped. */
export interface Cache<Key, Value> {
  /** Returns the value of `key` and marks it as used; undefined if there is none, or if it has expired. */
  get(key: Key): Value | undefined;
  /** Sets the value of `key`, which expires after `maxAge` milliseconds, by default that of the cache. A value that weighs
   *  more than `maxWeight`, or expires at once, is not kept. */
  set(key: Key, value: Value, maxAge?: number): void;
  delete(key: Key): void;
}

/** Every limit is optional: a cache without any keeps everything. */
export interface CacheLimits<Value> {
  readonly maxEntries?: number;
  /** Of all entries together. */
  readonly maxWeight?: number;
  /** Returns the weight of a value, such as its bytes. Called once for each `set`. */
  readonly weigh?: (value: Value) => number;
  /** Milliseconds. */
  readonly maxAge?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
  readonly expires: number;
}

export function createCache<Key, Value>({
  maxEntries = Infinity,
  maxWeight = Infinity,
  weigh = () => 0,
  maxAge: defaultAge = Infinity,
  now = () => performance.now(),
}: CacheLimits<Value>): Cache<Key, Value> {
  // A Map keeps the order of insertion; a used entry is inserted again.
  const entries = new Map<Key, Entry<Value>>();
  let total = 0;

  function remove(key: Key): void {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  }

  // The iterator is a new one each time: V8 keeps every table that a map has outgrown while an iterator waits in it.
  function evict(): void {
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries && total <= maxWeight) break;
      remove(oldest);
    }
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.expires <= now()) return void remove(key);
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, maxAge = defaultAge) {
      remove(key);
      const weight = weigh(value);
      if (!(maxAge > 0) || weight > maxWeight) return;
      entries.set(key, { value, weight, expires: maxAge === Infinity ? Infinity : now() + maxAge });
      total += weight;
      evict();
    },
    delete: remove,
  };
}
