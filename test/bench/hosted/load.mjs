import { createCaller } from "./caller.mjs";

/** `count` requests that `next` makes, over `lanes` sockets, as fast as they are answered. Resolves to the answers' statuses
 *  as `{ 200: 10 }`. */
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

/** `rate` requests a second that `next` makes, for `seconds`, whether or not those before them are answered. Resolves to
 *  what became of each: `{ status, head, took }`, with status 0 where the socket broke. */
export async function stream(url, { rate, seconds, next }) {
  const idle = [];
  const outcomes = [];
  const began = performance.now();
  const send = async () => {
    const caller = idle.pop() ?? createCaller(url);
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

/** How often each status came. */
export function statusesOf(outcomes) {
  const counts = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The milliseconds that `share` of the outcomes took at most. */
export function quantile(outcomes, share) {
  const sorted = outcomes.map(({ took }) => took).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Milliseconds that the 99th percentile of an idle server takes at most on a machine with nothing else to do. Where it
 *  takes longer, times say something about the other programs, and are not judged. */
export const CALM = 10;

/** Half of them are larger. */
export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
