import { connect, type Socket } from "node:net";

/** What the driver tells about where to connect to: as many ports as hosts, or the path of a local socket. */
interface Target {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | false | undefined;
}

/** The connections of a pool. The driver could make them itself, but would knock again without a pause where somebody
 *  opens and hangs up, as proxies do whose database is away, and could not let go of connections that fell silent. */
export interface PostgresSockets {
  /** The next connection, on its way: the driver hears how it ends, and what it writes meanwhile waits. Hosts take turns. */
  make(target: Target): Promise<Socket>;
  /** Breaks them all, once what was written is on its way. */
  destroy(): void;
}

/** Milliseconds until the next attempt after one that came to nothing. */
const PAUSE = 200;

export function createPostgresSockets(): PostgresSockets {
  const sockets = new Set<Socket>();
  let turn = 0;
  let failed = Number.NEGATIVE_INFINITY;

  return {
    async make({ host, port, path }) {
      const pause = failed + PAUSE - performance.now();
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      const at = turn++ % host.length;
      const name = host[at] ?? "localhost";
      const socket = path ? connect(path) : connect(port[at] ?? 5432, name);
      sockets.add(socket);
      socket.once("close", () => {
        sockets.delete(socket);
        if (socket.bytesRead === 0) failed = performance.now();
      });
      // Where the driver looks for the name that the server's certificate has to bear.
      return Object.assign(socket, { host: name });
    },
    destroy() {
      for (const socket of sockets) socket.destroySoon();
    },
  };
}
