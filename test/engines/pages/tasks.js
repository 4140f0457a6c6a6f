/** Resolves to the longest time in milliseconds for which the page was blocked during `work`: the maximum delay of
 *  messages that the page sends to itself. */
export async function longestTask(work) {
  const { port1, port2 } = new MessageChannel();
  let longest = 0;
  let last = performance.now();
  let over = false;
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!over) port2.postMessage(0);
  };
  port2.postMessage(0);
  await work();
  over = true;
  port1.close();
  return longest;
}
