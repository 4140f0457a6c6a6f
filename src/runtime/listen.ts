import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { QrError } from "../errors.ts";
import { nextTask } from "../next-task.ts";
import type { Address } from "./configuration.ts";
import { sendAtOnce } from "./listener.ts";
import { settings } from "./settings-table.ts";

/** The names of the settings of an address, for messages. */
interface Flags {
  readonly port: string;
  readonly host: string;
}

/** Returns the address with the defaults of `npm start`: without a host, Node would listen on all. Messages use `names`.
 *  @throws {QrError} INVALID_OPTION for an invalid port or host. */
export function settleAddress(
  { port = Number(settings.port.default), host = settings.host.default }: Partial<Address>,
  names: Flags = { port: "port", host: "host" },
): Address {
  // A program may pass a text from its environment.
  if (!settings.port.fits(String(port))) throw invalid(`${names.port} ${settings.port.rule}`);
  if (typeof host !== "string" || !settings.host.fits(host)) throw invalid(`${names.host} ${settings.host.rule}`);
  return { port: Number(port), host };
}

const invalid = (message: string) => new QrError("INVALID_OPTION", 400, message);

/** Resolves when `server` listens.
 *  @throws {Error} with one sentence if it cannot; `flags` name what to change. */
export function listen(
  server: Server,
  { port, host }: Address,
  flags: Flags = { port: "--port", host: "--host" },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new Error(messageFor(error, port, host, flags))));
    server.listen(port, host, resolve);
  });
}

/** Returns the address of a server that listens, such as "http://127.0.0.1:8080". */
export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function messageFor(error: NodeJS.ErrnoException, port: number, host: string, flags: Flags): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `port ${port} on ${host} is already in use: stop the other program or choose another with ${flags.port}`;
    case "EACCES":
      return `port ${port} is not open to this user: choose one above 1023 with ${flags.port}`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine: choose another with ${flags.host}`;
    default:
      return `cannot listen on ${host}, port ${port}: ${error.message}`;
  }
}

export interface DrainSettings {
  /** Milliseconds for which idle connections may bring one more request; default 0. */
  readonly linger?: number;
  /** Called when no new connections are accepted. When it resolves, responses get `Connection: close`. */
  readonly closed?: () => Promise<unknown>;
  /** Milliseconds that requests under way have to finish; default 10,000. */
  readonly grace?: number;
}

/** Stops accepting connections, and resolves when the last connection is closed. A request on an open connection is
 *  answered with `Connection: close`: a server that closes connections itself loses requests that are on their way. */
export async function drain(server: Server, settings: DrainSettings = {}): Promise<void> {
  const { linger = 0, closed, grace = 10_000 } = settings;
  sendAtOnce();
  // Node would close idle connections at once.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => undefined;
  await acceptAll(server);
  const gone = new Promise<void>((resolve) => server.close(() => resolve()));
  await closed?.();
  // Not earlier: a client that closes its connection opens another, which must reach a server.
  server.keepAliveTimeout = Math.max(1, linger);
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  const idle = setTimeout(closeIdle, linger);
  const force = setTimeout(() => server.closeAllConnections(), grace);
  await gone;
  clearTimeout(idle);
  clearTimeout(force);
}

/** Turns of the event loop in which waiting connections are accepted, one in each. */
export const MOST_TURNS = 1_000;

/** Resolves after a turn in which no connection came: the system breaks those that are not accepted when the server stops
 *  to listen. One may still come afterwards, unless clients noticed in time that the server is not ready. */
async function acceptAll(server: Server): Promise<void> {
  let busy = true;
  const note = () => {
    busy = true;
  };
  server.on("connection", note);
  for (let turn = 0; busy && turn < MOST_TURNS; turn++) {
    busy = false;
    await nextTask();
  }
  server.off("connection", note);
}
