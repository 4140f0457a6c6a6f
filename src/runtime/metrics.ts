import { createServer } from "node:http";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { singleFlight } from "../async/once.ts";
import { QrError, statusOf } from "../errors.ts";
import type { Limits } from "../http/limits.ts";
import { VERSION } from "../http/reference/document.ts";
import type { HeavyWork } from "../ports.ts";
import type { LinkStore } from "../stores/store.ts";
import { StoreFull, withTimeout } from "../stores/store-errors.ts";
import { heavyJobs } from "../work/heavy-jobs.ts";
import type { Address } from "./configuration.ts";
import { boundConnections } from "./connections.ts";
import type { ExchangeWatch } from "./exchanges.ts";
import { addressOf, listen, settleAddress } from "./listen.ts";

/** The metrics of one process. Label values never come from clients, which could make their number grow without limit. */
export interface Metrics {
  readonly exchanges: ExchangeWatch;
  links(links: LinkStore): LinkStore;
  /** Wraps `heavy`, which runs at most `threads` jobs at a time, to count its jobs. */
  heavy(heavy: HeavyWork, threads: number): HeavyWork;
  limits(limits: Limits): Limits;
  text(): Promise<string>;
}

const METHODS = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);

const TIMES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Gauges of prom-client whose names end in _total, which promtool accepts only for counters. Each is the sum of the metric
 *  with the same name without _total. */
const MISNAMED = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

/** Milliseconds within which the store must report its size. After that time, the metrics omit the size. */
export const SPACE_LIMIT = 1_000;

/** Creates the metrics of this process; `worker` is its number if it is one of several. */
export function createMetrics(worker?: string): Metrics {
  const registry = new Registry();
  if (worker !== undefined) {
    registry.setDefaultLabels({ worker });
    // The parent process collects the metrics in this registry.
    AggregatorRegistry.setRegistries(registry);
    new AggregatorRegistry();
  }
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const registers = [registry];
  const build = { name: "isoqr_build_info", help: "Version of isoqr; always 1", labelNames: ["version"], registers };
  new Gauge(build).set({ version: VERSION }, 1);
  const requests = new Counter({
    name: "isoqr_http_requests_total",
    help: "Requests by method, route pattern and response status; the status is 0 if the client disconnected before the response",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const times = new Histogram({
    name: "isoqr_http_request_duration_seconds",
    help: "Time from a request's headers to the end of its response",
    labelNames: ["route"],
    buckets: TIMES,
    registers,
  });
  const bytes = new Counter({
    name: "isoqr_http_sent_bytes_total",
    help: "Bytes sent in responses, including headers",
    registers,
  });
  const underWay = new Gauge({ name: "isoqr_http_requests_in_flight", help: "Requests in progress", registers });

  return {
    exchanges: {
      begin: () => underWay.inc(),
      end({ method, route, status, bytes: sent, milliseconds }) {
        underWay.dec();
        requests.inc({ method: METHODS.has(method) ? method : "other", route, status });
        times.observe({ route }, milliseconds / 1000);
        bytes.inc(sent);
      },
    },
    links: (links) => countLinks(links, registers),
    heavy: (heavy, threads) => countHeavy(heavy, threads, registers),
    limits: (limits) => countRefusals(limits, registers),
    text: () => registry.metrics(),
  };
}

function countLinks(links: LinkStore, registers: Registry[]): LinkStore {
  const operations = new Counter({
    name: "isoqr_link_operations_total",
    help: "Operations on the link store by outcome: success, busy (too many were waiting), full (no space for the link) or error (the store failed)",
    labelNames: ["operation", "outcome"],
    registers,
  });
  startAtZero(operations, { operation: ["find", "add", "remove"], outcome: ["success", "busy", "error"] });
  startAtZero(operations, { operation: ["add"], outcome: ["full"] });
  if (links.space) measureSpace(links.space, registers);
  const counted = <Value>(operation: string, work: Promise<Value>): Promise<Value> => {
    work.then(
      () => operations.inc({ operation, outcome: "success" }),
      (error: unknown) => operations.inc({ operation, outcome: linkOutcomeOf(error) }),
    );
    return work;
  };
  return {
    find: (id) => counted("find", links.find(id)),
    add: (link) => counted("add", links.add(link)),
    remove: (link) => counted("remove", links.remove(link)),
    ...(links.space && { space: links.space }),
    close: () => links.close(),
  };
}

function linkOutcomeOf(error: unknown): string {
  if (error instanceof StoreFull) return "full";
  return isBusy(error) ? "busy" : "error";
}

function measureSpace(space: NonNullable<LinkStore["space"]>, registers: Registry[]): void {
  const ask = singleFlight(() => withTimeout(SPACE_LIMIT, space(), () => new Error("timed out")));
  const measure = (name: string, help: string, key: "bytes" | "maxBytes") =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        await ask().then(
          (answer) => this.set(answer[key]),
          () => this.remove({}),
        );
      },
    });
  measure("isoqr_links_bytes", "Bytes that all links together take in the link store", "bytes");
  measure("isoqr_links_max_bytes", "Limit of isoqr_links_bytes", "maxBytes");
}

