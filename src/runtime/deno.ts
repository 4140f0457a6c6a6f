import { setTimeout as sleep } from "node:timers/promises";
import { spawnNodeWorker } from "../work/node-worker.ts";
import { type Configuration, explainDenied, readConfiguration } from "./configuration.ts";
import { type Hosted, openHosted } from "./hosted.ts";
import { originsBehind } from "./proxies.ts";

/** Milliseconds that requests under way have to finish when the process stops. */
const GRACE = 10_000;

/** Flags that belong to Deno, before the file. */
const DENOS = /^--(?:port|host)(?:=|$)/;

/** The program of the pool's threads; a variable, because a bundler would replace a literal. */
const WORKER = "./heavy-worker.js";

/** What Deno passes with a request. */
interface RequestInfo {
  /** The other end of its connection; network addresses have a `hostname`. */
  readonly remoteAddr: object;
  /** Settles when the response was sent, or could not be. */
  readonly completed: Promise<void>;
}

const underWay = new Set<Promise<unknown>>();
const callers = new WeakMap<Request, string | undefined>();
let opening: Promise<Hosted> | undefined;

/** Opens the service at the first call: of several threads, Deno calls `onListen` in one only. */
function open(): Promise<Hosted> {
  opening ??= openServed(process.argv.slice(2));
  return opening;
}

/** @throws {Error} with one sentence. */
async function openServed(flags: readonly string[]): Promise<Hosted> {
  const denos = flags.find((flag) => DENOS.test(flag));
  if (denos) throw new Error(`${denos} stands behind the file: write deno serve --host HOST --port PORT before it`);
  const configuration = readConfiguration(flags, process.env);
  checkServable(configuration);
  const { trustProxy, baseUrl } = configuration;
  const callerOf = (request: Request) => callers.get(request);
  const byProxy = trustProxy && !baseUrl && originsBehind(trustProxy, callerOf);
  const spawn = () => spawnNodeWorker(new URL(WORKER, import.meta.url));
  return openHosted(configuration, spawn, { callerOf, ...(byProxy && { baseUrl: byProxy }) });
}

/** @throws {Error} for settings that `deno serve` does not support. */
function checkServable({ workers = 1, drainDelay, accessLog, metrics }: Configuration): void {
  const given = { workers: workers > 1, "drain-delay": drainDelay, "access-log": accessLog, "metrics-port": metrics };
  const asked = Object.entries(given).flatMap(([name, value]) => (value ? [name] : []));
  if (asked.length > 0) throw new Error(`deno serve is without ${asked.join(", ")}: use deno run with serve.js`);
}

/** Waits for the requests under way, and ends the program. Deno stops listening at the signal. */
async function stop(hosted: Hosted): Promise<never> {
  hosted.stop();
  await Promise.race([Promise.allSettled(underWay), sleep(GRACE)]);
  await hosted.close();
  process.exit();
}

/** The service for `deno serve`, with the settings of `npm start` except those that belong to Deno. Deno limits neither
 *  the time that a request may take to arrive nor the number of sockets, so it needs a proxy in front. `deno run` with
 *  the program for Node has all limits. */
export default {
  onListen(address: object): void {
    const { hostname = "", port = 0 } = address as { readonly hostname?: string; readonly port?: number };
    const opened = open().then(async (hosted) => {
      await hosted.opened;
      return hosted;
    });
    opened.then(
      (hosted) => {
        const url = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
        console.log(`isoqr is serving on ${url}\nTry ${url}/api/qr?data=https://example.com`);
        const end = () => {
          // A second signal ends the program at once, by its default.
          process.off("SIGTERM", end).off("SIGINT", end);
          void stop(hosted);
        };
        process.on("SIGTERM", end).on("SIGINT", end);
      },
      (error: Error) => {
        console.error(`isoqr cannot start: ${explainDenied(error)}`);
        process.exit(1);
      },
    );
  },
  async fetch(request: Request, { remoteAddr, completed }: RequestInfo): Promise<Response> {
    callers.set(request, (remoteAddr as { readonly hostname?: string }).hostname);
    // The client may have gone away.
    const sent: Promise<unknown> = completed.catch(() => undefined).then(() => underWay.delete(sent));
    underWay.add(sent);
    return (await open()).answer(request);
  },
};
