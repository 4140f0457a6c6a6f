import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { rawAnswer } from "./bad-requests.ts";

/** Limits `server` to `most` sockets: further ones are closed, and `makeRoom` is called. The limit of node:net does not work
 *  for processes that share a port: when all are full, they pass a socket around forever. */
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

/** Closes connections that were reset before `server` accepted them: their address is unknown, so no limit would count
 *  what they sent. */
export function refuseReset(server: Server): void {
  server.on("connection", (socket) => {
    // From here on the socket knows the address, even after a reset.
    if (socket.remoteAddress === undefined) socket.destroy();
  });
}

/** Closes sockets without a request for about `most` milliseconds, checked every `interval`: Node accepts empty lines
 *  between two requests forever. */
export function boundIdle(server: Server, most: number, interval: number): void {
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
}

function checkEvery(interval: number, server: Server, check: () => void): void {
  const timer = setInterval(check, interval).unref();
  server.once("close", () => clearInterval(timer));
}

/** Responds to malformed HTTP, after the responses to earlier requests. */
export function answerBroken(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  /** What a response waits for. */
  const before = new WeakMap<ServerResponse, ServerResponse>();
  const told = new WeakSet<Duplex>();
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const last = response.socket ? undefined : latest.get(socket);
    if (last) before.set(response, last);
    latest.set(socket, response);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    if (told.has(socket)) return;
    told.add(socket);
    const end = () => socket.end(rawAnswer(error.code));
    const last = latest.get(socket);
    // A request of which a part is missing will not be answered.
    const answered = last && !last.req.complete ? before.get(last) : last;
    if (answered && !answered.writableFinished) answered.once("close", end);
    else end();
  });
}

interface Waiting {
  /** Bytes that were waiting at the last check. */
  bytes: number;
  /** When the client last read some. */
  since: number;
}

/** Limits the responses that wait in `server` for their clients to about `most` bytes together, checked every `interval`
 *  milliseconds. Beyond that, the sockets that have not read for longest are closed. */
export function boundBackpressure(server: Server, most: number, interval: number): void {
  const sockets = new Map<Socket, Waiting>();
  server.on("connection", (socket) => {
    sockets.set(socket, { bytes: 0, since: 0 });
    socket.once("close", () => sockets.delete(socket));
  });
  const check = () => {
    const now = Date.now();
    let total = 0;
    for (const [{ writableLength }, waiting] of sockets) {
      if (writableLength === 0 || writableLength < waiting.bytes || waiting.bytes === 0) waiting.since = now;
      waiting.bytes = writableLength;
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
