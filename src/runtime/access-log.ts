import type { LogWriter } from "../adapters/log-writer.ts";
import type { ExchangeWatch } from "./exchange.ts";

/** Writes a line of JSON for each exchange to `log`. It has the pattern of the route and never the address, for addresses
 *  hold what people encode, and who has the id of a link can read it. */
export function createAccessLog(log: Pick<LogWriter, "line">, now: () => Date = () => new Date()): ExchangeWatch {
  return {
    end({ method, route, status, bytes, milliseconds, whole }) {
      log.line(
        JSON.stringify({
          time: now().toISOString(),
          method,
          route,
          status,
          bytes,
          ms: Math.round(milliseconds * 100) / 100,
          ...(!whole && { broken: true }),
        }),
      );
    },
  };
}
