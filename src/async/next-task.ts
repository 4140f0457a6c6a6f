/** Resolves in a later task, so that waiting I/O and events are handled first. Prefers setImmediate: with timers, Node would
 *  run all other due timers before it handles I/O. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
