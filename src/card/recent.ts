/** Values that were used last. */
export interface Recent<Value> {
  /** What is kept under `key`, else what `make` gives, which is kept from then on. */
  get(key: string, make: () => Value): Value;
  forget(key: string): void;
}

/** Keeps at most `most` values; what was not used for longest goes first. */
export function createRecent<Value>(most: number): Recent<Value> {
  const kept = new Map<string, Value>();
  return {
    get(key, make) {
      const found = kept.get(key);
      const value = found ?? make();
      // A map is in the order in which its keys came.
      if (found !== undefined) kept.delete(key);
      kept.set(key, value);
      const oldest = kept.size > most ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      return value;
    },
    forget(key) {
      kept.delete(key);
    },
  };
}
