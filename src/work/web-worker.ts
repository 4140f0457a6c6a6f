import type { Endpoint } from "comlink";
import type { PoolWorker } from "./pool-rules.ts";

/** A worker of browsers and Deno, as a pool wants it. */
export function watchWorker(worker: Worker): PoolWorker {
  return {
    endpoint: worker,
    onDeath(listener) {
      worker.addEventListener("error", (event) => {
        // What is told here would else be told once more, as a fault of the page.
        event.preventDefault();
        listener(new Error(event.message || "the worker's program did not load"));
      });
      worker.addEventListener("messageerror", () => listener(new Error("an answer of the worker could not be read")));
    },
    terminate: () => worker.terminate(),
  };
}

/** The worker that runs this, as its own program sees it. */
export function workerEndpoint(): Endpoint {
  return globalThis as unknown as Endpoint;
}
