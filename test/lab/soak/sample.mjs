import { median } from "../bench/hosted/load.mjs";
import { serve } from "../bench/hosted/server.mjs";

/** Starts a server with metrics, which include its heap and handles. */
export async function serveWatched() {
  const server = await serve({ METRICS_PORT: "0" });
  const ended = performance.now() + 10_000;
  while (!/Metrics are at \S+/.test(server.output()) && performance.now() < ended) await sleep(10);
  const figuresUrl = /Metrics are at (\S+)/.exec(server.output())?.[1];
  return { ...server, sample: () => sample(server, figuresUrl) };
}

/** Resolves to the server's memory in MB, and to its numbers of handles, files and threads. */
async function sample(server, figuresUrl) {
  const text = await (await fetch(figuresUrl)).text();
  const sum = (name) => {
    const found = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "gm"))];
    return found.reduce((total, [, value]) => total + Number(value), 0);
  };
  return {
    rss: server.memory(),
    heap: sum("nodejs_heap_size_used_bytes") / 1e6,
    external: sum("nodejs_external_memory_bytes") / 1e6,
    handles: sum("nodejs_active_resources"),
    files: server.files(),
    threads: server.threads(),
  };
}

/** Takes a sample of `server` every `pause` milliseconds until `work` settles. Takes at least one. */
export async function sampleDuring(server, work, pause) {
  let going = true;
  const done = work.finally(() => {
    going = false;
  });
  const samples = [];
  do {
    samples.push(await server.sample());
    await Promise.race([done, sleep(pause)]);
  } while (going);
  await done;
  return samples;
}

/** Returns the median of each figure. Single samples depend on the amount of garbage. */
export function middle(samples) {
  return Object.fromEntries(Object.keys(samples[0]).map((name) => [name, median(samples.map((one) => one[name]))]));
}

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns the growth from one value to another in percent, or 0 if the value has decreased. */
export const growth = (first, last) => Math.max(0, (100 * last) / first - 100);

/** The maximum growth of memory between two measurements, in percent. */
export const MAX_GROWTH = 15;
