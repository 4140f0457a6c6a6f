import { median } from "./load.mjs";
import { serve } from "./server.mjs";

/** Measures the time from the start of the process to its first image. */
export async function measureStart({ rounds }) {
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const began = performance.now();
    const server = await serve();
    const answer = await fetch(`${server.url}/api/qr?data=https://example.com`);
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    if (answer.status !== 200) throw new Error(`the first request got a ${answer.status}`);
    await server.end();
  }
  return {
    rows: [
      {
        label: "startup to first response",
        least: 1000,
        aim: 300,
        measured: median(times),
        unit: "ms",
        better: "less",
        note: `${rounds} starts, slowest ${Math.round(Math.max(...times))} ms`,
      },
    ],
    figures: {},
  };
}
