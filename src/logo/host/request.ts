import { lookup, Resolver } from "node:dns/promises";
import { once } from "node:events";
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { hostOf, isLiteral } from "../address.ts";
import { logoTooLarge, serverFailed } from "../errors.ts";

/** Connects to one of `addresses`, to which the host of `url` has been resolved; the name is only used for TLS. */
export type Connect = (url: URL, addresses: readonly string[]) => Socket;

/** A response: an image, or a redirect. */
export type Answer =
  | { readonly bytes: Uint8Array; readonly headers: IncomingMessage["headers"] }
  | { readonly bytes?: never; readonly location: string };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Bytes of headers. */
export const HEAD_LIMIT = 16 * 1024;

/** Sends one request for `url` on `socket`, which is always closed at the end. Uses no proxy, cookies or compression, and
 *  follows no redirect. Reads at most `maxBytes`.
 *  @throws {QrError} LOGO_UNREACHABLE (502), LOGO_TOO_LARGE; an error of node:http if there is no response. */
export async function requestLogo(url: URL, socket: Socket, maxBytes: number, signal: AbortSignal): Promise<Answer> {
  // Errors are handled where the response is awaited. A later one must not end the process.
  socket.on("error", ignore);
  const { request } = url.protocol === "https:" ? https : http;
  // No `agent`, not even false: with one, node:http ignores createConnection and looks the name up again.
  const asking = request(url, {
    createConnection: () => socket,
    headers: { Accept: "image/*", "Accept-Encoding": "identity", "User-Agent": "isoqr" },
    maxHeaderSize: HEAD_LIMIT,
    signal,
  });
  asking.on("error", ignore);
  asking.end();
  try {
    return await read(await answerTo(asking, socket), maxBytes);
  } finally {
    asking.destroy();
    socket.destroy();
  }
}

async function answerTo(asking: ClientRequest, socket: Socket): Promise<IncomingMessage> {
  // Some connections end without an error, such as one whose server wants to switch protocols.
  const hungUp = once(socket, "close").then(() => Promise.reject(new Error("no answer")));
  const [answer] = (await Promise.race([once(asking, "response"), hungUp])) as [IncomingMessage];
  answer.on("error", ignore);
  return answer;
}

async function read(answer: IncomingMessage, maxBytes: number): Promise<Answer> {
  const { statusCode = 0, headers } = answer;
  if (REDIRECTS.has(statusCode) && headers.location) return { location: headers.location };
  if (statusCode !== 200)
    throw serverFailed("could not be fetched: its server did not answer with an image: send it as {logoData}");
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    throw serverFailed("was sent compressed: give an address that sends the image as it is");
  }
  if (Number(headers["content-length"]) > maxBytes) throw logoTooLarge(maxBytes);
  return { bytes: await collect(answer, maxBytes), headers };
}

/** Copies `body` into one array, so that a server that sends single bytes cannot fill the memory with chunk objects. */
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

/** Resolves to all IP addresses of a host name. Rejects when `signal` aborts, or with a code of node:dns: ENOTFOUND or ENODATA
 *  if there are none, another one if the lookup failed. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Queries name servers directly: `servers`, by default those of this machine. The hosts file and search domains do not
 *  count. Queries can be canceled, while a lookup by the system occupies one of four threads until it gives up, which slow
 *  name servers could exploit. */
export function createPublicResolve(servers?: readonly string[]): Resolve {
  return async (host, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel);
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.removeEventListener("abort", cancel);
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const troubles = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    if (found.length > 0) return found;
    throw troubles.find((trouble) => !hasNoAddress(trouble)) ?? troubles[0] ?? new Error("no answer");
  };
}

/** Resolves a name as this machine does, by its hosts file too. */
export const resolveHere: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Returns whether `trouble` says that a name is unknown or has no address. */
export function hasNoAddress(trouble: unknown): boolean {
  return trouble instanceof Error && "code" in trouble && /^(?:ENOTFOUND|ENODATA)$/.test(String(trouble.code));
}

/** Tries `addresses` in turn, alternating between families, as node:net does, without looking the name up. */
export const connectDirectly: Connect = (url, addresses) => {
  const host = hostOf(url);
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const given: LookupFunction = (_host, { all }, done) => {
    if (all) done(null, found);
    else done(null, found[0]?.address ?? "", found[0]?.family);
  };
  const where = { host, lookup: given, autoSelectFamily: true };
  if (url.protocol === "http:") return connectPlain({ ...where, port: Number(url.port || 80) });
  // TLS allows no addresses as server names, and no trailing dot.
  const servername = isLiteral(host) ? "" : host.replace(/\.$/, "");
  return connectTls({ ...where, port: Number(url.port || 443), servername });
};

const ignore = () => undefined;
