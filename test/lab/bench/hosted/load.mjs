import { createCaller } from "./caller.mjs";

/** Sends `count` requests from `next` over `lanes` sockets. Each socket sends its next request as soon as it has
 *  received a response. Resolves to the number of responses with each status, such as `{ 200: 10 }`. */
export async function flood(url, { lanes, count, next }) {
  const statuses = {};
  let left = count;
  const lane = async () => {
    const caller = createCaller(url);
    while (left-- > 0) {
      const { status } = await caller.ask(next());
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    caller.close();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return statuses;
}

/** Sends `rate` requests per second from `next` for `seconds` seconds, without waiting for responses. Resolves to the
 *  outcomes, `{ status, head, took }`. The status is 0 if the socket broke. `localAddress` is as in `createCaller`. */
export async function stream(url, { rate, seconds, next, localAddress }) {
  const idle = [];
  const outcomes = [];
  const began = performance.now();
  const send = async () => {
    const caller = idle.pop() ?? createCaller(url, { localAddress });
    const outcome = await caller.ask(next()).catch(() => ({ status: 0, head: "", took: Number.POSITIVE_INFINITY }));
    idle.push(caller);
    return outcome;
  };
  for (let i = 0; i < rate * seconds; i++) {
    const wait = began + (i * 1000) / rate - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    outcomes.push(send());
  }
  const all = await Promise.all(outcomes);
  for (const caller of idle) caller.close();
  return all;
}

/** Returns the number of outcomes with each status. */
export function statusesOf(outcomes) {
  const counts = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Returns a quantile of the times in milliseconds. `share` is from 0 to 1. */
export function quantile(outcomes, share) {
  const sorted = outcomes.map(({ took }) => took).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Maximum 99th percentile of the latency of an idle server, in milliseconds. If it is higher, the machine is too busy
 *  to measure latency. */
export const CALM = 10;

export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
