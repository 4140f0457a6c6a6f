import { createServer, type RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { objectOf } from "../client/arguments.ts";
import { useBase64 } from "../text/base64.ts";
import { spawnNodeWorker } from "../work/node-worker.ts";
import { refuseExpectation } from "./bad-requests.ts";
import type { Address, Configuration } from "./configuration.ts";
import {
  answerMalformed,
  boundBackpressure,
  boundChunks,
  boundConnections,
  boundIdle,
  LIMITS,
  type Limits,
  refuseReset,
} from "./connections.ts";
import { createExchangeTracker } from "./exchanges.ts";
import { type HostSettings, openHosted } from "./hosted.ts";
import { addressOf, type DrainSettings, drain, listen, settleAddress } from "./listen.ts";
import { createListener as createAppListener, incomingOf, serialize } from "./listener.ts";
import { nodeProblem } from "./node-version.ts";
import { originsBehind } from "./proxies.ts";
import { openWatch, type Watch } from "./watch.ts";

// A copy, because Node shares the memory of small buffers. Not used on Deno, whose Buffer rejects a single last character.
useBase64({ decode: (text) => new Uint8Array(Buffer.from(text, "base64")) });

export { openLinks } from "../stores/table.ts";

export interface RunningServer {
  /** The server's URL, with the port it actually uses, such as "http://127.0.0.1:8080". */
  readonly url: string;
  /** The URL of the metrics, such as "http://127.0.0.1:9464/metrics"; undefined unless configured. */
  readonly metricsUrl?: string;
  /** Loads code before it is needed: the MCP SDK, and the compiled libraries that draw cards. First calls and cards then
   *  take less time. Never rejects. */
  warm(): Promise<void>;
  /** Stops accepting connections, and resolves when the last connection is closed. Requests in progress have at most `grace`
   *  milliseconds (10,000 by default) to finish. */
  close(grace?: number): Promise<void>;
  /** Closes without losing requests. /readyz fails immediately. Connections are accepted for another `delay`
   *  milliseconds, and then open connections can send one more request. `closed` is called after the server has
   *  stopped accepting connections. Once its promise resolves, responses get `Connection: close`. */
  drain(delay?: number, closed?: () => Promise<unknown>): Promise<void>;
}

/** Milliseconds to wait for the link store before listening without it. */
const OPENING = 2_000;

const LINGER = 1_000;

/** The program of the pool's threads. Bundlers would rewrite a literal in `new URL`, so the path is in a variable. */
const WORKER = "./heavy-worker.js";

/** All settings are optional; docs/settings.md lists the defaults. */
export type ServerSettings = Partial<Address> & Omit<Configuration, keyof Address>;

/** Starts the service on Node. `limits` override LIMITS, `worker` is the built program of the pool's threads, and
 *  `watching` overrides the configured log and metrics.
 *  @throws {Error} with a one-line message if Node is too old, an address is invalid or in use, or the link store cannot be
 *  opened. */
export async function startServer(
  configuration: ServerSettings = {},
  limits: Partial<Limits> = {},
  worker: URL = new URL(WORKER, import.meta.url),
  watching?: Promise<Watch>,
): Promise<RunningServer> {
  const problem = nodeProblem();
  if (problem) throw new Error(problem);
  const address = settleAddress(objectOf(configuration, "port: 8080"));
  const watch = await (watching ?? openWatch(configuration));
  try {
    return await startWatched({ ...configuration, ...address }, { ...LIMITS, ...limits }, worker, watch);
  } catch (error) {
    await watch.close();
    throw error;
  }
}

async function startWatched(
  { port, host, ...configuration }: Configuration,
  limits: Limits,
  worker: URL,
  watch: Watch,
): Promise<RunningServer> {
  const { trustProxy, baseUrl } = configuration;
  const tracker = watch.exchanges.length > 0 ? createExchangeTracker(watch.exchanges) : undefined;
  const callerOf = (request: Request) => incomingOf(request)?.socket.remoteAddress;
  const originOf = trustProxy !== undefined && baseUrl === undefined ? originsBehind(trustProxy, callerOf) : undefined;
  const hostSettings: HostSettings = {
    watch,
    callerOf,
    ...(originOf && { baseUrl: originOf }),
    ...(tracker && { onRoute: (request, route) => tracker.onRoute(incomingOf(request), route) }),
    hangUp: (request) => incomingOf(request)?.socket.destroy(),
  };
  const hosted = openHosted(configuration, () => spawnNodeWorker(worker), hostSettings);
  const listener = createAppListener(hosted.answer);
  const { maxRequestsPerSocket, timeout } = limits;
  const server = createServer(
    // The listener checks the Host header instead, because Node's own response has no error message.
    { ...limits, requireHostHeader: false },
    serialize(tracker ? tracker.wrap(listener) : listener),
  );
  Object.assign(server, { maxRequestsPerSocket, timeout });
  boundConnections(server, limits.maxConnections);
  refuseReset(server);
  const latest = boundIdle(server, 2 * limits.keepAliveTimeout, limits.connectionsCheckingInterval);
  boundBackpressure(server, limits.maxUnread, limits.unreadCheckingInterval);
  answerMalformed(server);
  boundChunks(server);
  server.on("checkExpectation", (_request, response) => refuseExpectation(response));
  try {
    await Promise.race([hosted.opened, sleep(OPENING, undefined, { ref: false })]);
    await listen(server, { port, host });
    await hosted.opened;
  } catch (error) {
    server.close();
    server.closeAllConnections();
    await hosted.close();
    throw error;
  }
  const end = async (settings: DrainSettings) => {
    hosted.stop();
    await drain(server, { ...settings, latest });
    await hosted.close();
    await watch.close();
  };
  return {
    warm: hosted.warm,
    url: addressOf(server, host),
    ...(watch.metricsUrl !== undefined && { metricsUrl: watch.metricsUrl }),
    close: (grace) => end(grace === undefined ? {} : { grace }),
    async drain(delay = 0, closed = async () => undefined) {
      hosted.stop();
      await sleep(delay);
      await end({ linger: LINGER, closed });
    },
  };
}

/** Returns `handler` as a request listener for your own node:http server. Requests on one socket are handled one at a
 *  time, in order. */
export function createListener(handler: (request: Request) => Promise<Response>): RequestListener {
  return serialize(createAppListener(handler));
}
