import ipaddr from "ipaddr.js";
import { forwardedOrigin } from "../http/forwarded.ts";

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Named ranges. The private ones are from RFC 1918, RFC 4193 and RFC 6598. RFC 6598 is included because carriers and clouds
 *  use it internally. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"],
};

export const TRUST_RULE =
  "must be a comma-separated list of IP addresses, ranges such as 10.0.0.0/8, and the names loopback, linklocal and private";

/** Returns whether `trustedBy` accepts `list`. An empty list trusts no address. */
export function isTrustList(list: string): boolean {
  return list === "" || wordsOf(list).every((word) => readRange(word).length > 0);
}

/** Returns a function that checks whether an IP address is in `list`: addresses, ranges and names of ranges, separated
 *  by commas.
 *  @throws {Error} if `isTrustList` rejects the list. */
export function trustedBy(list: string): (address: string | undefined) => boolean {
  if (!isTrustList(list)) throw new Error(`trustProxy ${TRUST_RULE}`);
  const ranges = list === "" ? [] : wordsOf(list).flatMap(readRange);
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false;
    // On an IPv6 socket, an IPv4 address has the form "::ffff:10.0.0.1".
    const plain = ipaddr.process(address);
    return ranges.some(([range, bits]) => range.kind() === plain.kind() && plain.match(range, bits));
  };
}

function wordsOf(list: string): readonly string[] {
  return list.split(",").map((word) => word.trim().toLowerCase());
}

/** Returns the ranges of `word`, or an empty list if it is invalid. */
function readRange(word: string): readonly Range[] {
  const named = Object.hasOwn(NAMED, word) ? NAMED[word] : undefined;
  if (named) return named.flatMap(readRange);
  const [address = "", bits, ...rest] = word.split("/");
  // An address with a zone, such as fe80::1%eth0, is not a range.
  if (!isAddress(address) || address.includes("%") || rest.length > 0) return [];
  const parsed = ipaddr.parse(address);
  const most = parsed.kind() === "ipv4" ? 32 : 128;
  const length = bits === undefined ? most : /^[0-9]{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  return length <= most ? [[parsed, length]] : [];
}

function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Returns a function that finds the origin that a request was sent to. If the peer of its connection is a proxy in
 *  `list`, this is the forwarded origin, and otherwise the origin of the request's URL. `callerOf` returns the peer
 *  address. */
export function originsBehind(
  list: string,
  callerOf: (request: Request) => string | undefined,
): (request: Request) => string {
  const isTrusted = trustedBy(list);
  return (request) => (isTrusted(callerOf(request)) ? forwardedOrigin(request) : new URL(request.url).origin);
}

/** Maximum number of proxies followed in X-Forwarded-For. In a longer chain, the proxy at this position counts as the
 *  client. */
export const MAX_PROXIES = 16;

/** Returns the network that counts as one client: an IPv4 address, or an IPv6 /64. A /64 is the smallest block that a
 *  provider assigns to a household (RFC 6177). Returns undefined if `address` is not an IP address.
 *
 *  `address` is the peer of the connection. If `isTrusted` accepts it as a proxy, the client is the last entry of
 *  `forwardedFor`, the value of X-Forwarded-For, because the proxy appended that entry. If the entry is a trusted proxy
 *  too, the one before it counts, and so on. Anything before the last untrusted entry may be forged, and is ignored. */
export function clientOf(
  address: string | undefined,
  forwardedFor: string | null,
  isTrusted: (address: string) => boolean,
): string | undefined {
  let client = address === undefined ? undefined : parse(address);
  let rest = forwardedFor ?? "";
  for (let hops = 0; hops < MAX_PROXIES && rest && client && isTrusted(client.toString()); hops++) {
    const comma = rest.lastIndexOf(",");
    const previous = parse(withoutPort(rest.slice(comma + 1).trim()));
    if (!previous) break;
    client = previous;
    rest = rest.slice(0, Math.max(0, comma));
  }
  return client && networkOf(client);
}

/** Parses an IP address; undefined if `address` is not one. On an IPv6 socket, an IPv4 address has the form
 *  "::ffff:10.0.0.1", and is converted. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isAddress(address) ? ipaddr.process(address) : undefined;
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
