import ipaddr from "ipaddr.js";
import { forwardedOrigin } from "../http/forwarded.ts";

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Ranges that have a name; RFC 1918 and RFC 4193, RFC 6598 for what carriers and clouds use inside. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"],
};

/** Returns whether `trustedBy` can read `list`. An empty list trusts no address. */
export function isTrustList(list: string): boolean {
  return list === "" || wordsOf(list).every((word) => readRange(word).length > 0);
}

/** Returns a function that tells whether `list` names the address of a connection. The list has addresses, ranges and
 *  names of ranges, separated by commas.
 *  @throws {Error} for a list that `isTrustList` refuses. */
export function trustedBy(list: string): (address: string | undefined) => boolean {
  if (!isTrustList(list)) throw new Error("proxies to be trusted are given as addresses, ranges, loopback or private");
  const ranges = list === "" ? [] : wordsOf(list).flatMap(readRange);
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false;
    // An IPv6 socket shows an IPv4 address as "::ffff:10.0.0.1".
    const seen = ipaddr.process(address);
    return ranges.some(([range, bits]) => range.kind() === seen.kind() && seen.match(range, bits));
  };
}

function wordsOf(list: string): readonly string[] {
  return list.split(",").map((word) => word.trim().toLowerCase());
}

/** Returns the ranges that `word` names; none if it is not one. */
function readRange(word: string): readonly Range[] {
  const named = Object.hasOwn(NAMED, word) ? NAMED[word] : undefined;
  if (named) return named.flatMap(readRange);
  const [address = "", bits, ...rest] = word.split("/");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  // A zone belongs to one machine's own links and never to a range.
  if (!isAddress || address.includes("%") || rest.length > 0) return [];
  const parsed = ipaddr.parse(address);
  const most = parsed.kind() === "ipv4" ? 32 : 128;
  const length = bits === undefined ? most : /^[0-9]{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  return length <= most ? [[parsed, length]] : [];
}

/** Returns a function that finds the origin a request was sent to: what its proxy says, if `list` names the proxy,
 *  otherwise that of its own address. `callerOf` returns the address at the other end of a request's connection. */
export function originsBehind(
  list: string,
  callerOf: (request: Request) => string | undefined,
): (request: Request) => string {
  const isTrusted = trustedBy(list);
  return (request) => {
    const isProxied = isTrusted(callerOf(request));
    return isProxied ? forwardedOrigin(request) : new URL(request.url).origin;
  };
}

/** Most proxies in a chain: beyond that, the last known address counts. */
export const MOST_PROXIES = 16;

/** Returns the network that counts as one client: an IPv4 address, or an IPv6 /64, the least that a provider assigns to a
 *  household (RFC 6177). Undefined if `address` is not an IP address.
 *
 *  `address` is the other end of the connection. If `isTrusted` accepts it as a proxy, the client is the last entry of
 *  `forwardedFor`, the value of X-Forwarded-For, because the proxy appended it. If that entry is a trusted proxy too, the
 *  one before it counts, and so on. Anything before the last untrusted entry may be forged by the client, and is ignored. */
export function clientOf(
  address: string | undefined,
  forwardedFor: string | null,
  isTrusted: (address: string) => boolean,
): string | undefined {
  let client = address === undefined ? undefined : parse(address);
  let rest = forwardedFor ?? "";
  for (let hops = 0; hops < MOST_PROXIES && rest && client && isTrusted(client.toString()); hops++) {
    const comma = rest.lastIndexOf(",");
    const told = parse(withoutPort(rest.slice(comma + 1).trim()));
    if (!told) break;
    client = told;
    rest = rest.slice(0, Math.max(0, comma));
  }
  return client && networkOf(client);
}

/** Returns the plain IPv4 address for "::ffff:10.0.0.1", which is how an IPv6 socket shows it. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : undefined;
}

/** Removes the port that some proxies add: "192.0.2.1:1234", "[2001:db8::1]:1234". */
function withoutPort(entry: string): string {
  const [, inBrackets, plain] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(entry) ?? [];
  return inBrackets ?? plain ?? entry;
}

function networkOf(client: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (client instanceof ipaddr.IPv4) return client.toString();
  return `${client.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
