import type { IncomingMessage } from "node:http";
import { isHost } from "../http/forwarded.ts";

/** Most header lines of a request. Node silently drops lines beyond its own limit of about 1,000, so only a lower limit
 *  can be detected. */
export const MOST_HEADER_LINES = 500;

/** Returns whether every header line of a request was read. */
export function hasAllHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length <= 2 * MOST_HEADER_LINES;
}

/** Whether a request says once for which host it is, in a way that may stand in addresses. RFC 9112, 3.2: a server refuses
 *  one with several Host headers, of which a proxy in front may have gone by another. */
export function hasOneHost({ rawHeaders, headers, url = "" }: IncomingMessage): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  if (count !== 1 || !isHost(headers.host ?? "")) return false;
  // The address may have a host, too, which then counts.
  return url.startsWith("/") || !URL.canParse(url) || isHost(new URL(url).host);
}
