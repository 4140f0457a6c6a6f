import { flood } from "./load.mjs";
import { light } from "./requests.mjs";
import { serve } from "./server.mjs";

const FIRST = 50_000;

/** Compares the server's memory after `requests` distinct images with its memory after the first 50,000. */
export async function measureMemory({ requests }) {
  const server = await serve();
  const ask = async (count) => {
    const statuses = await flood(server.url, { lanes: 8, count, next: light });
    if (statuses[200] !== count) throw new Error(JSON.stringify(statuses));
    // Leaves time for garbage collection.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return server.memory();
  };
  try {
    const first = await ask(FIRST);
    const last = await ask(requests - FIRST);
    return {
      rows: [
        {
          label: `memory after ${requests.toLocaleString("en")} distinct requests, increase since the first 50,000`,
          least: 10,
          aim: 1,
          measured: (100 * last) / first - 100,
          unit: "%",
          better: "less",
          note: `${Math.round(last)} MB; ${Math.round(first)} MB after the first 50,000`,
        },
      ],
      figures: { memoryMegabytes: last },
    };
  } finally {
    await server.end();
  }
}
