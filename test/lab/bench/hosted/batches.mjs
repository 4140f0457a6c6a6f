import { createCaller } from "./caller.mjs";
import { CALM, quantile, statusesOf, stream } from "./load.mjs";
import { largeBatch, light } from "./requests.mjs";
import { serve } from "./server.mjs";

/** The number of clients that send batches concurrently, and the number of light requests per second. */
const CALLERS = 2;
const RATE = 100;

/** Measures the 99th percentile of the latency of light requests, first on an idle server, and then while the server
 *  draws batches of fifty images of 2048 px with logos. */
export async function measureBatches({ seconds }) {
  const server = await serve();
  try {
    const idle = await stream(server.url, { rate: RATE, seconds, next: light });
    let going = true;
    let batches = 0;
    const callers = Array.from({ length: CALLERS }, async () => {
      const caller = createCaller(server.url);
      while (going) {
        const { status } = await caller.ask(largeBatch());
        if (status !== 200) throw new Error(`a batch got a ${status}`);
        batches += 1;
      }
      caller.close();
    });
    const busy = await stream(server.url, { rate: RATE, seconds, next: light });
    going = false;
    await Promise.all(callers);
    const calm = quantile(idle, 0.99);
    const statuses = statusesOf([...idle, ...busy]);
    if (statuses[200] !== 2 * RATE * seconds) throw new Error(JSON.stringify(statuses));
    return {
      rows: [
        {
          label: "p99 of a light request during 50-item batches of 2048 px with logos",
          least: 100,
          aim: 30,
          measured: quantile(busy, 0.99),
          unit: "ms",
          better: "less",
          note: `${batches} batches from ${CALLERS} clients; ${calm.toFixed(1)} ms without`,
          judged: calm <= CALM,
        },
      ],
      figures: {},
    };
  } finally {
    await server.end();
  }
}
