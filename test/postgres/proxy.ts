import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The behaviour of the proxy. `forward` forwards everything. `hang` drops queries. `cut` forwards one query, and then
 *  closes the connection instead of returning the response. `refuse` accepts connections and closes them
 *  immediately. */
export type ProxyMode = "forward" | "hang" | "cut" | "refuse";

/** A proxy in front of a database that can simulate failures. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  mode: ProxyMode;
  /** Connections accepted so far. */
  readonly accepted: number;
  /** Closes all connections, and accepts no new ones until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** Starts a proxy for the database at `target`. */
export async function openProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let port = 0;
  let accepted = 0;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    // An error is followed by "close", which closes the other side.
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    return socket;
  };

  const server = createServer((near) => {
    accepted += 1;
    keep(near);
    if (proxy.mode === "refuse") return void near.destroy();
    const far = keep(connect(Number(targetPort || 5432), hostname));
    near.on("data", (bytes) => proxy.mode !== "hang" && far.write(bytes)).on("close", () => far.destroy());
    far
      .on("close", () => near.destroy())
      .on("data", (bytes) => {
        if (proxy.mode === "forward") near.write(bytes);
        if (proxy.mode !== "cut") return;
        proxy.mode = "forward";
        near.destroy();
      });
  });

  const open = async () => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  };
  await open();

  const proxy = {
    url: Object.assign(new URL(target), { hostname: "127.0.0.1", port: String(port) }).href,
    mode: "forward" as ProxyMode,
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
