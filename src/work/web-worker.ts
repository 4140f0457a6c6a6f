import type { Endpoint } from "comlink";
import type { PoolWorker } from "./pool-rules.ts";

/** Wraps a worker of browsers or Deno for a pool. */
export function watchWorker(worker: Worker): PoolWorker {
  return {
    endpoint: worker,
    onDeath(listener) {
      worker.addEventListener("error", (event) => {
        // Otherwise the browser reports it a second time, as an error of the page.
        event.preventDefault();
        listener(new Error(event.message || "the worker's program did not load"));
      });
      worker.addEventListener("messageerror", () => listener(new Error("an answer of the worker could not be read")));
    },
    terminate: () => worker.terminate(),
  };
}

/** Returns the endpoint of the worker that this program runs in. */
export function workerEndpoint(): Endpoint {
  return globalThis as unknown as Endpoint;
}
