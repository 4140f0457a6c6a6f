import type { Limits } from "../http/limits.ts";
import type { HeavyWork, LinkStore } from "../ports.ts";
import type { Configuration } from "./configuration.ts";
import { createAccessLog, createLogWriter, type ExchangeWatch } from "./exchanges.ts";

/** Who watches a server: its log and its figures. Without one, nothing is counted and nothing is slower. */
export interface Watch {
  readonly exchanges: readonly ExchangeWatch[];
  /** `links`, watched. */
  links(links: LinkStore): LinkStore;
  /** `heavy`, watched; `threads` is how much of it is under way at most. */
  heavy(heavy: HeavyWork, threads: number): HeavyWork;
  /** Returns `limits` with refusals counted. */
  limits?(limits: Limits): Limits;
  /** Where figures are given. */
  readonly metricsUrl?: string;
  /** Writes what is to be written yet, and gives figures no more. */
  close(): Promise<void>;
}

const STDOUT = 1;

/** What `configuration` wants to be watched. In one of several processes `worker` is its place among them, and it gives its
 *  figures to the one that started it instead of listening itself.
 *  @throws {Error} with one sentence when the address for figures cannot be taken. */
export async function openWatch(
  { accessLog, metrics: address }: Pick<Configuration, "accessLog" | "metrics">,
  worker?: string,
): Promise<Watch> {
  const log = accessLog ? createLogWriter(STDOUT, console.error) : undefined;
  // Loaded when it is asked for: it takes as long as all of the service.
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
