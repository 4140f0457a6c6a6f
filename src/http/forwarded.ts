/** The origin that a proxy says a request came to: by X-Forwarded-Proto and X-Forwarded-Host, and by the request itself
 *  where one of them is missing or makes no sense. Of a list the last one counts, which the nearest proxy has added itself.
 *  Forwarded, of RFC 7239, is not looked at: proxies pass on what they do not write, and so it may be the caller's. */
export function forwardedOrigin(request: Request): string {
  const own = new URL(request.url);
  const scheme = last(request.headers.get("X-Forwarded-Proto"))?.toLowerCase();
  const protocol = scheme === "http" || scheme === "https" ? `${scheme}:` : own.protocol;
  const host = last(request.headers.get("X-Forwarded-Host")) ?? "";
  const told = `${protocol}//${host}`;
  return isHost(host) && URL.canParse(told) ? new URL(told).origin : `${protocol}//${own.host}`;
}

/** A name or an address, and maybe a port: nothing that could become another part of an address. Underscores are in names
 *  that container networks give. */
const HOST = /^(?:[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9._])?|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;

/** Whether a Host header may stand in addresses. */
export function isHost(host: string): boolean {
  return HOST.test(host);
}

function last(list: string | null): string | undefined {
  return list?.split(",").at(-1)?.trim();
}
