import type { Endpoint } from "comlink";
import type { PoolWorker } from "./pool-rules.ts";

export function watchWorker(worker: Worker): PoolWorker {
  return {
    endpoint: worker,
    onDeath(listener) {
      worker.addEventListener("error", (event) => {
        // Otherwise, the browser would also report the error to the page.
        event.preventDefault();
        listener(new Error(event.message || "the worker script failed to load"));
      });
      worker.addEventListener("messageerror", () => listener(new Error("a worker's response could not be read")));
    },
    terminate: () => worker.terminate(),
  };
}

/** Returns the endpoint of the worker that runs this code. */
export function workerEndpoint(): Endpoint {
  return globalThis as unknown as Endpoint;
}
