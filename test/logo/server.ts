import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { createLogoFetcher, type LogoFetcherSettings } from "../../src/logo/host/fetcher.ts";
import { type Connect, connectDirectly } from "../../src/logo/host/request.ts";
import { cert, key } from "./self-signed.ts";

export const PUBLIC = "93.184.216.34";

/** Runs a web server on a loopback address until the test ends. Resolves to its port. */
export async function serveHttp(listener: RequestListener, host = "127.0.0.1"): Promise<number> {
  const server = createServer(listener).listen(0, host);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Runs a server with a self-signed certificate on the loopback address until the test ends. Resolves to its port.
 *  `names` collects the host names that connections request. */
export async function serveUntrusted(names: string[], listener: RequestListener): Promise<number> {
  const SNICallback = (name: string, done: (error: null) => void) => {
    names.push(name);
    done(null);
  };
  const server = createTlsServer({ key, cert, SNICallback }, listener);
  server.listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Runs a TCP server that passes its sockets to `talk`, until the test ends. Resolves to its port. */
export async function serveRaw(talk: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    talk(socket);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Returns a fetcher that resolves every name to a public address but connects to the loopback address, unless
 *  overridden by `settings`. `lookups` collects the names that are looked up, and `dialled` the addresses of each
 *  connection. */
export function createTestFetcher(settings: LogoFetcherSettings = {}) {
  const lookups: string[] = [];
  const dialled: (readonly string[])[] = [];
  const connect: Connect = (url, addresses) => {
    dialled.push(addresses);
    const way = new URL(url);
    if (/^[0-9.]+$/.test(way.hostname)) way.hostname = "127.0.0.1";
    return connectDirectly(way, ["127.0.0.1"]);
  };
  const { resolve = async () => [PUBLIC] } = settings;
  const fetcher = createLogoFetcher({
    connect,
    ...settings,
    resolve: (host, signal) => {
      lookups.push(host);
      return resolve(host, signal);
    },
  });
  return { fetcher, lookups, dialled };
}

/** Resolves to the error with which `promise` rejects, or to "no error". */
export function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "no error",
    (error: unknown) => error,
  );
}
