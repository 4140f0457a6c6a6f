import ipaddr from "ipaddr.js";

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Ranges that have a name; RFC 1918 and RFC 4193, RFC 6598 for what carriers and clouds use inside. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"],
};

/** Whether `list` can be read by trustedBy; an empty one trusts nobody. */
export function isTrustList(list: string): boolean {
  return list === "" || wordsOf(list).every((word) => readRange(word).length > 0);
}

/** Tells of the address of a connection whether it is one that `list` names: addresses, ranges and names of ranges, with
 *  commas between. @throws {Error} for a list that isTrustList refuses. */
export function trustedBy(list: string): (address: string | undefined) => boolean {
  if (!isTrustList(list)) throw new Error("proxies to be trusted are given as addresses, ranges, loopback or private");
  const ranges = list === "" ? [] : wordsOf(list).flatMap(readRange);
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false;
    // Of an IPv4 address that came to an IPv6 socket, "::ffff:10.0.0.1", the IPv4 address.
    const seen = ipaddr.process(address);
    return ranges.some(([range, bits]) => range.kind() === seen.kind() && seen.match(range, bits));
  };
}

function wordsOf(list: string): readonly string[] {
  return list.split(",").map((word) => word.trim().toLowerCase());
}

/** The ranges that `word` stands for; none where it is no range. */
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
