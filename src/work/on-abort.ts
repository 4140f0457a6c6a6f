interface Watch {
  readonly stops: Set<() => void>;
  stopAll(): void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/** Calls `stop` when `signal` aborts, unless the returned function is called first. All calls for a signal share one
 *  listener, because Node warns of a memory leak above ten listeners. */
export function onAbort(signal: AbortSignal | undefined, stop: () => void): () => void {
  if (!signal) return () => {};
  const { stops, stopAll } = watches.get(signal) ?? watch(signal);
  stops.add(stop);
  return () => {
    if (!stops.delete(stop) || stops.size > 0) return;
    signal.removeEventListener("abort", stopAll);
    watches.delete(signal);
  };
}

/** Settles like `work`, or rejects with the reason of `signal` if it aborts first. */
export function abandonable<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const unwatch = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(unwatch);
  });
}

function watch(signal: AbortSignal): Watch {
  const stops = new Set<() => void>();
  const stopAll = () => {
    for (const stop of [...stops]) stop();
  };
  signal.addEventListener("abort", stopAll, { once: true });
  const created = { stops, stopAll };
  watches.set(signal, created);
  return created;
}
