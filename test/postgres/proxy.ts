import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** How the way to the database behaves. `mute` swallows what is sent; `deaf` lets questions through, and breaks the
 *  connection in place of the next answer; `shut` accepts connections and closes them at once. */
export type Weather = "fair" | "mute" | "deaf" | "shut";

/** A way to a database that can be disturbed. */
export interface DisturbedWay {
  /** The database's address by this way. */
  readonly url: string;
  weather: Weather;
  /** Connections accepted so far. */
  readonly accepted: number;
  /** Breaks every connection, and accepts none until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** Opens a way to the database at `target`. */
export async function openProxy(target: string): Promise<DisturbedWay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let taken = 0;
  let accepted = 0;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    // What breaks is told to the other side by its closing.
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    return socket;
  };

  const server = createServer((near) => {
    accepted += 1;
    keep(near);
    if (proxy.weather === "shut") return void near.destroy();
    const far = keep(connect(Number(port || 5432), hostname));
    near.on("data", (bytes) => proxy.weather !== "mute" && far.write(bytes)).on("close", () => far.destroy());
    far
      .on("close", () => near.destroy())
      .on("data", (bytes) => {
        if (proxy.weather === "fair") near.write(bytes);
        if (proxy.weather !== "deaf") return;
        proxy.weather = "fair";
        near.destroy();
      });
  });

  const open = async () => {
    server.listen(taken, "127.0.0.1");
    await once(server, "listening");
    taken = (server.address() as AddressInfo).port;
  };
  await open();

  const proxy = {
    url: Object.assign(new URL(target), { hostname: "127.0.0.1", port: String(taken) }).href,
    weather: "fair" as Weather,
    get accepted() {
      return accepted;
    },
    open,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return proxy;
}
