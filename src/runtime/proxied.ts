import type { IncomingMessage } from "node:http";
import { trustedBy } from "../adapters/trusted-proxy.ts";
import { forwardedOrigin } from "../http/forwarded.ts";

/** The origin that a request came to: what its proxy says, if the proxy is one that `list` names, and else its own.
 *  `incoming` has what each request was for Node, and so its connection. */
export function originsBy(list: string, incoming: WeakMap<Request, IncomingMessage>): (request: Request) => string {
  const isTrusted = trustedBy(list);
  return (request) => {
    const isProxied = isTrusted(incoming.get(request)?.socket.remoteAddress);
    return isProxied ? forwardedOrigin(request) : new URL(request.url).origin;
  };
}
