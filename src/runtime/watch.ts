import type { Configuration } from "./configuration.ts";
import { createAccessLog, createLogWriter, type ExchangeWatch } from "./exchanges.ts";
import type { Metrics } from "./metrics.ts";

export interface Watch extends Pick<Metrics, "links" | "heavy">, Partial<Pick<Metrics, "limits">> {
  readonly exchanges: readonly ExchangeWatch[];
  readonly metricsUrl?: string;
  close(): Promise<void>;
}

const STDOUT = 1;

/** Opens the access log and the metrics as configured. `worker` is the number of this process if it is one of several.
 *  In that case, the parent process serves the metrics of all of them.
 *  @throws {Error} with a one-line message if the metrics server cannot listen. */
export async function openWatch(
  { accessLog, metrics: address }: Pick<Configuration, "accessLog" | "metrics">,
  worker?: string,
): Promise<Watch> {
  const log = accessLog ? createLogWriter(STDOUT, console.error) : undefined;
  // Loaded only if needed, because it takes as long to load as the whole service.
  const module = address && (await import("./metrics.ts"));
  const metrics = module?.createMetrics(worker);
  const server =
    address && metrics && worker === undefined ? await module?.serveMetrics(address, metrics.text) : undefined;
  return {
    exchanges: [...(log ? [createAccessLog(log)] : []), ...(metrics ? [metrics.exchanges] : [])],
    links: (links) => metrics?.links(links) ?? links,
    heavy: (heavy, threads) => metrics?.heavy(heavy, threads) ?? heavy,
    ...(metrics && { limits: metrics.limits }),
    ...(server && { metricsUrl: server.url }),
    async close() {
      await Promise.all([server?.close(), log?.flush()]);
    },
  };
}
