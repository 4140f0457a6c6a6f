import { lookup, Resolver } from "node:dns/promises";
import { once } from "node:events";
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { logoCompressed, logoFetchFailed } from "../../messages/logo-rules.ts";
import { hostOf, isLiteral } from "../address.ts";
import { logoTooLarge, serverFailed } from "../errors.ts";

export const NO_IMAGE = "its server did not return the image; send it as {option}";

/** Connects to one of `addresses`, the IP addresses of the host in `url`. Uses the host name only for TLS. */
export type Connect = (url: URL, addresses: readonly string[]) => Socket;

export type LogoResponse =
  | { readonly bytes: Uint8Array; readonly headers: IncomingMessage["headers"] }
  | { readonly bytes?: never; readonly location: string };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Maximum size of the headers in bytes. */
export const HEAD_LIMIT = 16 * 1024;

/** Sends one request for `url` on `socket`, and then closes the socket. Uses no proxy, cookies or compression, and
 *  follows no redirects. Reads at most `maxBytes`. Rejects with QrError LOGO_UNREACHABLE (502) or LOGO_TOO_LARGE, or
 *  with an error from node:http if there is no response. */
export async function requestLogo(
  url: URL,
  socket: Socket,
  maxBytes: number,
  signal: AbortSignal,
): Promise<LogoResponse> {
  // An error without a listener would crash the process.
  socket.on("error", ignore);
  const { request } = url.protocol === "https:" ? https : http;
  // Do not set `agent`, not even to false. Otherwise, node:http ignores `createConnection` and resolves the name again.
  const sent = request(url, {
    createConnection: () => socket,
    headers: { Accept: "image/*", "Accept-Encoding": "identity", "User-Agent": "isoqr" },
    maxHeaderSize: HEAD_LIMIT,
    signal,
  });
  sent.on("error", ignore);
  sent.end();
  try {
    return await read(await responseTo(sent, socket), maxBytes);
  } finally {
    sent.destroy();
    socket.destroy();
  }
}

async function responseTo(sent: ClientRequest, socket: Socket): Promise<IncomingMessage> {
  // Some connections close without an error, for example when the server switches protocols.
  const closed = once(socket, "close").then(() => Promise.reject(new Error("no response")));
  const [response] = (await Promise.race([once(sent, "response"), closed])) as [IncomingMessage];
  response.on("error", ignore);
  return response;
}

async function read(response: IncomingMessage, maxBytes: number): Promise<LogoResponse> {
  const { statusCode = 0, headers } = response;
  if (REDIRECTS.has(statusCode) && headers.location) return { location: headers.location };
  if (statusCode !== 200) {
    throw serverFailed(logoFetchFailed, { text: { rule: NO_IMAGE, values: { option: { option: "logoData" } } } });
  }
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    throw serverFailed(logoCompressed);
  }
  if (Number(headers["content-length"]) > maxBytes) throw logoTooLarge(maxBytes);
  return { bytes: await collect(response, maxBytes), headers };
}

/** Copies `body` into one array, so that a server that sends single bytes cannot fill memory with chunks. */
async function collect(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(maxBytes);
  let length = 0;
  for await (const chunk of body) {
    if (length + chunk.length > maxBytes) throw logoTooLarge(maxBytes);
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.slice(0, length);
}

/** Resolves to all IP addresses of a host name. Rejects when `signal` aborts, or with an error from node:dns. Its
 *  code is ENOTFOUND or ENODATA if the name has no address, and any other code if the lookup failed. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Creates a resolver that queries `servers` directly, by default the system's name servers. It ignores the hosts file
 *  and search domains. Its queries can be cancelled, whereas a lookup by the operating system blocks one of libuv's
 *  four threads until it times out. An attacker with a slow name server could block all four. */
export function createPublicResolve(servers?: readonly string[]): Resolve {
  return async (host, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel);
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.removeEventListener("abort", cancel);
    const found = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    if (found.length > 0) return found;
    throw errors.find((error) => !hasNoAddress(error)) ?? errors[0] ?? new Error("no address");
  };
}

/** Resolves a name through the operating system, so the hosts file applies. */
export const resolveHere: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Returns whether `error` means that a name is unknown or has no address. */
export function hasNoAddress(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:ENOTFOUND|ENODATA)$/.test(String(error.code));
}

/** Tries `addresses` one after another without a DNS lookup, alternating between IPv4 and IPv6 as node:net does. */
export const connectDirectly: Connect = (url, addresses) => {
  const host = hostOf(url);
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const known: LookupFunction = (_host, { all }, done) => {
    if (all) done(null, found);
    else done(null, found[0]?.address ?? "", found[0]?.family);
  };
  const options = { host, lookup: known, autoSelectFamily: true };
  if (url.protocol === "http:") return connectPlain({ ...options, port: Number(url.port || 80) });
  // A TLS server name must not be an IP address or end with a dot.
  const servername = isLiteral(host) ? "" : host.replace(/\.$/, "");
  return connectTls({ ...options, port: Number(url.port || 443), servername });
};

const ignore = () => undefined;
