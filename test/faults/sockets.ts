import { connect, type Socket } from "node:net";

/** A socket for raw requests. */
export interface RawSocket {
  readonly socket: Socket;
  /** Returns the data received so far. */
  received(): string;
  /** Resolves to all received data once the server has closed the connection. */
  readonly closed: Promise<string>;
}

/** Opens a socket to the server at `url` and sends `input`. */
export function openSocket(url: string, words = ""): RawSocket {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.setEncoding("latin1").on("data", (text) => {
    received += text;
  });
  const closed = new Promise<string>((resolve) => {
    // The server may close the connection while data is being sent.
    socket.on("error", () => undefined).on("close", () => resolve(received));
  });
  socket.write(words);
  return { socket, received: () => received, closed };
}

/** Sends `count` light requests with different data, one at a time. Resolves to their statuses. */
export async function askLight(url: string, count: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) {
    const answer = await fetch(`${url}/api/qr?data=light-${i}`);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
}

/** Returns an array that contains `value` `count` times. */
export function times<Value>(count: number, value: Value): readonly Value[] {
  return Array.from({ length: count }, () => value);
}
