import type { LimitKind, Limits } from "../http/limits.ts";
import { storeAt } from "../stores/table.ts";
import type { Configuration } from "./configuration.ts";
import { clientOf, trustedBy } from "./proxies.ts";

interface OpenLimits {
  readonly limits: Limits;
  /** Resolves when the counters are ready. Never rejects. */
  readonly opened: Promise<unknown>;
  close(): Promise<void>;
}

type Settings = Pick<Configuration, "limits" | "links" | "workers" | "trustProxy">;

type Take = (client: string, kind: LimitKind, points: number) => Promise<number>;

/** Where a proxy usually is. */
const NEAR = "loopback,private";

/** Opens the limits in `settings`; returns undefined if there are none. Each process counts its share in memory, unless
 *  the store of links can count for all servers. `callerOf` returns the address at the other end of a request's
 *  connection; a request whose address is unknown is not limited. */
export function openLimits(
  { limits: most, links = "", workers = 1, trustProxy = "" }: Settings,
  callerOf: (request: Request) => string | undefined,
  report: (line: unknown) => void,
): OpenLimits | undefined {
  if (!most || Object.values(most).every((points) => points === 0)) return undefined;
  const clients = new WeakMap<Request, string | undefined>();
  const findClient = createFinder(trustProxy, callerOf, report);
  // Loaded only if limits are set.
  const opening = open(most, workers, links, report);
  let take: Take | undefined;
  const opened = opening.then(async (counting) => {
    take = counting.take;
    await counting.opened;
  });
  return {
    opened,
    async close() {
      await (await opening).close();
    },
    limits: {
      most,
      async take(request, kind, points) {
        // Looked up once: after the body has been read, the connection may be gone.
        if (!clients.has(request)) clients.set(request, findClient(request));
        const client = clients.get(request);
        if (client === undefined || most[kind] === 0) return 0;
        try {
          return await (take ?? (await opening).take)(client, kind, points);
        } catch (error) {
          // Our own failure must not refuse requests.
          report(error);
          return 0;
        }
      },
    },
  };
}

async function open(
  most: Limits["most"],
  workers: number,
  links: string,
  report: (line: string) => void,
): Promise<{ readonly take: Take; readonly opened: Promise<unknown>; close(): Promise<void> }> {
  const { Limiter, createMemoryCounts } = await import("./rate-limiter.ts");
  const counts = createMemoryCounts();
  // Connections, and with them a client's requests, are spread over the processes.
  const shared = await storeAt(links)?.openCounts?.(links, report);
  const create = (name: LimitKind) => {
    const alone = new Limiter({ name, points: Math.ceil(most[name] / workers), counts });
    return shared ? new Limiter({ name, points: most[name], counts: shared, insurance: alone }) : alone;
  };
  const limiters = { requests: create("requests"), heavy: create("heavy"), links: create("links") };
  return {
    take: (client, kind, points) => limiters[kind].take(client, points),
    opened: Promise.resolve(shared?.opened),
    close: async () => shared?.close(),
  };
}

/** Returns a function that finds the client of a request. Without a trusted proxy, that is the other end of the
 *  connection. If that looks like an untrusted proxy, which would make all its clients count as one, calls `report` once. */
function createFinder(
  trustProxy: string,
  callerOf: (request: Request) => string | undefined,
  report: (line: string) => void,
): (request: Request) => string | undefined {
  const isTrusted = trustedBy(trustProxy);
  const isNear = trustedBy(NEAR);
  let isReported = false;
  return (request) => {
    const address = callerOf(request);
    const behind = trustProxy || !isReported ? request.headers.get("X-Forwarded-For") : null;
    if (!isReported && behind !== null && isNear(address) && !isTrusted(address)) {
      isReported = true;
      report(`limits count all clients behind ${address} as one: set TRUST_PROXY=${address} if it is your proxy`);
    }
    return clientOf(address, behind, isTrusted);
  };
}
