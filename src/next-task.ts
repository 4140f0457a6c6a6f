/** Resolves after everything else that waits has had its turn. On Node a timer would not do: timers that are due run one
 *  after another, and after a millisecond of work the next one is due as well, so that sockets wait for all of them. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
