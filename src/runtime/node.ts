import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { objectOf } from "../client/arguments.ts";
import { spawnNodeWorker } from "../work/node-worker.ts";
import { refuseExpectation } from "./bad-requests.ts";
import type { Address, Configuration } from "./configuration.ts";
import { answerBroken, boundBackpressure, boundConnections, boundIdle, refuseReset } from "./connections.ts";
import { createLens } from "./exchanges.ts";
import { type HostSettings, openHosted } from "./hosted.ts";
import { addressOf, type DrainSettings, drain, listen, settleAddress } from "./listen.ts";
import { createListener as createAppListener, type OnRequest, serialize } from "./listener.ts";
import { originsBehind } from "./proxies.ts";
import { openWatch, type Watch } from "./watch.ts";

export { openLinks } from "../stores/table.ts";

/** A server that listens. */
export interface RunningServer {
  /** "http://127.0.0.1:8080", with the port that was really taken. */
  readonly url: string;
  /** Where Prometheus finds its figures, if the configuration wants them. */
  readonly metricsUrl?: string;
  /** Compiles what cards are drawn with, so that the first one of each thread is soon there. Never rejects: what stands in
   *  the way is said to whoever asks for a card. */
  warm(): Promise<void>;
  /** Takes no new connections, lets requests under way finish for at most `grace` milliseconds, and resolves when the
   *  last connection is closed. */
  close(grace?: number): Promise<void>;
  /** The same without a request lost: /readyz says at once that the server stops, connections are taken for `delay`
   *  milliseconds more, and those that are there already may bring one more request. `closed` is called when no new ones
   *  are taken; when it resolves, callers are told to leave. */
  drain(delay?: number, closed?: () => Promise<unknown>): Promise<void>;
}

export const LIMITS = {
  /** Sockets at once; those past them are closed unheard. One that waits takes some 10 kB. */
  maxConnections: 10_000,
  /** Requests on one socket, so that callers who keep theirs for ever come to servers that were added since. */
  maxRequestsPerSocket: 100_000,
  /** Longest silence while an answer is under way: for callers who do not read. No answer takes half as long. */
  timeout: 30_000,
  /** Room for the longest text a code can hold, percent-encoded three times over. */
  maxHeaderSize: 32 * 1024,
  /** Bytes of answers that wait for their readers, and how often they are counted; a usual answer waits for nobody. */
  maxUnread: 256 * 1024 * 1024,
  unreadCheckingInterval: 250,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than proxies keep an idle connection, so that it is they who close it. */
  keepAliveTimeout: 65_000,
} as const;

/** What a server allows a caller, in bytes and milliseconds; see createServer and http.Server of node:http. */
export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

/** Milliseconds to wait for the store of links before connections are taken: where it is there, a new server refuses nobody a
 *  link. Where it hangs, everything else is answered from then on. */
const OPENING = 2_000;

/** Milliseconds in which whoever uses a connection all the time comes once more. */
const LINGER = 1_000;

/** The program of the pool's threads; a variable, for a bundler would take a literal in its place for a picture. */
const WORKER = "./heavy-worker.js";

/** What a server is told by a program, which may leave all of it out: the port is then 8080, and the host 127.0.0.1. */
export type ServerSettings = Partial<Address> & Omit<Configuration, keyof Address>;

/** Starts the service on Node, with `limits` in place of the usual ones. `worker` is the built program of its threads, and
 *  `watching` resolves to who watches it, in place of those whom the configuration wants.
 *  @throws {Error} with one sentence for what is no address, and when one cannot be taken or the links' store cannot be
 *  opened. */
export async function startServer(
  configuration: ServerSettings = {},
  limits: Partial<Limits> = {},
  worker: URL = new URL(WORKER, import.meta.url),
  watching?: Promise<Watch>,
): Promise<RunningServer> {
  // Looked at before anything listens.
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
  const { trustProxy, baseUrl, limits: most } = configuration;
  const incoming = new WeakMap<Request, IncomingMessage>();
  const lens = watch.exchanges.length > 0 ? createLens(watch.exchanges) : undefined;
  const callerOf = (request: Request) => incoming.get(request)?.socket.remoteAddress;
  const byProxy = trustProxy !== undefined && baseUrl === undefined ? originsBehind(trustProxy, callerOf) : undefined;
  const more: HostSettings = {
    watch,
    callerOf,
    ...(byProxy && { baseUrl: byProxy }),
    ...(lens && { onRoute: (request, route) => lens.onRoute(incoming.get(request), route) }),
    hangUp: (request) => incoming.get(request)?.socket.destroy(),
  };
  const hosted = openHosted(configuration, () => spawnNodeWorker(worker), more);
  const onRequest: OnRequest = (request, met) => {
    // Only answers to POST may be long.
    if (lens || byProxy || most || met.method === "POST") incoming.set(request, met);
  };
  const listener = createAppListener(hosted.answer, onRequest);
  const { maxRequestsPerSocket, timeout } = limits;
  // Requests without a host are refused here, with a sentence.
  const server = createServer(
    { ...limits, requireHostHeader: false },
    serialize(lens ? lens.watched(listener) : listener),
  );
  Object.assign(server, { maxRequestsPerSocket, timeout });
  boundConnections(server, limits.maxConnections);
  refuseReset(server);
  boundIdle(server, 2 * limits.keepAliveTimeout, limits.connectionsCheckingInterval);
  boundBackpressure(server, limits.maxUnread, limits.unreadCheckingInterval);
  answerBroken(server);
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
    await drain(server, settings);
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

/** Returns `handler` as a listener for a server of node:http that you create. Requests of one socket are answered one after
 *  another. */
export function createListener(handler: (request: Request) => Promise<Response>): RequestListener {
  return serialize(createAppListener(handler));
}
