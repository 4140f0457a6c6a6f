/** Resolves after all queued tasks have run. On Node, timers do not yield to I/O: due timers run one after another. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
