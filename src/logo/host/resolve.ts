import { lookup, Resolver } from "node:dns/promises";

/** All IP addresses of a host name, until `signal` says that nobody waits any more. Rejects with a code of node:dns:
 *  ENOTFOUND or ENODATA when there are none, another when nobody could tell. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Asks the name servers directly, `servers` in place of those of this machine. The machine's own names (its hosts file,
 *  its search domains) have no say, and a question can be taken back: questions to the system hold one of four threads
 *  until it gives up, which slow name servers could make use of. */
export function createPublicResolve(servers?: readonly string[]): Resolve {
  return async (host, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel);
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.removeEventListener("abort", cancel);
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const troubles = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    if (found.length > 0) return found;
    throw troubles.find((trouble) => !hasNoAddress(trouble)) ?? troubles[0] ?? new Error("no answer");
  };
}

/** What a name means to this machine, its hosts file included. */
export const resolveHere: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Whether `trouble` is the answer that a name is unknown or has no address. */
export function hasNoAddress(trouble: unknown): boolean {
  return trouble instanceof Error && "code" in trouble && /^(?:ENOTFOUND|ENODATA)$/.test(String(trouble.code));
}
