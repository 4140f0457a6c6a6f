import { connect, type Socket } from "node:net";

/** A socket on which everything may be said, and of which all is heard. */
export interface RawSocket {
  readonly socket: Socket;
  /** What came so far. */
  heard(): string;
  /** Resolves to everything that came, once the other side has closed. */
  readonly closed: Promise<string>;
}

/** Opens one to the server at `url` and says `words`. */
export function openSocket(url: string, words = ""): RawSocket {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  let heard = "";
  socket.setEncoding("latin1").on("data", (text) => {
    heard += text;
  });
  const closed = new Promise<string>((resolve) => {
    // A server that hangs up while we speak is an error here, and no news.
    socket.on("error", () => undefined).on("close", () => resolve(heard));
  });
  socket.write(words);
  return { socket, heard: () => heard, closed };
}

/** Statuses of `count` light requests, one after another, each of another text. */
export async function askLight(url: string, count: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) {
    const answer = await fetch(`${url}/api/qr?data=light-${i}`);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
}

/** `count` times `value`. */
export function times<Value>(count: number, value: Value): readonly Value[] {
  return Array.from({ length: count }, () => value);
}
