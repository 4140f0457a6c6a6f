import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";

/** A request and what became of it, as logs and figures see it: nothing in it is the caller's own words. */
export interface Exchange {
  readonly method: string;
  /** The pattern of its route, such as "/i/:name", or "none". */
  readonly route: string;
  /** Of the answer; 0 where the caller went away before there was one. */
  readonly status: number;
  /** Sent, headers included. */
  readonly bytes: number;
  readonly milliseconds: number;
  /** Whether the answer was sent to its end. */
  readonly whole: boolean;
}

/** Who is told of exchanges. */
export interface ExchangeWatch {
  begin?(): void;
  end(exchange: Exchange): void;
}

interface Open {
  route: string;
}

/** Sees the requests of one server, once as node:http has them and once as the app has them. */
export interface ExchangeLens {
  /** To be told the route of a request. */
  readonly onRoute: (incoming: IncomingMessage | undefined, route: string) => void;
  /** `listener`, watched. */
  readonly watched: (listener: RequestListener) => RequestListener;
}

/** Lets `watches` see each exchange. */
export function createLens(watches: readonly ExchangeWatch[]): ExchangeLens {
  const open = new WeakMap<IncomingMessage, Open>();
  /** Bytes written to a socket by the end of its last answer. */
  const written = new WeakMap<Socket, number>();
  return {
    onRoute(incoming, route) {
      const exchange = incoming && open.get(incoming);
      if (exchange) exchange.route = route;
    },
    watched: (listener) => (request, response) => {
      const exchange: Open = { route: "none" };
      const start = performance.now();
      const { socket, method = "" } = request;
      open.set(request, exchange);
      for (const watch of watches) watch.begin?.();
      response.once("close", () => {
        const { route } = exchange;
        const before = written.get(socket) ?? 0;
        written.set(socket, socket.bytesWritten);
        const told: Exchange = {
          method,
          route,
          status: response.headersSent ? response.statusCode : 0,
          bytes: socket.bytesWritten - before,
          milliseconds: performance.now() - start,
          whole: response.writableFinished,
        };
        for (const watch of watches) watch.end(told);
      });
      return listener(request, response);
    },
  };
}
