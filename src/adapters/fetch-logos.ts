import { isIP, type LookupFunction } from "node:net";
import { buildConnector, Client } from "undici";
import { QrError } from "../errors.ts";
import type { LogoFetcher } from "../ports.ts";
import { checkLogoUrl, hostOf, isAllowedAddress, isLiteral, notPublic } from "./address.ts";
import { createLogoCache, freshFor, type ReceivedHeaders } from "./logo-cache.ts";
import { createPublicResolve, hasNoAddress, type Resolve, resolveHere } from "./resolve.ts";

/** Connects to one of `addresses`, whatever name `options` hold: the name is for TLS. */
export type Dial = (
  addresses: readonly string[],
  options: buildConnector.Options,
  callback: buildConnector.Callback,
) => void;

export interface LogoFetcherSettings {
  /** Lets logos come from private networks and local names; default false. */
  readonly allowPrivate?: boolean;
  readonly resolve?: Resolve;
  readonly dial?: Dial;
  /** Milliseconds for all of a fetch; default 5000. */
  readonly timeLimit?: number;
  /** Fetches at the same time; default 32. */
  readonly atOnce?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 3;
/** An answer's head that is larger than this is cut off. */
const HEAD_LIMIT = 16 * 1024;

/** Fetches logos from servers that strangers name, and so must not become their way into the network it runs in. Layers,
 *  outermost first; each would do alone against most attacks:
 *
 *  1. the address: scheme, port, no credentials, no local name, no private IP address in any spelling (address.ts);
 *  2. the name: every IP address it resolves to must be allowed, asked once;
 *  3. the connection: goes to the addresses just checked, so that a second, different answer of the name server
 *     (rebinding) is never heard; no connection is used twice, no proxy is asked;
 *  4. redirects: followed by hand, at most three, each through layers 1 to 3 again;
 *  5. the answer: one time limit for everything, a head of 16 KiB, bytes counted as they arrive, no compression;
 *  6. the caller: learns nothing of an answer that is no image, neither its status nor its words.
 *
 *  Answers are kept as long as they say, at most a minute; those who want the same logo at the same time share a fetch. */
export function createLogoFetcher({
  allowPrivate = false,
  resolve = allowPrivate ? resolveHere : createPublicResolve(),
  dial = dialDirectly,
  timeLimit = 5000,
  atOnce = 32,
  now,
}: LogoFetcherSettings = {}): LogoFetcher {
  const rules = { allowPrivate };
  const cache = createLogoCache(now ? { now } : {});
  const underWay = new Map<string, Promise<Uint8Array>>();

  function keptLogo(url: URL, maxBytes: number): Uint8Array | undefined {
    const kept = cache.get(url.href);
    if (kept && kept.length > maxBytes) throw tooLarge(maxBytes);
    return kept;
  }

  async function fetchOnce(start: URL, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    let url = start;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const kept = keptLogo(url, maxBytes);
      if (kept) return kept;
      const addresses = await allowedAddresses(hostOf(url), signal);
      const answer = await askFor(url, maxBytes, signal, (options, done) => dial(addresses, options, done));
      if (answer.bytes) {
        cache.set(url.href, answer.bytes, freshFor(answer.headers));
        return answer.bytes;
      }
      url = checkRedirect(answer.location, url);
    }
    throw failed(`redirects more than ${MOST_REDIRECTS} times: give the address of the image itself`);
  }

  async function allowedAddresses(host: string, signal: AbortSignal): Promise<readonly string[]> {
    if (isLiteral(host)) return [host];
    const addresses = await resolve(host, signal).catch((trouble: unknown) => {
      throw hasNoAddress(trouble) ? notPublic() : trouble;
    });
    // One address that is not allowed spoils the name: which of them is dialled is up to the socket.
    if (addresses.length === 0 || !addresses.every((address) => isAllowedAddress(address, rules))) throw notPublic();
    return addresses;
  }

  function checkRedirect(location: string, from: URL): URL {
    try {
      return checkLogoUrl(location, rules, from);
    } catch {
      throw new QrError(
        "LOGO_UNREACHABLE",
        400,
        "logo redirects to an address that is not allowed: give the address of the image itself",
        "logo",
      );
    }
  }

  async function fetchInTime(url: URL, maxBytes: number): Promise<Uint8Array> {
    const signal = AbortSignal.timeout(timeLimit);
    const timeout = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () =>
        reject(failed(`took longer than ${timeLimit / 1000} s to arrive: send it as logoData`)),
      );
    });
    try {
      return await Promise.race([fetchOnce(url, maxBytes, signal), timeout]);
    } catch (error) {
      if (error instanceof QrError) throw error;
      throw failed("could not be fetched: its server cannot be reached or broke off");
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
        throw new QrError("BUSY", 503, "too many logos are being fetched: try again in a second", "logo");
      }
      const fetching = fetchInTime(url, maxBytes).finally(() => underWay.delete(key));
      underWay.set(key, fetching);
      return fetching;
    },
  };
}

type Answer =
  | { readonly bytes: Uint8Array; readonly headers: ReceivedHeaders }
  | { readonly bytes?: never; readonly location: string };

/** One request on a connection of its own, which is closed at the end however it ends. */
async function askFor(
  url: URL,
  maxBytes: number,
  signal: AbortSignal,
  connect: buildConnector.connector,
): Promise<Answer> {
  const client = new Client(url.origin, { connect, pipelining: 0, maxHeaderSize: HEAD_LIMIT, allowH2: false });
  try {
    const { statusCode, headers, body } = await client.request({
      path: `${url.pathname}${url.search}`,
      method: "GET",
      headers: { Accept: "image/*", "Accept-Encoding": "identity", "User-Agent": "isoqr" },
      signal,
    });
    // The client is destroyed below, and whoever does not listen for the body's end would bring the process down.
    body.on("error", () => undefined);
    if (REDIRECTS.has(statusCode) && typeof headers.location === "string") return { location: headers.location };
    if (statusCode !== 200) throw failed("could not be fetched: its server did not answer with an image");
    const encoding = String(headers["content-encoding"] ?? "identity").toLowerCase();
    if (encoding !== "identity") throw failed("was sent compressed: give an address that sends the image as it is");
    if (Number(headers["content-length"]) > maxBytes) throw tooLarge(maxBytes);
    return { bytes: await collect(body, maxBytes), headers };
  } finally {
    // Not awaited: nothing that the server does may hold up the answer.
    client.destroy().catch(() => undefined);
  }
}

/** All bytes of `body`, copied into one place: a server that drips single bytes cannot fill the memory with their
 *  wrappings. */
async function collect(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(maxBytes);
  let length = 0;
  for await (const chunk of body) {
    if (length + chunk.length > maxBytes) throw tooLarge(maxBytes);
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.slice(0, length);
}

/** Tries one of the addresses after the other, both families in turn, as node:net does; a name is never looked up. */
function dialDirectly(
  addresses: readonly string[],
  options: buildConnector.Options,
  callback: buildConnector.Callback,
): void {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_host, { all }, done) => {
    if (all) done(null, found);
    else done(null, found[0]?.address ?? "", found[0]?.family);
  };
  buildConnector({ lookup, autoSelectFamily: true, timeout: 5000 })(options, callback);
}

/** 502: the fault of the logo's server. */
function failed(what: string): QrError {
  return new QrError("LOGO_UNREACHABLE", 502, `logo ${what}`, "logo");
}

function tooLarge(maxBytes: number): QrError {
  return new QrError(
    "LOGO_TOO_LARGE",
    413,
    `logo is larger than ${maxBytes / 1024 / 1024} MB: make it smaller`,
    "logo",
  );
}
