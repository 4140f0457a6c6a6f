import { setTimeout as sleep } from "node:timers/promises";
import { spawnNodeWorker } from "../adapters/node-worker.ts";
import { type Configuration, readConfiguration } from "./configuration.ts";
import { explainDenied } from "./denied.ts";
import { type Hosted, openHosted } from "./hosted.ts";

/** Milliseconds that requests under way have to finish when the process is told to stop. */
const GRACE = 10_000;

/** Settings that are Deno's own here: --host and --port of `deno serve`, and --parallel for several threads. */
const DENOS = /^--(?:port|host|workers|metrics-port|metrics-host)(?:=|$)/;

/** The program of the pool's threads; a variable, for a bundler would take a literal in its place for a picture. */
const WORKER = "./heavy-worker.js";

interface Served extends Hosted {
  readonly drainDelay: number;
}

/** What Deno tells about a request beside it. */
interface RequestInfo {
  /** Settles when the answer has been sent, or could not be. */
  readonly completed: Promise<void>;
}

const underWay = new Set<Promise<unknown>>();
let opening: Promise<Served> | undefined;

/** Opened by whoever comes first: of several threads, only one is told that Deno listens. */
function open(): Promise<Served> {
  opening ??= openServed(process.argv.slice(2));
  return opening;
}

/** @throws {Error} with one sentence. */
async function openServed(flags: readonly string[]): Promise<Served> {
  const denos = flags.find((flag) => DENOS.test(flag));
  if (denos) throw new Error(`${denos} is not for deno serve, which has --port, --host and --parallel before the file`);
  const configuration: Configuration = readConfiguration(flags, process.env);
  const hosted = await openHosted(configuration, () => spawnNodeWorker(new URL(WORKER, import.meta.url)));
  return { ...hosted, drainDelay: configuration.drainDelay ?? 0 };
}

/** Deno goes on listening until the process ends. */
async function stop({ stop: unready, drainDelay, close }: Served): Promise<never> {
  unready();
  await sleep(drainDelay);
  await Promise.race([Promise.allSettled(underWay), sleep(GRACE)]);
  await close();
  process.exit();
}

/** The service for `deno serve`, with the settings that `npm start` has, except for those that are Deno's. Deno bounds
 *  neither the time a request takes to arrive nor the number of sockets, so that a proxy has to stand in front; `deno run`
 *  with the program for Node has all bounds. */
export default {
  onListen({ hostname, port }: { readonly hostname: string; readonly port: number }): void {
    open().then(
      (served) => {
        const url = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
        console.log(`isoqr is serving on ${url}\nTry ${url}/api/qr?data=https://example.com`);
        const end = () => {
          // A second signal ends the program at once, by its default.
          process.off("SIGTERM", end).off("SIGINT", end);
          void stop(served);
        };
        process.on("SIGTERM", end).on("SIGINT", end);
      },
      (error: Error) => {
        console.error(`isoqr cannot start: ${explainDenied(error)}`);
        process.exit(1);
      },
    );
  },
  async fetch(request: Request, { completed }: RequestInfo): Promise<Response> {
    // A caller who went away is no news.
    const sent: Promise<unknown> = completed.catch(() => undefined).then(() => underWay.delete(sent));
    underWay.add(sent);
    return (await open()).answer(request);
  },
};