/** Creates a series for each combination of `values`. If a series appeared with its first increment, rate() would miss that
 *  increment. */
function startAtZero(counter: Counter, values: Readonly<Record<string, readonly string[]>>): void {
  const combinations = Object.entries(values).reduce<Readonly<Record<string, string>>[]>(
    (all, [name, each]) => all.flatMap((labels) => each.map((value) => ({ ...labels, [name]: value }))),
    [{}],
  );
  for (const labels of combinations) counter.inc(labels, 0);
}

function countRefusals(limits: Limits, registers: Registry[]): Limits {
  const refused = new Counter({
    name: "isoqr_limited_total",
    help: "Requests rejected because the client exceeded a limit, by kind of limit",
    labelNames: ["kind"],
    registers,
  });
  startAtZero(refused, { kind: Object.keys(limits.most) });
  return {
    most: limits.most,
    take: (request, kind, points) => limits.take(request, kind, points),
    onRefused: (kind) => refused.inc({ kind }),
  };
}

function countHeavy(heavy: HeavyWork, threads: number, registers: Registry[]): HeavyWork {
  let pending = 0;
  const done = new Counter({
    name: "isoqr_heavy_total",
    help: "Heavy jobs by kind and outcome: success, busy (queue full or timed out), rejected (invalid input), aborted (client disconnected) or error (any other failure)",
    labelNames: ["work", "outcome"],
    registers,
  });
  const works = Object.values(heavyJobs).map(({ label }) => label);
  startAtZero(done, { work: works, outcome: ["success", "busy", "rejected", "aborted", "error"] });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge("isoqr_heavy_threads", "Maximum number of threads for heavy jobs", () => threads);
  gauge("isoqr_heavy_running", "Heavy jobs in progress", () => Math.min(pending, threads));
  gauge("isoqr_heavy_waiting", "Heavy jobs waiting for a thread", () => Math.max(0, pending - threads));
  const counted = async <Value>(work: string, job: Promise<Value>, signal?: AbortSignal): Promise<Value> => {
    pending += 1;
    try {
      const value = await job;
      done.inc({ work, outcome: "success" });
      return value;
    } catch (error) {
      done.inc({ work, outcome: signal?.aborted ? "aborted" : outcomeOf(error) });
      throw error;
    } finally {
      pending -= 1;
    }
  };
  return {
    jobs: heavy.jobs,
    run: (job, signal) => counted(heavyJobs[job.name].label, heavy.run(job, signal), signal),
  };
}

function outcomeOf(error: unknown): string {
  if (isBusy(error)) return "busy";
  return error instanceof QrError && statusOf(error) < 500 ? "rejected" : "error";
}

function isBusy(error: unknown): boolean {
  return error instanceof QrError && error.code === "BUSY";
}

/** Returns a function for the parent process that resolves to the metrics of all processes. The function rejects if a
 *  process does not respond within 5 seconds. */
export function createMetricsOfAll(): () => Promise<string> {
  const registry = new AggregatorRegistry();
  return singleFlight(() => registry.clusterMetrics());
}

export interface MetricsServer {
  /** The URL of the metrics, such as "http://127.0.0.1:9464/metrics". */
  readonly url: string;
  close(): Promise<void>;
}

/** Limits of the metrics server, in milliseconds and bytes. They are enough for one or two scrapers that each send a
 *  few requests a minute. */
export const LIMITS = {
  headersTimeout: 2_000,
  requestTimeout: 2_000,
  connectionsCheckingInterval: 500,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 8 * 1024,
} as const;
export const MAX_CONNECTIONS = 20;

/** Milliseconds without progress after which a response is aborted; longer than the timeout in `createMetricsOfAll`. */
export const TIMEOUT = 10_000;

const NAMES = { port: "metrics.port", host: "metrics.host" };

/** Serves the text that `read` resolves to at /metrics. Uses a separate port, because metrics are not public, and must
 *  be available while the service is overloaded.
 *  @throws {Error} with a one-line message if it cannot listen. */
export async function serveMetrics(given: Address, read: () => Promise<string>): Promise<MetricsServer> {
  // NaN makes settleAddress reject a missing port, because this port has no default.
  const { port, host } = settleAddress({ ...given, port: given.port ?? Number.NaN }, NAMES);
  const server = createServer(LIMITS, async (request, response) => {
    const respond = (status: number, contentType: string, body: string) =>
      response.writeHead(status, { "Content-Type": contentType, "Content-Length": Buffer.byteLength(body) }).end(body);
    const fail = (status: number, error: string) => respond(status, "application/json", JSON.stringify({ error }));
    if (request.url?.split("?")[0] !== "/metrics") return fail(404, "only /metrics is served here");
    try {
      respond(200, Registry.PROMETHEUS_CONTENT_TYPE, await read());
    } catch (error) {
      console.error(error);
      fail(503, "a process did not report its metrics: try again");
    }
  });
  server.timeout = TIMEOUT;
  boundConnections(server, MAX_CONNECTIONS, () => server.closeIdleConnections());
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
