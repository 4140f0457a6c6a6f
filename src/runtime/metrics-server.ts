import { createServer } from "node:http";
import type { Address } from "./configuration.ts";
import { boundConnections } from "./connections.ts";
import { addressOf, listen, settleAddress } from "./listen.ts";

/** A server that gives figures. */
export interface MetricsServer {
  /** "http://127.0.0.1:9464/metrics". */
  readonly url: string;
  close(): Promise<void>;
}

/** One or two programs ask, some times a minute. */
const LIMITS = {
  headersTimeout: 2_000,
  requestTimeout: 2_000,
  connectionsCheckingInterval: 500,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 8 * 1024,
} as const;
const MOST_CONNECTIONS = 20;

/** Longest silence while figures are sent, in milliseconds: for callers who do not read. Longer than several processes have to
 *  answer. */
const TIMEOUT = 10_000;

/** What the address is called where programs give it. */
const NAMES = { port: "port of metrics", host: "host of metrics" };

/** Gives what `read` reads, of the media type `type`, at /metrics. On a port of its own, because how much a service is used
 *  is nobody's business, and because whoever asks for it must be answered when the service itself is full.
 *  @throws {Error} with one sentence when the address cannot be taken. */
export async function serveMetrics(
  given: Address,
  { read, type }: { readonly read: () => Promise<string>; readonly type: string },
): Promise<MetricsServer> {
  // This port has no default: where it is left out, nobody wants figures.
  const { port, host } = settleAddress({ ...given, port: given.port ?? Number.NaN }, NAMES);
  const server = createServer(LIMITS, async (request, response) => {
    const answer = (status: number, contentType: string, body: string) =>
      response.writeHead(status, { "Content-Type": contentType, "Content-Length": Buffer.byteLength(body) }).end(body);
    const fault = (status: number, error: string) => answer(status, "application/json", JSON.stringify({ error }));
    if (request.url?.split("?")[0] !== "/metrics") return fault(404, "there is nothing here but /metrics");
    try {
      answer(200, type, await read());
    } catch (error) {
      console.error(error);
      fault(503, "a process did not give its figures: try again");
    }
  });
  server.timeout = TIMEOUT;
  // Those that only stay make room for those who ask.
  boundConnections(server, MOST_CONNECTIONS, () => server.closeIdleConnections());
  await listen(server, { port, host }, { port: "--metrics-port", host: "--metrics-host" });
  return {
    url: `${addressOf(server, host)}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
