import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { rawAnswer } from "./raw-answers.ts";

/** Lets `server` have at most `most` sockets. One past them is closed unheard, and `makeRoom` is called, for the next.
 *  The bound of node:net is not for processes that share a port: one that is full gives a socket back to the first process,
 *  which hands it on, and where all are full that never ends. */
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

/** Says to callers of `server` that what they sent cannot be read, once requests that came before it are answered. */
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
