import { createApp } from "../../../src/http/app.ts";
import { createMcp } from "../../../src/http/mcp/routes.ts";
import { createLogoFetcher } from "../../../src/logo/host/fetcher.ts";
import { createService } from "../../../src/service/service.ts";
import { createMemoryLinks } from "../../../src/stores/memory.ts";
import { createHeavyPool } from "../../../src/work/heavy-pool.ts";
import { spawnNodeWorker } from "../../../src/work/node-worker.ts";
import { checkResponse } from "./properties.ts";

/** The program that the threads of the pool run. `node scripts/build.mjs core worker` builds it. */
export const WORKER = new URL("../../../build/worker/heavy-worker.js", import.meta.url);

const POOL = { host: "server", size: 1, queue: 32, timeLimit: 5_000, idleLimit: 60_000 } as const;

/** A response with its complete body. */
export interface Received {
  readonly response: Response;
  readonly body: Uint8Array;
}

/** Creates the complete service in this process, without a network: names do not resolve, and connections fail. Heavy
 *  work runs in threads, as in a server. */
export function openApp() {
  // The causes of errors are not logged, because inputs such as invalid logos are expected to fail.
  const report = () => undefined;
  const heavy = createHeavyPool({ ...POOL, spawn: () => spawnNodeWorker(WORKER), report });
  const offline = Object.assign(new Error("no network"), { code: "ENOTFOUND" });
  const logos = createLogoFetcher({
    resolve: () => Promise.reject(offline),
    connect: () => {
      throw offline;
    },
  });
  const service = createService({ links: createMemoryLinks(), heavy, logos });
  const app = createApp(service, { report, mcp: createMcp(service, report) });

  /** Sends a request and checks the properties that all responses must have. `own` is text of the request that errors
   *  may quote. */
  async function ask(method: string, path: string, body?: Uint8Array, own = ""): Promise<Received> {
    const headers = body ? { "Content-Type": "application/json", Accept: "application/json, text/event-stream" } : {};
    const init = { method, headers, ...(body && { body: body as Uint8Array<ArrayBuffer> }) };
    const response = await app(new Request(`http://isoqr.test${path}`, init));
    const received = { response, body: new Uint8Array(await response.arrayBuffer()) };
    checkResponse(response, received.body, own);
    return received;
  }

  return { app, ask, close: () => heavy.close() };
}
