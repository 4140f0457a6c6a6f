import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { QrApi } from "../../src/api.ts";
import { createApp } from "../../src/http/app.ts";
import { createService, type ServiceParts } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";

/** The fault that the server simulates, or "none". */
export type Fault = "none" | "away" | "broken" | "busy" | "limited" | "portal" | "redirecting" | "moving";

export interface FaultyServer {
  readonly url: string;
  fault: Fault;
  /** The server's API, which simulated faults do not affect. */
  readonly api: QrApi;
  /** The methods and paths of the received requests, and of preflights that fail. */
  readonly seen: string[];
  /** The headers of the last request. */
  headers: IncomingHttpHeaders;
  /** The value of the Retry-After header that the server sends while busy. */
  retryAfter: string;
  close(): Promise<void>;
}

/** Starts an isoqr server on another origin, with links in memory. */
export async function createFaultyServer(parts: ServiceParts = {}): Promise<FaultyServer> {
  const api = createService({ links: createMemoryLinks(), ...parts });
  const app = getRequestListener(createApp(api));
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const open = {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers": "Retry-After",
      "Content-Type": "application/json",
    };
    const preflight = request.method === "OPTIONS";
    // Browsers send no request after a preflight that failed.
    if (!preflight || faulty.fault === "away") {
      seen.push(`${request.method} ${request.url}`);
      faulty.headers = request.headers;
    }
    if (faulty.fault === "away") return void request.socket.destroy();
    if (preflight || faulty.fault === "none") return void app(request, response);
    if (faulty.fault === "broken") return void response.writeHead(500, open).end('{"error":"Internal error"}');
    if (faulty.fault === "busy")
      return void response.writeHead(503, { ...open, "Retry-After": faulty.retryAfter }).end("{}");
    // Pages cannot read the header.
    if (faulty.fault === "limited")
      return void response.writeHead(429, { "Access-Control-Allow-Origin": "*", "Retry-After": "1" }).end();
    if (faulty.fault === "moving") {
      if (request.url === "/new")
        return void response.writeHead(200, { ...open, "Content-Type": "text/html" }).end("<h1>Moved here</h1>");
      return void response.writeHead(302, { ...open, Location: "/new" }).end();
    }
    if (faulty.fault === "redirecting") return void response.writeHead(302, { ...open, Location: "/welcome" }).end();
    response.writeHead(200, { ...open, "Content-Type": "text/html" }).end("<h1>Welcome to our Wi-Fi</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const faulty: FaultyServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: "none",
    api,
    seen,
    headers: {},
    retryAfter: "1",
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return faulty;
}
