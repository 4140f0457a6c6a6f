import type { RequestListener } from "node:http";
import type { Socket } from "node:net";

/** Requests that may wait on one socket for the one before them; programs that pipeline send no more. */
const MOST_WAITING = 32;

/** `listener` with the requests of one socket answered one after another, with a turn of the event loop between them: a
 *  packet may bring a thousand, and Node begins all of them at once, though their answers go out in order. A socket that
 *  brings more than may wait is closed. To a request that comes alone this is nothing. */
export function inTurns(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // A response has its socket from when those before it are sent.
    if (response.socket) return listener(request, response);
    const { socket } = request;
    const before = waiting.get(socket) ?? 0;
    if (before === MOST_WAITING) socket.destroy();
    if (socket.destroyed) return;
    waiting.set(socket, before + 1);
    const begin = () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      if (!socket.destroyed) listener(request, response);
    };
    response.once("socket", () => setImmediate(begin));
  };
}
