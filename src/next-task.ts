/** Resolves after all waiting tasks. On Node, timers do not suffice: due timers run one after another and delay sockets. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
