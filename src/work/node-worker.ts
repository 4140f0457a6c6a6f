import { execArgv } from "node:process";
import { type MessagePort, type TransferListItem, Worker } from "node:worker_threads";
import type { Endpoint } from "comlink";
import type { PoolWorker } from "./pool-rules.ts";

/** Starts the JavaScript file at `url` as a worker thread that does not keep the process alive. */
export function spawnNodeWorker(url: URL): PoolWorker {
  const worker = startThread(url);
  const endpoint = portEndpoint(worker);
  worker.unref();
  return {
    endpoint,
    onDeath(listener) {
      worker.on("error", listener);
      worker.on("exit", (code) => listener(new Error(`a worker exited with code ${code}`)));
    },
    terminate() {
      void worker.terminate();
    },
  };
}

/** Starts a thread with the flags of this process, because the restrictions of --permission would otherwise not apply. With
 *  --input-type, a thread cannot run a file, so it imports the file instead. */
function startThread(url: URL): Worker {
  if (!execArgv.some((flag) => flag.startsWith("--input-type"))) return new Worker(url);
  return new Worker(`import(${JSON.stringify(url.href)})`, { eval: true });
}

/** Wraps a message port or a thread of Node for Comlink, which expects an EventTarget. */
export function portEndpoint(port: MessagePort | Worker): Endpoint {
  const events = new EventTarget();
  port.on("message", (data) => events.dispatchEvent(new MessageEvent("message", { data })));
  return {
    postMessage: (message, transfer) => port.postMessage(message, transfer as TransferListItem[]),
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  };
}
