import ipaddr from "ipaddr.js";

/** Proxies that may stand in a row: past them, the last address that is known counts. */
const MOST_PROXIES = 16;

/** The network that counts as one client: an IPv4 address, or a /64 of IPv6, which is what a provider gives to one
 *  household at least (RFC 6177). Undefined where `address` is none.
 *
 *  `address` is the other end of the connection. If `isTrusted` says that it is a proxy, the last entry of `forwardedFor`, the
 *  list in X-Forwarded-For, is the client, since that one was added by the proxy; and so on for every entry that is itself a
 *  trusted proxy. What stands before the first entry that is not trusted was written by the client, and never counts. */
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

/** An IPv4 address that came to an IPv6 socket, "::ffff:10.0.0.1", is the IPv4 address. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : undefined;
}

/** Some proxies add the port: "192.0.2.1:1234", "[2001:db8::1]:1234". */
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
