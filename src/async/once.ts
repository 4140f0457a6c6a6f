/** Wraps `work` to run only once: all calls share its promise, regardless of their arguments. After a rejection, the
 *  next call runs `work` again. */
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

/** Wraps `work` so that concurrent calls with the same first argument share one promise. */
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

/** The storage of `memoize`: a Map for a few keys, a WeakMap for objects as keys, or a Cache. */
export interface Memory<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
  delete(key: Key): unknown;
}

/** Wraps `make` to run only once per key, as long as `memory` holds the value. By default, the key is the first
 *  argument. Undefined values and rejected promises are not cached. */
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
