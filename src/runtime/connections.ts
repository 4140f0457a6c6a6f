import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { rawAnswer, TINY_CHUNKS } from "./bad-requests.ts";

/** Limits beyond which connections are closed or requests are refused. */
export const LIMITS = {
  /** Maximum number of open sockets. Further sockets are closed. An idle socket takes about 10 kB of memory. */
  maxConnections: 10_000,
  /** Maximum number of requests on one socket. The limit makes long-lived clients move to servers that were added
   *  later. */
  maxRequestsPerSocket: 100_000,
  /** Milliseconds without any data before a socket is closed; several times the usual duration of a response. */
  timeout: 30_000,
  /** Maximum size of a request's URL and headers in bytes. This is several times the longest text that fits into a QR code,
   *  so that most requests with longer text get an error that says so. */
  maxHeaderSize: 64 * 1024,
  /** Maximum total size of the responses that clients have not read yet, in bytes, and the milliseconds between two checks. */
  maxUnread: 256 * 1024 * 1024,
  unreadCheckingInterval: 250,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  /** Milliseconds for which an idle connection stays open. Proxies wait for a shorter time, so they close the connection
   *  first. */
  keepAliveTimeout: 65_000,
} as const;

/** Sizes are in bytes and times in milliseconds. See createServer and http.Server of node:http. */
export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

/** Limits `server` to `most` sockets. Closes any further socket, and calls `makeRoom`. Does not use `maxConnections` of
 *  node:net: processes that share a port and have all reached it pass a socket on to each other forever. */
export function boundConnections(server: Server, most: number, makeRoom: () => void = () => undefined): void {
  let open = 0;
  server.on("connection", (socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
    if (open <= most) return;
    socket.destroy();
    makeRoom();
  });
}

/** Closes connections that were reset before `server` accepted them. Their addresses are unknown, so their requests would
 *  not count towards any client's limit. */
export function refuseReset(server: Server): void {
  server.on("connection", (socket) => {
    // Node caches the address when it is read, so that it stays available if the connection is reset later.
    if (socket.remoteAddress === undefined) socket.destroy();
  });
}

/** Closes sockets that have had no request in progress for about `most` milliseconds, even if clients send empty lines
 *  between requests. Checks all sockets every `interval` milliseconds. Returns a function that returns the latest response
 *  on each socket, which may have been sent. */
export function boundIdle(server: Server, most: number, interval: number): () => ServerResponse[] {
  const sockets = new Map<Duplex, { latest?: ServerResponse; busyUntil: number }>();
  server.on("connection", (socket) => {
    sockets.set(socket, { busyUntil: Date.now() });
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const state = sockets.get(socket);
    if (state) state.latest = response;
  });
  const check = () => {
    const now = Date.now();
    for (const [socket, state] of sockets) {
      if (state.latest) {
        state.busyUntil = now;
        if (state.latest.closed) delete state.latest;
      } else if (now - state.busyUntil > most) socket.destroy();
    }
  };
  checkEvery(interval, server, check);
  return () => [...sockets.values()].flatMap(({ latest }) => latest ?? []);
}

function checkEvery(interval: number, server: Server, check: () => void): void {
  const timer = setInterval(check, interval).unref();
  server.once("close", () => clearInterval(timer));
}

/** Makes `server` respond to malformed HTTP once it has responded to earlier requests, and then close the socket. */
export function answerMalformed(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  /** Maps each response to the previous response on the same socket, which must be sent first. */
  const before = new WeakMap<ServerResponse, ServerResponse>();
  const answered = new WeakSet<Duplex>();
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const last = response.socket ? undefined : latest.get(socket);
    if (last) before.set(response, last);
    latest.set(socket, response);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    if (answered.has(socket)) return;
    answered.add(socket);
    const end = () => socket.end(rawAnswer(error.code));
    const last = latest.get(socket);
    // If the last request is incomplete, this response replaces its response, and waits only for the one before it.
    const pending = last && !last.req.complete ? before.get(last) : last;
    if (pending && !pending.writableFinished) pending.once("close", end);
    else end();
  });
}

/** Number of chunks that a body may have in addition to one per `CHUNK` bytes. */
export const FREE_CHUNKS = 1_000;
/** Minimum average size of the chunks of a body in bytes. */
export const CHUNK = 256;

/** Responds with 400 to requests with many tiny chunks (RFC 9112, 7.1), and closes their sockets. Node keeps each chunk as an
 *  object of a few hundred bytes, even if it has a single byte. */
export function boundChunks(server: Server): void {
  server.prependListener("request", (request: IncomingMessage) => {
    const { socket } = request;
    if (request.headers["transfer-encoding"] === undefined) return;
    let [chunks, bytes, isRefused] = [0, 0, false];
    const push = request.push.bind(request);
    request.push = (chunk: Uint8Array | null, encoding?: BufferEncoding) => {
      if (chunk === null) return push(chunk);
      chunks += 1;
      bytes += chunk.length;
      if (chunks <= FREE_CHUNKS + bytes / CHUNK) return push(chunk, encoding);
      if (!isRefused) {
        isRefused = true;
        server.emit("clientError", Object.assign(new Error("tiny chunks"), { code: TINY_CHUNKS }), socket);
        // The response may have to wait for an earlier one, so the socket must stay open until then.
        socket.once("finish", () => socket.destroy());
      }
      return false;
    };
  });
}

interface Unread {
  bytes: number;
  since: number;
}

/** Limits the response bytes that clients have not read yet to about `most` for all sockets together. Checks them every
 *  `interval` milliseconds. Above the limit, closes the sockets whose clients have not read for the longest time. */
export function boundBackpressure(server: Server, most: number, interval: number): void {
  const sockets = new Map<Socket, Unread>();
  server.on("connection", (socket) => {
    sockets.set(socket, { bytes: 0, since: 0 });
    socket.once("close", () => sockets.delete(socket));
  });
  const check = () => {
    const now = Date.now();
    let total = 0;
    for (const [{ writableLength }, unread] of sockets) {
      if (writableLength === 0 || writableLength < unread.bytes || unread.bytes === 0) unread.since = now;
      unread.bytes = writableLength;
      total += writableLength;
    }
    if (total <= most) return;
    const stalled = [...sockets].filter(([, { bytes }]) => bytes > 0).sort(([, a], [, b]) => a.since - b.since);
    for (const [socket, { bytes }] of stalled) {
      if (total <= most) return;
      total -= bytes;
      socket.destroy();
    }
  };
  checkEvery(interval, server, check);
}
