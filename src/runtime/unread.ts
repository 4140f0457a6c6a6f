import type { Server } from "node:http";
import type { Socket } from "node:net";

interface Waiting {
  /** Bytes that were left when it was last looked at. */
  bytes: number;
  /** When its reader last took some. */
  since: number;
}

/** Lets the answers that wait in `server` for their readers take about `most` bytes together, looked at every `interval`
 *  milliseconds. Past that, those who have not read for longest are hung up on. */
export function boundUnread(server: Server, most: number, interval: number): void {
  const sockets = new Map<Socket, Waiting>();
  server.on("connection", (socket) => {
    sockets.set(socket, { bytes: 0, since: 0 });
    socket.once("close", () => sockets.delete(socket));
  });
  const look = () => {
    const now = Date.now();
    let total = 0;
    for (const [{ writableLength }, waiting] of sockets) {
      if (writableLength === 0 || writableLength < waiting.bytes || waiting.bytes === 0) waiting.since = now;
      waiting.bytes = writableLength;
      total += writableLength;
    }
    if (total <= most) return;
    const idle = [...sockets].filter(([, { bytes }]) => bytes > 0).sort(([, a], [, b]) => a.since - b.since);
    for (const [socket, { bytes }] of idle) {
      if (total <= most) return;
      total -= bytes;
      socket.destroy();
    }
  };
  const timer = setInterval(look, interval).unref();
  server.once("close", () => clearInterval(timer));
}
