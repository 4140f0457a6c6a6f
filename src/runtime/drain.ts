import type { Server } from "node:http";

export interface DrainSettings {
  /** Milliseconds for which connections that are idle may still be used for one more request; 0 when left out. */
  readonly linger?: number;
  /** Called when no new connections are taken; when it resolves, callers are told to leave theirs. */
  readonly closed?: () => Promise<unknown>;
  /** Milliseconds that requests under way have to finish; 10,000 when left out. */
  readonly grace?: number;
}

/** Lets `server` take no new connections, and resolves when the last connection is closed. Whoever asks once more on an old
 *  connection is answered, and told to close it: a server that closes it by itself may do so in the moment in which a
 *  request is on its way, and that would be lost. */
export async function drain(server: Server, settings: DrainSettings = {}): Promise<void> {
  const { linger = 0, closed, grace = 10_000 } = settings;
  // A server that closes would end idle connections at once.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => undefined;
  await acceptAll(server);
  const gone = new Promise<void>((resolve) => server.close(() => resolve()));
  await closed?.();
  // Not before: whoever is told to close its connection opens another, and nobody would be there to accept it.
  server.keepAliveTimeout = Math.max(1, linger);
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  const idle = setTimeout(closeIdle, linger);
  const force = setTimeout(() => server.closeAllConnections(), grace);
  await gone;
  clearTimeout(idle);
  clearTimeout(force);
}

/** Turns of the event loop for which connections that wait to be accepted are looked for: one is accepted in each. */
const MOST_TURNS = 1_000;

/** Resolves right after a turn in which nobody came: the system breaks connections that are not accepted when nobody listens
 *  any more. One may come even then; where none is to be lost, others see in time that the server is not ready. */
async function acceptAll(server: Server): Promise<void> {
  let busy = true;
  const note = () => {
    busy = true;
  };
  server.on("connection", note);
  for (let turn = 0; busy && turn < MOST_TURNS; turn++) {
    busy = false;
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.off("connection", note);
}
