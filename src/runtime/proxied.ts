import { trustedBy } from "../adapters/trusted-proxy.ts";
import { forwardedOrigin } from "../http/forwarded.ts";

/** The origin that a request came to: what its proxy says, if the proxy is one that `list` names, and else its own.
 *  `callerOf` tells the address at the other end of a request's connection. */
export function originsBy(
  list: string,
  callerOf: (request: Request) => string | undefined,
): (request: Request) => string {
  const isTrusted = trustedBy(list);
  return (request) => {
    const isProxied = isTrusted(callerOf(request));
    return isProxied ? forwardedOrigin(request) : new URL(request.url).origin;
  };
}
