import ipaddr from "ipaddr.js";
import { addressRefused, notPublic } from "./errors.ts";

/** Longer addresses are nobody's logo, and signed addresses of the large clouds are half as long. */
const LONGEST = 4096;

/** Names that never lead to the public internet: RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476, and what ICANN has set
 *  aside for private use ("internal"). */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|onion|alt|home\.arpa)$/;

/** Where clouds tell a machine its secrets, as far as the ranges do not say it already: Azure, Alibaba, AWS, Google. */
const METADATA = new Set(["168.63.129.16", "100.100.100.200", "fd00:ec2::254", "fd20:ce::254"]);

const PRIVATE_RANGES = new Set(["private", "loopback", "uniqueLocal", "carrierGradeNat"]);

/** What may be fetched. `allowPrivate` opens the private ranges and local names, and nothing else. */
export interface AddressRules {
  readonly allowPrivate: boolean;
}

/** The URL that `address` stands for, seen from `base` when it is relative, if the rules let a logo come from there. What
 *  its host name resolves to is judged by {@link isAllowedAddress}.
 *  @throws {QrError} LOGO_UNREACHABLE (400) with the rule it breaks. */
export function checkLogoUrl(address: string, { allowPrivate }: AddressRules, base?: URL): URL {
  if (address.length > LONGEST) throw addressRefused(`must be an address of at most ${LONGEST} characters`);
  // The parser turns every spelling of an IPv4 address (decimal, octal, hex, short, full-width) into four decimals.
  const url = parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) throw addressRefused("must be an http or https address");
  if (url.username || url.password) {
    throw addressRefused("must not carry a user name or a password: leave out what stands before the @");
  }
  // Below 1024 live services that speak other protocols, and would take a request for a command.
  if (url.port && Number(url.port) < 1024) {
    throw addressRefused("must use the usual port of http or https, or one from 1024 to 65535");
  }
  const host = hostOf(url);
  if (isLiteral(host) ? !isAllowedAddress(host, { allowPrivate }) : !isAllowedName(host, { allowPrivate })) {
    throw notPublic();
  }
  // Servers are not told it, and so it makes no other logo.
  url.hash = "";
  return url;
}

/** The host of `url` as a name resolver or a socket wants it: without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** Whether `host` is an IP address and no name. */
export function isLiteral(host: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
}

/** Whether a connection may be made to the IP address `address`. Everything that is not known to be public is refused;
 *  so are IPv6 addresses that stand for an IPv4 one, for they lead where that one leads. */
export function isAllowedAddress(address: string, { allowPrivate }: AddressRules): boolean {
  if (!isLiteral(address)) return false;
  const parsed = ipaddr.parse(address);
  if (METADATA.has(parsed.toString())) return false;
  const range = parsed.range();
  if (allowPrivate && PRIVATE_RANGES.has(range)) return true;
  return range === "unicast" && (!(parsed instanceof ipaddr.IPv6) || isGlobalUnicast(parsed));
}

/** 2000::/3 is all that has been given out for public use; RFC 4291, 2.4 and IANA's IPv6 address space. */
function isGlobalUnicast({ parts: [first = 0] }: ipaddr.IPv6): boolean {
  return first >> 13 === 1;
}

/** Public names have a dot; a trailing one does not count, but there may be no empty part. */
function isAllowedName(host: string, { allowPrivate }: AddressRules): boolean {
  const name = host.replace(/\.$/, "");
  if (name === "" || name.split(".").includes("")) return false;
  return allowPrivate || (name.includes(".") && !LOCAL_NAMES.test(name));
}

function parse(address: string, base?: URL): URL | undefined {
  return URL.canParse(address, base) ? new URL(address, base) : undefined;
}
