/** Returns the origin given by X-Forwarded-Proto and X-Forwarded-Host. Uses the request's own origin for parts that are
 *  missing or invalid. The last entry of a list wins, because the nearest proxy added it. Forwarded (RFC 7239) is
 *  ignored, because a proxy that does not set this header passes on the one from the client. */
export function forwardedOrigin(request: Request): string {
  const own = new URL(request.url);
  const scheme = last(request.headers.get("X-Forwarded-Proto"))?.toLowerCase();
  const protocol = scheme === "http" || scheme === "https" ? `${scheme}:` : own.protocol;
  const host = last(request.headers.get("X-Forwarded-Host")) ?? "";
  const origin = `${protocol}//${host}`;
  return isHost(host) && URL.canParse(origin) ? new URL(origin).origin : `${protocol}//${own.host}`;
}

/** A host name or address, with an optional port. Underscores are allowed, because names in container networks contain
 *  them. */
const HOST = /^(?:[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9._])?|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;

/** Hosts that the URL parser may reject: those that end in a number, like IPv4 addresses, and those in Punycode. */
const DOUBTFUL = /(?:^|\.)[0-9][0-9A-Fa-fXx]*\.?(?::[0-9]+)?$|xn--/i;

/** Returns whether a Host header is safe to use in URLs. */
export function isHost(host: string): boolean {
  return HOST.test(host) && (!DOUBTFUL.test(host) || URL.canParse(`http://${host}`));
}

function last(list: string | null): string | undefined {
  return list?.split(",").at(-1)?.trim();
}
