import { QrError } from "../../errors.ts";
import type { LogoFetcher } from "../../ports.ts";
import { checkLogoUrl, hostOf, isAllowedAddress, isLiteral } from "../address.ts";
import { addressRefused, logoTooLarge, logoTooSlow, notPublic, serverFailed } from "../errors.ts";
import { LOGO_TIME_LIMIT } from "../limits.ts";
import { createLogoCache, freshFor, LONGEST_LIFE } from "./fetch-cache.ts";
import {
  type Connect,
  connectDirectly,
  createPublicResolve,
  hasNoAddress,
  type Resolve,
  requestLogo,
  resolveHere,
} from "./request.ts";

export interface LogoFetcherSettings {
  /** Lets logos come from private networks and local names; default false. */
  readonly allowPrivate?: boolean;
  readonly resolve?: Resolve;
  readonly connect?: Connect;
  /** Milliseconds for all of a fetch; default 5000. */
  readonly timeLimit?: number;
  /** Fetches at the same time; default MAX_FETCHES. */
  readonly atOnce?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

export const MAX_FETCHES = 32;

export const MOST_REDIRECTS = 3;

/** Creates a fetcher for addresses that strangers choose. It must not give them access to the network it runs in. Its
 *  defenses, each of which stops most attacks by itself:
 *
 *  1. the address: scheme, port, no credentials, no local name, no private IP address in any spelling (address.ts);
 *  2. the name: resolved once, and every IP address must be allowed;
 *  3. the connection: goes to the addresses just checked, so that a different answer of the name server later on (DNS
 *     rebinding) has no effect; connections are not reused, proxies not asked;
 *  4. redirects: at most three, each with the same checks;
 *  5. the response: one time limit for everything, headers of 16 KiB, bytes counted as they arrive, no compression;
 *  6. the caller: learns nothing about a response that is not an image, neither its status nor its text.
 *
 *  Responses are cached as long as they allow, at most a minute. Concurrent calls for the same logo share a fetch. */
export function createLogoFetcher({
  allowPrivate = false,
  resolve = allowPrivate ? resolveHere : createPublicResolve(),
  connect = connectDirectly,
  timeLimit = LOGO_TIME_LIMIT,
  atOnce = MAX_FETCHES,
  now,
}: LogoFetcherSettings = {}): LogoFetcher {
  const rules = { allowPrivate };
  const cache = createLogoCache(now);
  const underWay = new Map<string, Promise<Uint8Array>>();

  function keptLogo(url: URL, maxBytes: number): Uint8Array | undefined {
    const kept = cache.get(url.href);
    if (kept && kept.length > maxBytes) throw logoTooLarge(maxBytes);
    return kept;
  }

  async function fetchOnce(start: URL, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    let url = start;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const kept = keptLogo(url, maxBytes);
      if (kept) return kept;
      const addresses = await allowedAddresses(hostOf(url), signal);
      signal.throwIfAborted();
      const answer = await requestLogo(url, connect(url, addresses), maxBytes, signal);
      if (answer.bytes) {
        cache.set(url.href, answer.bytes, Math.min(freshFor(answer.headers) * 1000, LONGEST_LIFE));
        return answer.bytes;
      }
      url = checkRedirect(answer.location, url);
    }
    throw serverFailed(`redirects more than ${MOST_REDIRECTS} times: give the address of the image itself`);
  }

  async function allowedAddresses(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const addresses = isLiteral(host)
      ? [host]
      : await resolve(host, signal).catch((trouble: unknown) => {
          throw hasNoAddress(trouble) ? notPublic() : trouble;
        });
    // All addresses must be allowed, because the socket chooses among them.
    if (addresses.length === 0 || !addresses.every((address) => isAllowedAddress(address, rules))) throw notPublic();
    return addresses;
  }

  function checkRedirect(location: string, from: URL): URL {
    try {
      return checkLogoUrl(location, rules, from);
    } catch {
      throw addressRefused("redirects to an address that is not allowed: give the address of the image itself");
    }
  }

  async function fetchInTime(url: URL, maxBytes: number): Promise<Uint8Array> {
    const signal = AbortSignal.timeout(timeLimit);
    const timeout = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(logoTooSlow(timeLimit)));
    });
    try {
      return await Promise.race([fetchOnce(url, maxBytes, signal), timeout]);
    } catch (error) {
      if (error instanceof QrError) throw error;
      throw serverFailed("could not be fetched: its server cannot be reached or broke off: send it as {logoData}");
    }
  }

  return {
    async fetch(address, maxBytes) {
      const url = checkLogoUrl(address, rules);
      const key = `${maxBytes} ${url.href}`;
      const shared = underWay.get(key);
      if (shared) return shared;
      const kept = keptLogo(url, maxBytes);
      if (kept) return kept;
      if (underWay.size >= atOnce) {
        throw new QrError("BUSY", 503, "too many logos are being fetched: try again in a second", "logo", {
          whole: true,
        });
      }
      const fetching = fetchInTime(url, maxBytes).finally(() => underWay.delete(key));
      underWay.set(key, fetching);
      return fetching;
    },
  };
}
