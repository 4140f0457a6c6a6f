import { createCaller } from "../bench/hosted/caller.mjs";
import { quantile, statusesOf, stream } from "../bench/hosted/load.mjs";
import { heavy, light } from "../bench/hosted/requests.mjs";
import { serveWatched, sleep } from "./sample.mjs";
import { validation } from "./work.mjs";

/** The number of clients that constantly request cards and scan proofs, and the number of light requests per second. */
const CLIENTS = 200;
const RATE = 50;

/** The maximum latency of light requests, as a multiple of their latency on an idle server. */
const MAX_RATIO = 10;

/** Measures the latency of light requests: first on an idle server, and then during heavy work for 200 clients that
 *  honour Retry-After. */
export async function soakOverload({ seconds }) {
  const server = await serveWatched();
  let going = true;
  const heavyStatuses = {};
  async function client(_, at) {
    const caller = createCaller(server.url);
    while (going) {
      const { status } = await caller.ask(at % 2 ? heavy() : validation()).catch(() => ({ status: 0 }));
      heavyStatuses[status] = (heavyStatuses[status] ?? 0) + 1;
      if (status === 503) await sleep(1_000);
    }
    caller.close();
  }
  try {
    // Warm up: start threads and compile code.
    const caller = createCaller(server.url);
    for (const request of [heavy(), validation(), heavy()]) await caller.ask(request);
    caller.close();
    const idle = await stream(server.url, { rate: RATE, seconds, next: light });
    const before = await server.sample();
    const clients = Array.from({ length: CLIENTS }, client);
    await sleep(1_000);
    const busy = await stream(server.url, { rate: RATE, seconds, next: light });
    const during = await server.sample();
    going = false;
    await Promise.all(clients);
    const [calm, loaded] = [idle, busy].map((outcomes) => quantile(outcomes, 0.99));
    const failed = [...idle, ...busy].filter(({ status }) => status !== 200).length;
    const { 200: _, 503: __, ...broken } = heavyStatuses;
    console.log(`light: ${JSON.stringify(statusesOf(busy))}, heavy: ${JSON.stringify(heavyStatuses)}`);
    const row = (load, outcomes, sample) => ({
      load,
      ...sample,
      p50: quantile(outcomes, 0.5),
      p99: quantile(outcomes, 0.99),
    });
    return {
      table: [row("idle", idle, before), row(`${CLIENTS} clients`, busy, during)],
      targets: [
        { label: "light p99 with 200 heavy clients", measured: loaded / calm, most: MAX_RATIO, unit: "x" },
        { label: "light requests that failed", measured: failed, most: 0, unit: "" },
        {
          label: "heavy requests neither done nor refused with 503",
          measured: Object.keys(broken).length,
          most: 0,
          unit: "",
        },
      ],
    };
  } finally {
    going = false;
    await server.end();
  }
}
