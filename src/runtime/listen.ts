import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { nextTask } from "../async/next-task.ts";
import { QrError } from "../errors.ts";
import { verbatim } from "../messages/message.ts";
import type { Address } from "./configuration.ts";
import { sendImmediately } from "./listener.ts";
import { settings } from "./settings-table.ts";

interface Flags {
  readonly port: string;
  readonly host: string;
}

/** Fills in the default port and host. Without a host, Node would listen on all interfaces.
 *  @throws {QrError} INVALID_OPTION for an invalid port or host. The message uses the names in `names`. */
export function settleAddress(
  { port = Number(settings.port.default), host = settings.host.default }: Partial<Address>,
  names: Flags = { port: "port", host: "host" },
): Address {
  // The port may be text, from the environment.
  if (!settings.port.fits(String(port))) throw invalid(`${names.port} ${settings.port.rule}`);
  if (typeof host !== "string" || !settings.host.fits(host)) throw invalid(`${names.host} ${settings.host.rule}`);
  return { port: Number(port), host };
}

const invalid = (message: string) => new QrError("INVALID_OPTION", verbatim(message));

/** Makes `server` listen on an address. Resolves once it is listening.
 *  @throws {Error} with a one-line message, which names one of the `flags` if changing it can help. */
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

/** Returns the URL of a listening server, such as "http://127.0.0.1:8080". */
export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function messageFor(error: NodeJS.ErrnoException, port: number, host: string, flags: Flags): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `port ${port} on ${host} is already in use: stop the other program, or choose another port with ${flags.port}`;
    case "EACCES":
      return `port ${port} is reserved for privileged users: choose a port above 1023 with ${flags.port}`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine: choose another address with ${flags.host}`;
    default:
      return `cannot listen on ${host}, port ${port}: ${error.message}`;
  }
}

const GRACE = 10_000;

export interface DrainSettings {
  /** Milliseconds during which idle connections can send one more request; default 0. */
  readonly linger?: number;
  /** Called after the server has stopped accepting connections. Once its promise resolves, responses get
   *  `Connection: close`. */
  readonly closed?: () => Promise<unknown>;
  /** Milliseconds that requests in progress have to finish before their connections are closed; default GRACE. */
  readonly grace?: number;
  /** Returns the latest response on each connection. */
  readonly latest?: () => Iterable<ServerResponse>;
}

/** Stops accepting connections, and resolves when the last connection is closed. Responses on open connections get
 *  `Connection: close`, so that clients close them. If the server closed them, requests in transit would be lost. The server
 *  closes idle connections after `linger`, and all others after `grace`. */
export async function drain(server: Server, settings: DrainSettings = {}): Promise<void> {
  const { linger = 0, closed, grace = GRACE, latest = () => [] } = settings;
  sendImmediately();
  // server.close() calls this method, which would close idle connections immediately instead of after `linger`.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => undefined;
  await acceptAll(server);
  const allClosed = new Promise<void>((resolve) => server.close(() => resolve()));
  await closed?.();
  // Waits for `closed` first: a client that closes its connection opens a new one, which must reach another process.
  server.keepAliveTimeout = Math.max(1, linger);
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  // Deno closes a connection after the response in progress, even without this header.
  for (const response of latest()) if (!response.headersSent) response.setHeader("Connection", "close");
  const idle = setTimeout(closeIdle, linger);
  const force = setTimeout(() => server.closeAllConnections(), grace);
  await allClosed;
  clearTimeout(idle);
  clearTimeout(force);
}

/** Maximum number of turns of the event loop for accepting connections from the backlog. Each turn accepts one connection. */
export const MAX_TURNS = 1_000;

/** Accepts all connections in the backlog, because the system resets them when the server stops listening. Resolves
 *  after a turn of the event loop without a new connection, or after MAX_TURNS. */
async function acceptAll(server: Server): Promise<void> {
  let isBusy = true;
  const onConnection = () => {
    isBusy = true;
  };
  server.on("connection", onConnection);
  for (let turn = 0; isBusy && turn < MAX_TURNS; turn++) {
    isBusy = false;
    await nextTask();
  }
  server.off("connection", onConnection);
}
