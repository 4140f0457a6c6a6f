import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { QrApi } from "../../src/api.ts";
import { createApp } from "../../src/http/app.ts";
import { createService, type ServiceParts } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";

/** How the server behaves: as it should, or in one of the ways in which the world is not. */
export type Mood = "well" | "away" | "broken" | "busy" | "portal" | "redirecting" | "moving";

export interface MoodyServer {
  readonly url: string;
  mood: Mood;
  /** What it does, past its moods. */
  readonly api: QrApi;
  /** The methods and paths of the requests that came through. */
  readonly seen: string[];
  /** The headers of the last of them. */
  heard: IncomingHttpHeaders;
  /** When it says to come back while it is busy. */
  retryAfter: string;
  close(): Promise<void>;
}

/** An isoqr server on another origin, whose links are in memory. */
export async function createMoodyServer(parts: ServiceParts = {}): Promise<MoodyServer> {
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
    if (!preflight) {
      seen.push(`${request.method} ${request.url}`);
      moody.heard = request.headers;
    }
    if (moody.mood === "away") return void request.socket.destroy();
    if (preflight || moody.mood === "well") return void app(request, response);
    if (moody.mood === "broken") return void response.writeHead(500, open).end('{"error":"Internal error"}');
    if (moody.mood === "busy")
      return void response.writeHead(503, { ...open, "Retry-After": moody.retryAfter }).end("{}");
    if (moody.mood === "moving") {
      if (request.url === "/new")
        return void response.writeHead(200, { ...open, "Content-Type": "text/html" }).end("<h1>Moved here</h1>");
      return void response.writeHead(302, { ...open, Location: "/new" }).end();
    }
    if (moody.mood === "redirecting") return void response.writeHead(302, { ...open, Location: "/welcome" }).end();
    response.writeHead(200, { ...open, "Content-Type": "text/html" }).end("<h1>Welcome to our Wi-Fi</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const moody: MoodyServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: "well",
    api,
    seen,
    heard: {},
    retryAfter: "1",
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return moody;
}
