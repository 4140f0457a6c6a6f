import { setTimeout as sleep } from "node:timers/promises";
import { spawnNodeWorker } from "../work/node-worker.ts";
import { type Configuration, explainDenied, readConfiguration } from "./configuration.ts";
import { type Hosted, openHosted } from "./hosted.ts";
import { originsBehind } from "./proxies.ts";

/** Milliseconds that requests under way have to finish when the process is told to stop. */
const GRACE = 10_000;

/** Flags that are Deno's own here, and go before the file. */
const DENOS = /^--(?:port|host)(?:=|$)/;

/** The program of the pool's threads; a variable, for a bundler would take a literal in its place for a picture. */
const WORKER = "./heavy-worker.js";

/** What Deno tells about a request beside it. */
interface RequestInfo {
  /** The other end of its connection, with a `hostname` where that is one of a network. */
  readonly remoteAddr: object;
  /** Settles when the answer has been sent, or could not be. */
  readonly completed: Promise<void>;
}

const underWay = new Set<Promise<unknown>>();
const callers = new WeakMap<Request, string | undefined>();
let opening: Promise<Hosted> | undefined;

/** Opened by whoever comes first: of several threads, only one is told that Deno listens. */
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

/** The same once it is known whether links can be kept. */
async function openWhole(): Promise<Hosted> {
  const hosted = await open();
  await hosted.opened;
  return hosted;
}

function addressIn(remote: { readonly hostname?: unknown }): string | undefined {
  return typeof remote.hostname === "string" ? remote.hostname : undefined;
}

/** @throws {Error} for what only a server of our own can do. */
function checkServable({ workers = 1, drainDelay, accessLog, metrics }: Configuration): void {
  const given = { workers: workers > 1, "drain-delay": drainDelay, "access-log": accessLog, "metrics-port": metrics };
  const asked = Object.entries(given).flatMap(([name, value]) => (value ? [name] : []));
  if (asked.length > 0) throw new Error(`deno serve is without ${asked.join(", ")}: use deno run with serve.js`);
}

/** Deno listens no more from the signal on, and answers what is there; this waits for it, and ends the program. */
async function stop(hosted: Hosted): Promise<never> {
  hosted.stop();
  await Promise.race([Promise.allSettled(underWay), sleep(GRACE)]);
  await hosted.close();
  process.exit();
}

/** The service for `deno serve`, with the settings that `npm start` has, except for those that are Deno's. Deno bounds
 *  neither the time a request takes to arrive nor the number of sockets, so that a proxy has to stand in front; `deno run`
 *  with the program for Node has all bounds. */
export default {
  onListen(address: object): void {
    const { hostname = "", port = 0 } = address as { readonly hostname?: string; readonly port?: number };
    openWhole().then(
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
    callers.set(request, addressIn(remoteAddr));
    // A caller who went away is no news.
    const sent: Promise<unknown> = completed.catch(() => undefined).then(() => underWay.delete(sent));
    underWay.add(sent);
    return (await open()).answer(request);
  },
};
