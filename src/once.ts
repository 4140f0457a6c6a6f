/** Returns `work` wrapped so that it runs only once: all calls share its promise, pending or fulfilled, whatever their
 *  arguments. A rejection is forgotten, so that the next call runs `work` again. */
export function once<Given extends readonly unknown[], Value>(
  work: (...given: Given) => Promise<Value>,
): (...given: Given) => Promise<Value> {
  let shared: Promise<Value> | undefined;
  return (...given) => {
    shared ??= work(...given).catch((error: unknown) => {
      shared = undefined;
      throw error;
    });
    return shared;
  };
}

/** Returns `work` wrapped so that it runs once at a time: calls share the promise that is pending. */
export function singleFlight<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | undefined;
  return () => {
    pending ??= work().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

/** What `memoize` keeps its values in: a Map for keys of which there are few, a WeakMap for keys that are objects, a Cache
 *  for all others. */
export interface Memory<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
  delete(key: Key): unknown;
}

/** Returns `make` wrapped so that it runs only once for each key, while `memory` keeps the value. A value that is undefined,
 *  and a promise that rejects, are not kept. */
export function memoize<Key, Value>(
  make: (key: Key) => Value,
  memory: Memory<Key, Value> = new Map<Key, Value>(),
): (key: Key) => Value {
  return (key) => {
    const known = memory.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    memory.set(key, value);
    if (value instanceof Promise) value.catch(() => memory.get(key) === value && memory.delete(key));
    return value;
  };
}
