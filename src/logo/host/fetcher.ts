import { QrError } from "../../errors.ts";
import { logoFetchesBusy } from "../../messages/logo-rules.ts";
import type { LogoFetcher } from "../../ports.ts";
import { checkLogoUrl, hostOf, isAllowedAddress, isLiteral } from "../address.ts";
import { addressRefused, fetchLimited, logoTooLarge, logoTooSlow, notPublic, serverFailed } from "../errors.ts";
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
  /** Whether logos may come from private networks and local names; default false. */
  readonly allowPrivate?: boolean;
  readonly resolve?: Resolve;
  readonly connect?: Connect;
  /** Timeout of a fetch in milliseconds, including redirects; default 5000. */
  readonly timeLimit?: number;
  /** Maximum number of concurrent fetches; default MAX_FETCHES. */
  readonly atOnce?: number;
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly now?: () => number;
}

export const MAX_FETCHES = 32;

export const MAX_REDIRECTS = 3;

const REDIRECTS_LIMITED = "{field} redirects more than {max} times: use the URL of the image itself";
export const REDIRECT_REFUSED = "{field} redirects to a URL that is not allowed: use the URL of the image itself";
const FROM_SERVER = "from its server: check the URL, or send the image as {option}";

/** Creates a fetcher for URLs from untrusted callers. Callers must not be able to reach the fetcher's own network
 *  (SSRF). There are several layers of defence. Each of them alone stops most attacks:
 *
 *  1. URL: checks scheme and port; allows no credentials, local names or private IP addresses in any notation
 *  (address.ts)
 *  2. Name: resolved once; every IP address must be allowed
 *  3. Connection: uses the addresses just checked, so a later DNS response (DNS rebinding) has no effect; connections
 *  are not reused, and proxies are not used
 *  4. Redirects: at most three, each with the same checks
 *  5. Response: one timeout for everything, headers of at most 16 KiB, bytes counted as they arrive, no compression
 *  6. Errors: reveal neither the status nor the text of a response
 *
 *  Responses are cached for as long as their headers allow, but at most a minute. Concurrent calls share a fetch. */
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
  const pending = new Map<string, { readonly fetching: Promise<Uint8Array>; readonly client: string | undefined }>();

  function cachedLogo(url: URL, maxBytes: number): Uint8Array | undefined {
    const cached = cache.get(url.href);
    if (cached && cached.length > maxBytes) throw logoTooLarge(maxBytes);
    return cached;
  }

  async function fetchOnce(start: URL, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    let url = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const cached = cachedLogo(url, maxBytes);
      if (cached) return cached;
      const addresses = await allowedAddresses(hostOf(url), signal);
      signal.throwIfAborted();
      const response = await requestLogo(url, connect(url, addresses), maxBytes, signal);
      if (response.bytes) {
        cache.set(url.href, response.bytes, Math.min(freshFor(response.headers) * 1000, LONGEST_LIFE));
        return response.bytes;
      }
      url = checkRedirect(response.location, url);
    }
    throw serverFailed(REDIRECTS_LIMITED, { max: MAX_REDIRECTS });
  }

  async function allowedAddresses(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const addresses = isLiteral(host)
      ? [host]
      : await resolve(host, signal).catch((error: unknown) => {
          throw hasNoAddress(error) ? notPublic() : error;
        });
    // All addresses must be allowed, because the socket chooses among them.
    if (addresses.length === 0 || !addresses.every((address) => isAllowedAddress(address, rules))) throw notPublic();
    return addresses;
  }

  function checkRedirect(location: string, from: URL): URL {
    try {
      return checkLogoUrl(location, rules, from);
    } catch {
      throw addressRefused(REDIRECT_REFUSED);
    }
  }

  /** Returns whether too many logos are being fetched. Each known client may use half of the fetches. */
  function isFull(client: string | undefined): boolean {
    const own = [...pending.values()].filter((other) => other.client === client);
    return pending.size >= atOnce || (client !== undefined && own.length >= atOnce / 2);
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
      throw fetchLimited({ rule: FROM_SERVER, values: { option: { option: "logoData" } } });
    }
  }

  return {
    check: (address) => void checkLogoUrl(address, rules),
    async fetch(address, maxBytes, client) {
      const url = checkLogoUrl(address, rules);
      const key = `${maxBytes} ${url.href}`;
      const shared = pending.get(key);
      if (shared) return shared.fetching;
      const cached = cachedLogo(url, maxBytes);
      if (cached) return cached;
      if (isFull(client)) {
        throw new QrError("BUSY", { field: "logo", rule: logoFetchesBusy });
      }
      const fetching = fetchInTime(url, maxBytes).finally(() => pending.delete(key));
      pending.set(key, { fetching, client });
      return fetching;
    },
  };
}
