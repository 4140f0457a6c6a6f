import { memoize } from "../async/once.ts";
import { createCache } from "../cache.ts";
import type { ClientOf, LimitKind, Limits } from "../http/limits.ts";
import { storeAt } from "../stores/table.ts";
import type { Configuration } from "./configuration.ts";
import { clientOf, trustedBy } from "./proxies.ts";

interface OpenLimits {
  readonly limits: Limits;
  readonly opened: Promise<unknown>;
  close(): Promise<void>;
}

type Settings = Pick<Configuration, "limits" | "links" | "workers">;

type Take = (client: string, kind: LimitKind, points: number) => number | Promise<number>;

/** Maximum number of peer addresses whose client is cached. */
export const DIRECT = 1_000;

/** Networks in which reverse proxies usually are. */
const NEARBY = "loopback,private";

/** Opens the limits in `settings`. Returns undefined if none are set. Each process counts in memory and allows its
 *  share of each limit, unless the link store can count for all servers together. Requests without a client are not
 *  limited. */
export function openLimits(
  { limits: most, links = "", workers = 1 }: Settings,
  findClient: ClientOf,
  report: (line: unknown) => void,
): OpenLimits | undefined {
  if (!most || Object.values(most).every((points) => points === 0)) return undefined;
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
      take(request, kind, points) {
        const client = findClient(request);
        if (client === undefined || most[kind] === 0) return 0;
        const wait = take
          ? take(client, kind, points)
          : opening.then((counting) => counting.take(client, kind, points));
        if (typeof wait === "number") return wait;
        return wait.catch((error) => {
          // If counting fails, requests are allowed, so that an outage of the store does not stop the service.
          report(error);
          return 0;
        });
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
  const [{ Limiter, createMemoryCounts }, { createSettledCounts }] = await Promise.all([
    import("./rate-limiter.ts"),
    import("./settled-counts.ts"),
  ]);
  const counts = createMemoryCounts();
  const shared = await storeAt(links)?.openCounts?.(links, report);
  const settled = shared && createSettledCounts(shared);
  const create = (name: LimitKind) => {
    // The system spreads a client's connections over all processes, so each process allows a share of the limit.
    const local = new Limiter({ name, points: Math.ceil(most[name] / workers), counts });
    return settled ? new Limiter({ name, points: most[name], counts: settled, insurance: local }) : local;
  };
  const limiters = { requests: create("requests"), heavy: create("heavy"), links: create("links") };
  return {
    take: (client, kind, points) => limiters[kind].take(client, points),
    opened: Promise.resolve(shared?.opened),
    async close() {
      await settled?.close();
      await shared?.close();
    },
  };
}

/** Returns a function that finds the client of a request. Without a trusted proxy, the client is the peer of the connection,
 *  whose address `callerOf` returns. All clients behind a proxy that is not trusted count as one. Calls `report` for the
 *  first peer that looks like such a proxy. */
export function createClientFinder(
  trustProxy: string,
  callerOf: (request: Request) => string | undefined,
  report: (line: string) => void,
): ClientOf {
  const isTrusted = trustedBy(trustProxy);
  const direct = memoize((address: string) => clientOf(address, null, isTrusted), createCache({ maxEntries: DIRECT }));
  const isNearby = trustedBy(NEARBY);
  let isReported = false;
  const clients = new WeakMap<Request, string | undefined>();
  const find = (request: Request) => {
    const address = callerOf(request);
    const forwardedFor = trustProxy || !isReported ? request.headers.get("X-Forwarded-For") : null;
    if (!isReported && forwardedFor !== null && isNearby(address) && !isTrusted(address)) {
      isReported = true;
      report(`all clients behind ${address} count as one client: if this is your proxy, set TRUST_PROXY=${address}`);
    }
    // Cached, because parsing an address takes longer than counting a request.
    return address !== undefined && forwardedFor === null
      ? direct(address)
      : clientOf(address, forwardedFor, isTrusted);
  };
  return (request) => {
    // Remembers the client of a request, because the connection may be closed by the time the body has been read.
    if (!clients.has(request)) clients.set(request, find(request));
    return clients.get(request);
  };
}
