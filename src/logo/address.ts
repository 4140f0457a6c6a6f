import ipaddr from "ipaddr.js";
import { addressRefused, notPublic, portRefused } from "./errors.ts";

/** Characters of an address. Signed addresses of the large clouds have half as many. */
export const LONGEST = 4096;

/** Names outside the public internet: RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476, and "internal", which ICANN reserves
 *  for private use. */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|onion|alt|home\.arpa)$/;

/** Metadata services of clouds in addresses that pass as public: Azure, Alibaba, AWS, Google. */
const METADATA = new Set(["168.63.129.16", "100.100.100.200", "fd00:ec2::254", "fd20:ce::254"]);

const PRIVATE_RANGES = new Set(["private", "loopback", "uniqueLocal", "carrierGradeNat"]);

/** `allowPrivate` adds the private ranges and local names, and nothing else. */
interface AddressRules {
  readonly allowPrivate: boolean;
}

/** Returns `address`, relative to `base`, as a URL from which a logo may be fetched. The addresses of its host need a check by
 *  {@link isAllowedAddress}.
 *  @throws {QrError} LOGO_UNREACHABLE (400) with the rule it breaks. */
export function checkLogoUrl(address: string, { allowPrivate }: AddressRules, base?: URL): URL {
  if (address.length > LONGEST) throw addressRefused(`must be an address of at most ${LONGEST} characters`);
  // The parser turns every spelling of an IPv4 address (decimal, octal, hex, short, full-width) into four decimals.
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw addressRefused("must be an http or https URL");
  if (url.username || url.password) {
    throw addressRefused("must not carry a user name or a password: leave out what stands before the @");
  }
  // Services on ports below 1024 speak other protocols, and could take a request for a command.
  if (url.port && Number(url.port) < 1024) throw portRefused();
  const host = hostOf(url);
  if (isLiteral(host) ? !isAllowedAddress(host, { allowPrivate }) : !isAllowedName(host, { allowPrivate })) {
    throw notPublic();
  }
  // The fragment is never sent, so it does not make another logo.
  url.hash = "";
  return url;
}

/** Returns the host of `url` without the brackets of an IPv6 address, as resolvers and sockets take it. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** Returns whether `host` is an IP address rather than a name. */
export function isLiteral(host: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
}

/** Returns whether connecting to the IP address `address` is allowed. Only addresses known to be public are; IPv6 addresses
 *  that embed an IPv4 one are refused, because they lead to that one. */
export function isAllowedAddress(address: string, { allowPrivate }: AddressRules): boolean {
  if (!isLiteral(address)) return false;
  const parsed = ipaddr.parse(address);
  if (METADATA.has(parsed.toString())) return false;
  const range = parsed.range();
  if (allowPrivate && PRIVATE_RANGES.has(range)) return true;
  return range === "unicast" && (!(parsed instanceof ipaddr.IPv6) || isGlobalUnicast(parsed));
}

/** 2000::/3 is the only range assigned for public use; RFC 4291, 2.4 and IANA's IPv6 address space. */
function isGlobalUnicast({ parts: [first = 0] }: ipaddr.IPv6): boolean {
  return first >> 13 === 1;
}

/** Public names have a dot, not counting a trailing one, and no empty label. */
function isAllowedName(host: string, { allowPrivate }: AddressRules): boolean {
  const name = host.replace(/\.$/, "");
  if (name === "" || name.split(".").includes("")) return false;
  return allowPrivate || (name.includes(".") && !LOCAL_NAMES.test(name));
}
