import { setTimeout as sleep } from "node:timers/promises";
import { VERSION } from "../http/reference/document.ts";
import { spawnNodeWorker } from "../work/node-worker.ts";
import { type Configuration, explainDenied, readConfiguration } from "./configuration.ts";
import { type Hosted, openHosted } from "./hosted.ts";
import { originsBehind } from "./proxies.ts";

/** Milliseconds that requests in progress have to finish when the process stops. */
const GRACE = 10_000;

/** Flags of Deno, which come before the file. */
const DENO_FLAG = /^--(?:port|host)(?:=|$)/;

/** The program of the pool's threads. Bundlers would rewrite a literal in `new URL`, so the path is in a variable. */
const WORKER = "./heavy-worker.js";

interface RequestInfo {
  /** The peer of the connection. Network addresses have a `hostname`. */
  readonly remoteAddr: object;
  /** Resolves when the response has been sent, and rejects if that fails. */
  readonly completed: Promise<void>;
}

const underWay = new Set<Promise<unknown>>();
const callers = new WeakMap<Request, string | undefined>();
let opening: Promise<Hosted> | undefined;

/** Opens the service at the first call. Opening it in `onListen` would not be enough, because Deno calls that in only
 *  one of several threads. */
function open(): Promise<Hosted> {
  opening ??= openServed(process.argv.slice(2));
  return opening;
}

async function openServed(flags: readonly string[]): Promise<Hosted> {
  const misplaced = flags.find((flag) => DENO_FLAG.test(flag));
  if (misplaced)
    throw new Error(`${misplaced} must come before the file, as in deno serve --host HOST --port PORT FILE`);
  const configuration = readConfiguration(flags, process.env);
  checkServable(configuration);
  const { trustProxy, baseUrl } = configuration;
  const callerOf = (request: Request) => callers.get(request);
  const originOf = trustProxy && !baseUrl && originsBehind(trustProxy, callerOf);
  const spawn = () => spawnNodeWorker(new URL(WORKER, import.meta.url));
  // The service never reads the signal of a request, because Deno warns about programs that do.
  return openHosted(configuration, spawn, {
    callerOf,
    dropsShortWork: false,
    ...(originOf && { baseUrl: originOf }),
  });
}

function checkServable({ workers = 1, drainDelay, accessLog, metrics }: Configuration): void {
  const given = { workers: workers > 1, "drain-delay": drainDelay, "access-log": accessLog, "metrics-port": metrics };
  const names = Object.entries(given).flatMap(([name, value]) => (value ? [name] : []));
  if (names.length > 0) throw new Error(`deno serve does not support ${names.join(", ")}: use deno run with serve.js`);
}

/** Waits for the requests in progress, for up to GRACE milliseconds, and exits. Deno itself stops listening when it
 *  receives the signal. */
async function stop(hosted: Hosted): Promise<never> {
  hosted.stop();
  await Promise.race([Promise.allSettled(underWay), sleep(GRACE)]);
  await hosted.close();
  process.exit();
}

/** The service for `deno serve`. It has the settings of `npm start`, except for those that Deno has flags for and those that
 *  `checkServable` rejects. Run it behind a proxy, because Deno limits neither the number of sockets nor the time a request
 *  takes to arrive. The program for Node, started with `deno run`, has all limits. */
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
        console.log(`isoqr ${VERSION} is serving on ${url}\nTry ${url}/api/qr?data=https://example.com`);
        const end = () => {
          // Restores the default effect of signals: a second one ends the program immediately.
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
    // `completed` also rejects if the client disconnects, which is not an error.
    const sent: Promise<unknown> = completed.catch(() => undefined).then(() => underWay.delete(sent));
    underWay.add(sent);
    return (await open()).answer(request);
  },
};
