import ipaddr from "ipaddr.js";

/** Most proxies in a chain: beyond that, the last known address counts. */
const MOST_PROXIES = 16;

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
