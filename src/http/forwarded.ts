/** Returns the origin in X-Forwarded-Proto and X-Forwarded-Host; the request's own where one is missing or invalid. The last
 *  entry of a list wins, because the nearest proxy added it. Forwarded (RFC 7239) is ignored: a proxy that does not write
 *  it passes on the client's. */
export function forwardedOrigin(request: Request): string {
  const own = new URL(request.url);
  const scheme = last(request.headers.get("X-Forwarded-Proto"))?.toLowerCase();
  const protocol = scheme === "http" || scheme === "https" ? `${scheme}:` : own.protocol;
  const host = last(request.headers.get("X-Forwarded-Host")) ?? "";
  const told = `${protocol}//${host}`;
  return isHost(host) && URL.canParse(told) ? new URL(told).origin : `${protocol}//${own.host}`;
}

/** A host name or address, with an optional port. Container networks use underscores in names. */
const HOST = /^(?:[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9._])?|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;

/** Matches hosts that the URL parser may refuse: those that end in a number, as IPv4 addresses do, and those in Punycode. */
const DOUBTFUL = /(?:^|\.)[0-9][0-9A-Fa-fXx]*\.?(?::[0-9]+)?$|xn--/i;

/** Returns whether a Host header is safe to use in addresses. */
export function isHost(host: string): boolean {
  return HOST.test(host) && (!DOUBTFUL.test(host) || URL.canParse(`http://${host}`));
}

function last(list: string | null): string | undefined {
  return list?.split(",").at(-1)?.trim();
}
