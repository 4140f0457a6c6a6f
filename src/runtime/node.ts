import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { spawnNodeWorker } from "../adapters/node-worker.ts";
import type { Configuration } from "./configuration.ts";
import { openHosted } from "./hosted.ts";
import { inOnePiece } from "./one-piece.ts";
import { rawAnswer, refuseExpectation, refuseRequest } from "./raw-answers.ts";

export { openLinks } from "./links.ts";

/** A server that listens. */
export interface RunningServer {
  /** "http://127.0.0.1:8080", with the port that was really taken. */
  readonly url: string;
  /** Compiles what cards are drawn with, so that the first one of each thread is soon there. Never rejects: what stands in
   *  the way is said to whoever asks for a card. */
  warm(): Promise<void>;
  /** Takes no new connections, lets requests under way finish for at most `grace` milliseconds, and resolves when the
   *  last connection is closed. */
  close(grace?: number): Promise<void>;
}

const LIMITS = {
  /** Room for the longest text a code can hold, percent-encoded three times over. */
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than proxies keep an idle connection, so that it is they who close it. */
  keepAliveTimeout: 65_000,
} as const;

/** What a server allows a request, in bytes and milliseconds; see createServer of node:http. */
export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

/** The program of the pool's threads; a variable, for a bundler would take a literal in its place for a picture. */
const WORKER = "./heavy-worker.js";

/** Starts the service on Node, with `limits` in place of the usual ones. `worker` is the built program of its threads.
 *  @throws {Error} with one sentence when the address cannot be taken or the links' store cannot be opened. */
export async function startServer(
  { port, host, ...configuration }: Configuration,
  limits: Partial<Limits> = {},
  worker: URL = new URL(WORKER, import.meta.url),
): Promise<RunningServer> {
  const hosted = await openHosted(configuration, () => spawnNodeWorker(worker));
  const server = createServer({ ...LIMITS, ...limits }, createListener(hosted.answer));
  server.on("checkExpectation", (_request, response) => refuseExpectation(response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    socket.end(rawAnswer(error.code));
  });
  await listen(server, port, host).catch(async (error) => {
    await hosted.close();
    throw error;
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    warm: hosted.warm,
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    async close(grace) {
      await close(server, grace);
      await hosted.close();
    },
  };
}

/** `handler` for a server of node:http that you make yourself. */
export function createListener(handler: (request: Request) => Promise<Response>): RequestListener {
  return inOnePiece(getRequestListener(handler, { errorHandler: refuseRequest }));
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new Error(sentenceFor(error, port, host))));
    server.listen(port, host, resolve);
  });
}

function sentenceFor(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `port ${port} on ${host} is already in use: stop the other program or choose another with --port`;
    case "EACCES":
      return `port ${port} is not open to this user: choose one above 1023 with --port`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine: choose another with --host`;
    default:
      return `cannot listen on ${host}, port ${port}: ${error.message}`;
  }
}

function close(server: Server, grace = 10_000): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    // Idle connections go now, the others as soon as they are idle.
    server.closeIdleConnections();
    server.keepAliveTimeout = 1;
  });
}
