/** A bounded map that evicts the least recently used entries. */
export interface Cache<Key, Value> {
  /** Returns the value of `key` and marks it as used; undefined if it is absent or has expired. */
  get(key: Key): Value | undefined;
  /** Sets the value of `key`, which expires after `maxAge` milliseconds (default: the cache's `maxAge`). A value
   *  heavier than `maxWeight`, or with a `maxAge` of 0 or less, is not stored. */
  set(key: Key, value: Value, maxAge?: number): void;
  delete(key: Key): void;
}

/** Limits for a cache. By default, nothing is evicted. */
export interface CacheLimits<Value> {
  readonly maxEntries?: number;
  readonly maxWeight?: number;
  /** Returns the weight of a value, such as its size in bytes. Called once per `set`. */
  readonly weigh?: (value: Value) => number;
  /** Milliseconds after which an entry expires. */
  readonly maxAge?: number;
  /** Returns the time of a monotonic clock in milliseconds. */
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
  // A Map keeps insertion order, so reinserting an entry on use makes the first one the least recently used.
  const entries = new Map<Key, Entry<Value>>();
  let total = 0;

  function remove(key: Key): void {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  }

  // Creates an iterator for each call. While an iterator exists, V8 retains every hash table that the map has outgrown.
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
