import ipaddr from "ipaddr.js";
import { logoUrlLength, logoUrlPassword } from "../messages/logo-rules.ts";
import { httpUrl } from "../messages/option-rules.ts";
import { urlOf } from "../text/url.ts";
import { addressRefused, notPublic, portRefused } from "./errors.ts";

/** Maximum length of a logo URL in characters: twice the length of signed URLs from large cloud providers. */
export const MAX_LENGTH = 4096;

/** Names outside the public internet: RFC 6761, 6762, 7686, 8375, 9476, and "internal" (ICANN). */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|onion|alt|home\.arpa)$/;

/** Metadata services of cloud providers (Azure, Alibaba, AWS, Google). Blocked even if private addresses are
 *  allowed. */
const METADATA = new Set(["168.63.129.16", "100.100.100.200", "fd00:ec2::254", "fd20:ce::254"]);

const PRIVATE_RANGES = new Set(["private", "loopback", "uniqueLocal", "carrierGradeNat"]);

interface AddressRules {
  /** Whether private ranges and local names are also allowed. */
  readonly allowPrivate: boolean;
}

/** Returns `address`, resolved against `base`, as a URL that a logo may be fetched from. The caller must still check
 *  the IP addresses of its host name with {@link isAllowedAddress}.
 *  @throws {QrError} LOGO_UNREACHABLE (400) with the violated rule. */
export function checkLogoUrl(address: string, { allowPrivate }: AddressRules, base?: URL): URL {
  if (address.length > MAX_LENGTH) throw addressRefused(logoUrlLength, { max: MAX_LENGTH });
  // The parser normalizes every notation of an IPv4 address (decimal, octal, hex, short, full-width) to four decimals.
  const url = urlOf(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) throw addressRefused(httpUrl);
  if (url.username || url.password) {
    throw addressRefused(logoUrlPassword);
  }
  // Services on other ports below 1024 use other protocols and could interpret a request as commands.
  if (url.port && Number(url.port) < 1024) throw portRefused();
  const host = hostOf(url);
  if (isLiteral(host) ? !isAllowedAddress(host, { allowPrivate }) : !isAllowedName(host, { allowPrivate })) {
    throw notPublic();
  }
  // The fragment is never sent, so it must not affect the cache key either.
  url.hash = "";
  return url;
}

/** Returns the host of `url` in the form that resolvers and sockets expect: an IPv6 address has no brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** Returns whether `host` is an IP address. */
export function isLiteral(host: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
}

/** Returns whether connecting to the IP address `address` is allowed: it must be known to be public or, with
 *  `allowPrivate`, private. Rejects IPv6 addresses that embed an IPv4 address, because packets may be sent to that
 *  address. */
export function isAllowedAddress(address: string, { allowPrivate }: AddressRules): boolean {
  if (!isLiteral(address)) return false;
  const parsed = ipaddr.parse(address);
  if (METADATA.has(parsed.toString())) return false;
  const range = parsed.range();
  if (allowPrivate && PRIVATE_RANGES.has(range)) return true;
  return range === "unicast" && (!(parsed instanceof ipaddr.IPv6) || isGlobalUnicast(parsed));
}

/** Returns whether an IPv6 address is in 2000::/3, the only range assigned for public use. RFC 4291, 2.4; IANA IPv6
 *  address space registry. */
function isGlobalUnicast({ parts: [first = 0] }: ipaddr.IPv6): boolean {
  return first >> 13 === 1;
}

/** Returns whether logos may be fetched from a host with this name. A public name has at least two labels, none of them
 *  empty. */
function isAllowedName(host: string, { allowPrivate }: AddressRules): boolean {
  const name = host.replace(/\.$/, "");
  if (name === "" || name.split(".").includes("")) return false;
  return allowPrivate || (name.includes(".") && !LOCAL_NAMES.test(name));
}
