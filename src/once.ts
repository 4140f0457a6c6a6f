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

/** Returns `work` wrapped so that calls with the same first argument share the promise that is pending. */
export function singleFlight<Given extends readonly unknown[], Value>(
  work: (...given: Given) => Promise<Value>,
): (...given: Given) => Promise<Value> {
  const pending = new Map<unknown, Promise<Value>>();
  return (...given) => {
    const [key] = given;
    const shared = pending.get(key) ?? work(...given).finally(() => pending.delete(key));
    pending.set(key, shared);
    return shared;
  };
}

/** What `memoize` keeps its values in: a Map for keys of which there are few, a WeakMap for keys that are objects, a Cache
 *  for all others. */
export interface Memory<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
  delete(key: Key): unknown;
}

/** Returns `make` wrapped so that it runs only once for each key, by default the first argument, while `memory` keeps the
 *  value. A value that is undefined, and a promise that rejects, are not kept. */
export function memoize<Given extends readonly unknown[], Value, Key = Given[0]>(
  make: (...given: Given) => Value,
  memory: Memory<Key, Value> = new Map(),
  keyOf: (...given: Given) => Key = (...[first]) => first as Key,
): (...given: Given) => Value {
  return (...given) => {
    const key = keyOf(...given);
    const known = memory.get(key);
    if (known !== undefined) return known;
    const value = make(...given);
    memory.set(key, value);
    if (value instanceof Promise) value.catch(() => memory.get(key) === value && memory.delete(key));
    return value;
  };
}
